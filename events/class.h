/* SPDX-License-Identifier: GPL-2.0 */
/*
 * class - event classes, shared by the events of a group
 *
 * Contract: a class lives as long as one of its events. The fields of an event are in
 * the event, where @get_fields finds them.
 */
#ifndef KPE_CLASS_H
#define KPE_CLASS_H

#include <linux/trace_events.h>

struct trace_event_class *kpe_class_get(const struct trace_event_class *like,
					const char *group);
void kpe_class_put(struct trace_event_class *class);

#endif
