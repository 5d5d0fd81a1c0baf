/* SPDX-License-Identifier: GPL-2.0 */
/*
 * enable - enable and disable events
 *
 * Contract: lists the enabled files of an event, and arms its points while the event
 * has users.
 */
#ifndef KPE_ENABLE_H
#define KPE_ENABLE_H

#include "model/event.h"

int kpe_event_reg(struct trace_event_call *call, enum trace_reg type, void *data);
bool kpe_event_busy(struct kpe_event *event);

static inline struct kpe_event *kpe_event_of(struct trace_event_call *call)
{
	return container_of(call, struct kpe_event, call);
}

#endif
