/* SPDX-License-Identifier: GPL-2.0 */
/*
 * running - does the kprobe core handle a kprobe on this CPU
 *
 * Contract: the core hooks a return only where none is running, as its handler of the return
 * forgets the one that is. Where it cannot be seen whether one is, only the core may hook
 * returns.
 */
#ifndef KPE_RUNNING_H
#define KPE_RUNNING_H

#include <linux/percpu.h>

struct kprobe;

/* The kernel's current_kprobe; NULL: not known. Does not change after module init. */
extern struct kprobe * __percpu *kpe_running_kprobe;

static inline bool kpe_running_is_known(void)
{
	return kpe_running_kprobe;
}

/* It must be known. Context: any, preemption off. */
static __always_inline bool kpe_running(void)
{
	return raw_cpu_read(*kpe_running_kprobe);
}

#endif
