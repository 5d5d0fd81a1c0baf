/* SPDX-License-Identifier: GPL-2.0 */
/*
 * kretprobe - how the kprobe core hooks a return and calls its handler
 *
 * On older kernels it does both under a spinlock with interrupts off. Only the core knows when
 * that is allowed, so only it hooks returns there.
 */
#ifndef KPE_COMPAT_KRETPROBE_H
#define KPE_COMPAT_KRETPROBE_H

#include <linux/kprobes.h>
#include <linux/ptrace.h>

#define KPE_RETURNS_LOCK	(!__is_defined(KPE_HAVE_KRETPROBE_HOLDER))

/* NULL if it was unregistered while the function was running */
static __always_inline struct kretprobe *kpe_kretprobe_of(struct kretprobe_instance *ri)
{
#ifdef KPE_HAVE_KRETPROBE_HOLDER
	return get_kretprobe(ri);
#else
	return READ_ONCE(ri->rp);
#endif
}

/* Where the function returns to, from the registers that its handler gets. */
static __always_inline unsigned long kpe_kretprobe_target(struct kretprobe_instance *ri,
							  struct pt_regs *regs)
{
#ifdef KPE_HAVE_KRETPROBE_RETADDR
	const unsigned long to = get_kretprobe_retaddr(ri);
#else
	const unsigned long to = (unsigned long)ri->ret_addr;
#endif

#ifndef KPE_HAVE_KRETPROBE_FIND
	/* They say that it is in the trampoline, which is nobody's caller. */
	instruction_pointer_set(regs, to);
#endif
	return to;
}

#endif
