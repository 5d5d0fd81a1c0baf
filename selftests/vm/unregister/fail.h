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

/* bits of the module's parameter "fail" */
enum { FAIL_UNREGISTER = 1, FAIL_FILTER = 2, FAIL_DISABLE = 4 };

extern unsigned int kpe_failing;

/* see points/arm.c; U32_MAX: all points are the kprobe core's */
extern unsigned int kpe_few;
#define KPE_FEW kpe_few

/* Only what ftrace has to do fails: the core changes other code with no error to return. */
#define kpe_fails_for(kp)	((kpe_failing & FAIL_DISABLE) && ((kp)->flags & KPROBE_FLAG_FTRACE))

#define unregister_ftrace_function(ops)					\
	(kpe_failing & FAIL_UNREGISTER ? -ENODEV : (unregister_ftrace_function)(ops))
#define ftrace_set_filter_ips(ops, ips, nr, remove, reset)		\
	((kpe_failing & FAIL_FILTER) && ((remove) || (reset)) ? -ENODEV :	\
	 (ftrace_set_filter_ips)(ops, ips, nr, remove, reset))
#define disable_kprobe(kp)						\
	(kpe_fails_for(kp) ? -ENODEV : (disable_kprobe)(kp))
#define disable_kretprobe(rp)						\
	(kpe_fails_for(&(rp)->kp) ? -ENODEV : (disable_kretprobe)(rp))

#endif
