/* SPDX-License-Identifier: GPL-2.0 */
/*
 * stack - the kernel's unwinder starts at the registers; see arch/stack.h
 *
 * It knows nothing of the code that leads from an optimized probe to its handler.
 */
#ifndef KPE_X86_STACK_H
#define KPE_X86_STACK_H

#include <linux/uaccess.h>
#include <asm/unwind.h>

/* Before a function has pushed the frame pointer, that is the caller's. */
static __always_inline bool kpe_misses_caller(enum kpe_moment moment)
{
	return IS_ENABLED(CONFIG_UNWINDER_FRAME_POINTER) && moment == KPE_ENTERING;
}

static unsigned int __kprobes kpe_arch_stack(struct pt_regs *regs, enum kpe_moment moment,
					     u8 *to, unsigned int nr)
{
	const unsigned long ip = regs->ip;
	struct unwind_state state;
	unsigned long addr;
	unsigned int n = 0;

	if (moment == KPE_RETURNED)
		kpe_put_frame(to, n++, ip);
	else
		regs->ip = kpe_arch_stopped_at(regs);
	if (kpe_misses_caller(moment) && !get_kernel_nofault(addr, (unsigned long *)regs->sp))
		kpe_put_frame(to, n++, addr);
	unwind_start(&state, current, regs, NULL);
	for (; n < nr && !unwind_done(&state); unwind_next_frame(&state)) {
		addr = unwind_get_return_address(&state);
		if (!addr)
			break;
		kpe_put_frame(to, n++, addr);
	}
	regs->ip = ip;
	return n;
}

#endif
