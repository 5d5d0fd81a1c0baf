/* SPDX-License-Identifier: GPL-2.0 */
/* arch - a breakpoint leaves its own address; see arch/arch.h */
#ifndef KPE_ARM64_ARCH_H
#define KPE_ARM64_ARCH_H

#include <linux/preempt.h>
#include <linux/string.h>
#include <asm/brk-imm.h>
#include "arch/arm64/brk.h"
#include "compat/unaligned.h"

static __always_inline unsigned long kpe_arch_stopped_at(const struct pt_regs *regs)
{
	return regs->pc;
}

static __always_inline void kpe_arch_stop_at(struct pt_regs *regs, unsigned long addr)
{
	regs->pc = addr;
}

static __always_inline bool kpe_arch_is_breakpoint(kprobe_opcode_t code)
{
	return kpe_is_brk(le32_to_cpu((__force __le32)code));
}

/* Nothing tells a breakpoint's exception from the code that it stops. */
static __always_inline bool kpe_arch_may_be_stopped(void)
{
	return true;
}

/* Not all kernels count how often preemption is disabled. */
static __always_inline unsigned int kpe_levels_below(unsigned int count, unsigned int levels)
{
	return (count & PREEMPT_MASK) >= levels * PREEMPT_OFFSET ?
	       count - levels * PREEMPT_OFFSET : count;
}

/* The exception disables preemption once. */
static __always_inline unsigned int kpe_arch_stopped_count(unsigned int count)
{
	return kpe_levels_below(count, 1);
}

static __always_inline bool kpe_arch_stopped_irqs_off(struct pt_regs *regs)
{
#ifdef interrupts_enabled
	return !interrupts_enabled(regs);
#else
	return regs_irqs_disabled(regs);
#endif
}

/* So does the kernel's handler, in such an exception on newer kernels. */
static __always_inline unsigned int kpe_arch_returned_count(unsigned int count)
{
#ifdef KRETPROBES_BRK_IMM
	return kpe_levels_below(count, 2);
#else
	return kpe_levels_below(count, 1);
#endif
}

static __always_inline bool kpe_arch_returned_irqs_off(struct pt_regs *regs)
{
	return kpe_arch_stopped_irqs_off(regs);
}

static __always_inline bool kpe_arch_may_be_probe(const u8 *code)
{
	return kpe_is_brk(get_unaligned((const u32 *)code));
}

static inline void kpe_arch_uncover(const struct kprobe *probe, u8 *code, unsigned int len)
{
	memcpy(code, &probe->opcode, sizeof(probe->opcode));
}

#endif
