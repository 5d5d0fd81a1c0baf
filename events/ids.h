/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ids - the type ids of events, also of deleted ones
 *
 * Contract: gives an event its id and its printer. A deleted event's id stays in use for
 * some time, so that its records in a buffer are not printed as another event's. All
 * functions but kpe_ids_exit() run under event_mutex.
 */
#ifndef KPE_IDS_H
#define KPE_IDS_H

#include "model/event.h"

int kpe_id_take(struct kpe_event *event);
void kpe_id_drop(struct kpe_event *event);
void kpe_id_reserve(const struct kpe_event *event);
void kpe_ids_exit(void);

#endif
