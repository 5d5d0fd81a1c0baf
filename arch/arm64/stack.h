/* SPDX-License-Identifier: GPL-2.0 */
/*
 * stack - the kernel's unwinder starts at its caller; see arch/stack.h
 *
 * The frames of the hit are skipped: the probed code is the first one that is where the
 * registers say.
 */
#ifndef KPE_ARM64_STACK_H
#define KPE_ARM64_STACK_H

#include <linux/bits.h>
#include <linux/kprobes.h>
#include <linux/llist.h>
#include <linux/sched.h>
#include <linux/stacktrace.h>
#include <asm/memory.h>

#define KPE_HIT_FRAMES	32	/* of the exception or of ftrace, and of the hit */
#define KPE_SITE_END	16	/* bytes from a function's start to behind its call of ftrace */

/* It may be signed. */
static __always_inline unsigned long kpe_arch_user_address(unsigned long addr)
{
	return addr & GENMASK(VA_BITS - 1, 0);
}

/* Is @addr where the hit says? A call of ftrace returns to behind the probed address. */
static __always_inline bool kpe_is_probed(unsigned long addr, unsigned long ip,
					  enum kpe_moment moment)
{
	return addr == ip || (moment != KPE_RETURNED && addr - ip <= KPE_SITE_END);
}

/*
 * The caller of a function that has no frame, by the link register: that may be signed,
 * and return probes of the function have put it aside. They know it by the frame, which is
 * still the caller's. The first of them has the caller.
 */
static unsigned long __kprobes kpe_frameless(const struct pt_regs *regs)
{
	unsigned long link = procedure_link_pointer(regs) | GENMASK(63, VA_BITS_MIN);
#ifdef KPE_HAVE_KRETPROBE_HOLDER
	const struct llist_node *node = READ_ONCE(current->kretprobe_instances.first);
	const struct kretprobe_instance *hook;

	for (; node; node = node->next) {
		hook = llist_entry(node, struct kretprobe_instance, llist);
		if (hook->fp != (void *)regs->regs[29])
			break;
		link = (unsigned long)hook->ret_addr;
	}
#endif
	return link;
}

static unsigned int __kprobes kpe_arch_stack(struct pt_regs *regs, enum kpe_moment moment,
					     u8 *to, unsigned int nr)
{
	unsigned long all[KPE_HIT_FRAMES + KPE_MAX_FRAMES], ip = instruction_pointer(regs);
	unsigned int i = 0, n = 0, end = stack_trace_save(all, KPE_HIT_FRAMES + nr, 0);

	while (i < end && !kpe_is_probed(all[i], ip, moment))
		i++;
	if (i == end)
		return 0;
	/* ftrace has made a frame */
	if (moment == KPE_FRAMELESS || (moment == KPE_ENTERING && all[i] == ip))
		kpe_put_frame(to, n++, kpe_frameless(regs));
	for (i += moment != KPE_RETURNED; i < end && n < nr; i++)
		kpe_put_frame(to, n++, all[i]);
	return n;
}

#endif
