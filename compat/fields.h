/* SPDX-License-Identifier: GPL-2.0 */
/* fields - struct trace_event_fields; at first the length of an array was in the type only */
#ifndef KPE_COMPAT_FIELDS_H
#define KPE_COMPAT_FIELDS_H

#include <linux/trace_events.h>

/* one more initializer */
#ifdef KPE_HAVE_FIELD_LEN
#define KPE_FIELD_LEN(n)	.len = (n),
#else
#define KPE_FIELD_LEN(n)
#endif

#endif
