/* SPDX-License-Identifier: GPL-2.0 */
/* ftrace_filter - free the filter of an ftrace_ops that is not registered */
#ifndef KPE_COMPAT_FTRACE_FILTER_H
#define KPE_COMPAT_FTRACE_FILTER_H

#include <linux/ftrace.h>

static inline void kpe_free_filter(struct ftrace_ops *ops)
{
#if !defined(CONFIG_DYNAMIC_FTRACE) || defined(KPE_HAVE_FILTER_IPS)
	ftrace_free_filter(ops);
#else
	/* no function instead of all; an empty filter has no memory */
	ftrace_set_filter_ip(ops, 0, 0, 1);
#endif
}

#endif
