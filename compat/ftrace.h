/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ftrace - the structure that ftrace passes on, and an ftrace_ops
 *
 * Kernels from 6.13 on hide the structure. At first it was struct pt_regs; then it began with one.
 */
#ifndef KPE_COMPAT_FTRACE_H
#define KPE_COMPAT_FTRACE_H

#include <linux/ftrace.h>
#include <linux/ptrace.h>

#ifdef arch_ftrace_regs
#define kpe_fregs(fregs)	arch_ftrace_regs(fregs)
#else
#define kpe_fregs(fregs)	(fregs)
#endif

/* A callback, for an ftrace_ops */
#if !defined(CONFIG_DYNAMIC_FTRACE) || defined(KPE_HAVE_FTRACE_REGS)
#define KPE_FTRACE_FUNC(fn)	(fn)
#else
#define KPE_FTRACE_FUNC(fn)	((ftrace_func_t)(void *)(fn))

struct ftrace_regs {
	struct pt_regs regs;
};
#endif

/* A callback that needs no guard against being called within itself */
#ifdef KPE_HAVE_RECURSION_SAFE
#define KPE_UNGUARDED	FTRACE_OPS_FL_RECURSION_SAFE
#else
#define KPE_UNGUARDED	0
#endif

/* Free the filter of an ftrace_ops that is not registered. */
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
