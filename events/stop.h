/* SPDX-License-Identifier: GPL-2.0 */
/*
 * stop - disable events in all instances, as those that have stopped
 *
 * Contract: when a hit has marked an event as stopped (limit.h), it is disabled soon. What only
 * their users can take away stays: perf events, eprobes, synthetic events and triggers other
 * than hist.
 */
#ifndef KPE_EVENTS_STOP_H
#define KPE_EVENTS_STOP_H

#include <linux/types.h>

struct kpe_event;

bool kpe_event_start(struct kpe_event *event);
int kpe_event_disable_everywhere(const char *group, const char *event, bool and_triggers);
void kpe_stop_init(void);
void kpe_stop_exit(void);

#endif
