/* SPDX-License-Identifier: GPL-2.0 */
/*
 * event_call - what keeps an event that perf, a trigger or an eprobe uses
 *
 * A dynamic event counts its users. Where the kernel does not know such events, they pin the
 * module that the event belongs to, and cannot be told from others.
 *
 * At first the length of a field that is an array was in its type only.
 */
#ifndef KPE_COMPAT_EVENT_CALL_H
#define KPE_COMPAT_EVENT_CALL_H

#include <linux/module.h>
#include <linux/trace_events.h>

#if defined(CONFIG_DYNAMIC_EVENTS) && defined(KPE_HAVE_EVENT_DYNAMIC)
#define KPE_COUNTS_EVENT_USERS	1
#else
#define KPE_COUNTS_EVENT_USERS	0
#endif

/* One more initializer of struct trace_event_fields */
#ifdef KPE_HAVE_FIELD_LEN
#define KPE_FIELD_LEN(n)	.len = (n),
#else
#define KPE_FIELD_LEN(n)
#endif

/* Before the event is registered */
static inline void kpe_call_count_users(struct trace_event_call *call)
{
#if KPE_COUNTS_EVENT_USERS
	call->flags |= TRACE_EVENT_FL_DYNAMIC;
#endif
}

/* After that: registering clears the module. */
static inline void kpe_call_pin_for_users(struct trace_event_call *call)
{
#if !KPE_COUNTS_EVENT_USERS && defined(KPE_HAVE_EVENT_DYNAMIC)
	call->module = THIS_MODULE;
#elif !KPE_COUNTS_EVENT_USERS
	call->mod = THIS_MODULE;
#endif
}

static inline bool kpe_call_has_users(struct trace_event_call *call)
{
#if KPE_COUNTS_EVENT_USERS
	return atomic_read(&call->refcnt) != 0;
#else
	return false;
#endif
}

#endif
