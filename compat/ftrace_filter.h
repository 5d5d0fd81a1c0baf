/* SPDX-License-Identifier: GPL-2.0 */
/* ftrace_filter - free the filter of an ftrace_ops that is not registered */
#ifndef KPE_COMPAT_FTRACE_FILTER_H
#define KPE_COMPAT_FTRACE_FILTER_H

#include <linux/ftrace.h>

static inline void kpe_free_filter(struct ftrace_ops *ops)
{
#ifdef KPE_HAVE_FREE_FILTER
	ftrace_free_filter(ops);
#else
	/* an empty filter has no memory */
	ftrace_set_filter(ops, NULL, 0, 1);
#endif
}

#endif
