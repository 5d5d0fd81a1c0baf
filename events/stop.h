/* SPDX-License-Identifier: GPL-2.0 */
/*
 * stop - disable events that have stopped
 *
 * Contract: when a hit has marked an event as stopped (limit.h), it is disabled in all
 * instances soon. What only their users can take away stays: perf events and triggers.
 */
#ifndef KPE_EVENTS_STOP_H
#define KPE_EVENTS_STOP_H

#include <linux/types.h>

struct kpe_event;

bool kpe_event_start(struct kpe_event *event);
void kpe_stop_init(void);
void kpe_stop_exit(void);

#endif
