/* SPDX-License-Identifier: GPL-2.0 */
/*
 * stack - the kernel's unwinder starts at its caller; see arch/stack.h
 *
 * The frames of the hit are skipped: the probed code is the first one that is where the
 * registers say.
 */
#ifndef KPE_ARM64_STACK_H
#define KPE_ARM64_STACK_H

#include <linux/stacktrace.h>

#define KPE_HIT_FRAMES	32	/* of the exception or of ftrace, and of the hit */
#define KPE_SITE_END	16	/* bytes from a function's start to behind its call of ftrace */

/* Is @addr where the hit says? A call of ftrace returns to behind the probed address. */
static __always_inline bool kpe_is_probed(unsigned long addr, unsigned long ip,
					  enum kpe_moment moment)
{
	return addr == ip || (moment != KPE_RETURNED && addr - ip <= KPE_SITE_END);
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
	/* A breakpoint at the entry: the caller has no frame there yet. */
	if (moment == KPE_ENTERING && all[i] == ip)
		kpe_put_frame(to, n++, procedure_link_pointer(regs));
	for (i += moment != KPE_RETURNED; i < end && n < nr; i++)
		kpe_put_frame(to, n++, all[i]);
	return n;
}

#endif
