/* SPDX-License-Identifier: GPL-2.0 */
/*
 * event_calls - register and unregister an event
 *
 * Contract: trace_add_event_call() and trace_remove_event_call(), which newer kernels export.
 * Where a kernel does not, they are found by name. Context: event_mutex.
 */
#ifndef KPE_EVENT_CALLS_H
#define KPE_EVENT_CALLS_H

#include <linux/trace_events.h>

#ifdef KPE_HAVE_EVENT_CALLS

static inline bool kpe_event_calls_are_known(void)
{
	return true;
}

static inline int kpe_add_event_call(struct trace_event_call *call)
{
	return trace_add_event_call(call);
}

static inline int kpe_remove_event_call(struct trace_event_call *call)
{
	return trace_remove_event_call(call);
}

#else

bool kpe_event_calls_are_known(void);
int kpe_add_event_call(struct trace_event_call *call);
int kpe_remove_event_call(struct trace_event_call *call);

#endif

#endif
