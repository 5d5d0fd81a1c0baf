/* SPDX-License-Identifier: GPL-2.0 */
/*
 * stack - call stacks
 *
 * Contract: each architecture has kpe_arch_stack() in a header of the same name, which only
 * hit/stack.c includes, and kpe_arch_user_address(), which takes a return address of the user
 * as it is on the stack.
 */
#ifndef KPE_ARCH_STACK_H
#define KPE_ARCH_STACK_H

#include <linux/ptrace.h>
#include <linux/string.h>
#include "arch/arch.h"
#include "arch/registers.h"

#define KPE_MAX_FRAMES	64

/*
 * Return addresses of probed code, from the function's caller on. @regs are as the kprobe core
 * passes them to a handler, saved at @moment; they are restored. @to need not be aligned, and
 * has room for @nr addresses, up to KPE_MAX_FRAMES. Context: a hit. Return: their number.
 */
static unsigned int kpe_arch_stack(struct pt_regs *regs, enum kpe_moment moment, u8 *to,
				   unsigned int nr);

static __always_inline void kpe_put_frame(u8 *to, unsigned int i, unsigned long addr)
{
	memcpy(to + i * sizeof(addr), &addr, sizeof(addr));
}

#ifdef CONFIG_ARM64
#include "arch/arm64/stack.h"
#else
#include "arch/x86/stack.h"
#endif

#endif
