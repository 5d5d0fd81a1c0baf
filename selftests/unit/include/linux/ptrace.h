/* SPDX-License-Identifier: GPL-2.0 */
/* ptrace - user-space stand-in: the registers as x86-64 and arm64 kernels keep them */
#ifndef UNIT_LINUX_PTRACE_H
#define UNIT_LINUX_PTRACE_H

#include <linux/types.h>

#ifdef CONFIG_ARM64
struct pt_regs {
	u64 regs[31];
	u64 sp;
	u64 pc;
	u64 pstate;
};
#else
struct pt_regs {
	unsigned long r15;
	unsigned long r14;
	unsigned long r13;
	unsigned long r12;
	unsigned long bp;
	unsigned long bx;
	unsigned long r11;
	unsigned long r10;
	unsigned long r9;
	unsigned long r8;
	unsigned long ax;
	unsigned long cx;
	unsigned long dx;
	unsigned long si;
	unsigned long di;
	unsigned long orig_ax;
	unsigned long ip;
	unsigned long cs;
	unsigned long flags;
	unsigned long sp;
	unsigned long ss;
};
#endif

unsigned long regs_get_register(struct pt_regs *regs, unsigned int offset);
unsigned long regs_get_kernel_stack_nth(struct pt_regs *regs, unsigned int n);
unsigned long regs_get_kernel_argument(struct pt_regs *regs, unsigned int n);

static inline unsigned long regs_return_value(struct pt_regs *regs)
{
#ifdef CONFIG_ARM64
	return regs->regs[0];
#else
	return regs->ax;
#endif
}

static inline unsigned long kernel_stack_pointer(struct pt_regs *regs)
{
	return regs->sp;
}

#endif
