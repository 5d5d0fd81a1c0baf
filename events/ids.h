/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ids - the type ids of events, and what stays of deleted ones
 *
 * Contract: gives an event its id and its printer. When the event goes, the id
 * stays taken for a good while, so that records which are still in a buffer
 * are never printed as another event's. Everything here runs under event_mutex,
 * but for kpe_ids_exit().
 */
#ifndef KPE_IDS_H
#define KPE_IDS_H

#include "trace_kprobe.h"

int kpe_id_take(struct kpe_event *event);
void kpe_id_drop(struct kpe_event *event);
void kpe_id_bury(const struct kpe_event *event);
void kpe_ids_exit(void);

#endif
