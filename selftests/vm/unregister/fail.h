/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fail - calls that unregister something and may fail do so when a test wants it
 *
 * Contract: the test build includes this before anything else in files of the module
 * whose sources know nothing of it. A call that fails has done nothing.
 */
#ifndef KPE_FAIL_H
#define KPE_FAIL_H

#include <linux/errno.h>
#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/types.h>

/* bits of the module's parameter "fail" */
enum { FAIL_UNREGISTER = 1, FAIL_FILTER = 2, FAIL_DISABLE = 4 };

extern unsigned int kpe_failing;

/* see points/arm.c */
extern bool kpe_all_by_core;
#define KPE_ALL_BY_CORE kpe_all_by_core

/* Only what ftrace has to do fails: the core changes other code with no error to return. */
static inline bool kpe_fails_for(const struct kprobe *kp)
{
	return kpe_failing & FAIL_DISABLE && kp->flags & KPROBE_FLAG_FTRACE;
}

static inline int kpe_fail_unregister(struct ftrace_ops *ops)
{
	return kpe_failing & FAIL_UNREGISTER ? -ENODEV : unregister_ftrace_function(ops);
}

static inline int kpe_fail_filter(struct ftrace_ops *ops, unsigned long *ips, unsigned int nr,
				  int remove, int reset)
{
	if (kpe_failing & FAIL_FILTER && (remove || reset))
		return -ENODEV;
	return ftrace_set_filter_ips(ops, ips, nr, remove, reset);
}

static inline int kpe_fail_kprobe(struct kprobe *kp)
{
	return kpe_fails_for(kp) ? -ENODEV : disable_kprobe(kp);
}

static inline int kpe_fail_kretprobe(struct kretprobe *rp)
{
	return kpe_fails_for(&rp->kp) ? -ENODEV : disable_kretprobe(rp);
}

#define unregister_ftrace_function	kpe_fail_unregister
#define ftrace_set_filter_ips		kpe_fail_filter
#define disable_kprobe			kpe_fail_kprobe
#define disable_kretprobe		kpe_fail_kretprobe

#endif
