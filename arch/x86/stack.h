/* SPDX-License-Identifier: GPL-2.0 */
/*
 * stack - the kernel's unwinder starts at the registers; see arch/stack.h
 *
 * It knows nothing of the code that leads from an optimized probe to its handler.
 */
#ifndef KPE_X86_STACK_H
#define KPE_X86_STACK_H

#ifdef CONFIG_RETHOOK
#include <linux/rethook.h>
#endif
#include <linux/uaccess.h>
#include <asm/unwind.h>

static __always_inline unsigned long kpe_arch_user_address(unsigned long addr)
{
	return addr;
}

/* Before a function has pushed the frame pointer, that is the caller's. */
static __always_inline bool kpe_misses_caller(enum kpe_moment moment)
{
	return IS_ENABLED(CONFIG_UNWINDER_FRAME_POINTER) && moment == KPE_ENTERING;
}

/*
 * Where the call whose stack pointer is @sp returns to: @addr is on the stack, but return
 * probes put the address of a trampoline there. Theirs are the newest nodes of the task, and
 * the oldest of these has what the caller has pushed.
 */
static unsigned long __kprobes kpe_return_address(unsigned long sp, unsigned long addr)
{
#ifdef CONFIG_RETHOOK
	const struct llist_node *node = READ_ONCE(current->rethooks.first);
	const struct rethook_node *hook;

	for (; node; node = node->next) {
		hook = llist_entry(node, struct rethook_node, llist);
		if (hook->frame != sp)
			break;
		addr = hook->ret_addr;
	}
#endif
	return addr;
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
		kpe_put_frame(to, n++, kpe_return_address(regs->sp, addr));
	unwind_start(&state, current, regs, NULL);
	while (n < nr && !unwind_done(&state)) {
		addr = unwind_get_return_address(&state);
		if (!addr)
			break;
		kpe_put_frame(to, n++, addr);
		/* a frame that nobody wants costs hundreds of instructions */
		if (n < nr)
			unwind_next_frame(&state);
	}
	regs->ip = ip;
	return n;
}

#endif
