/* SPDX-License-Identifier: GPL-2.0 */
/* arch - a breakpoint leaves the address after it; see arch/arch.h */
#ifndef KPE_X86_ARCH_H
#define KPE_X86_ARCH_H

#include <linux/irqflags.h>
#include <linux/minmax.h>
#include <linux/preempt.h>
#include <linux/string.h>
#include <asm/text-patching.h>

/* Jumps and ftrace set the same address as a breakpoint. */
static __always_inline unsigned long kpe_arch_stopped_at(const struct pt_regs *regs)
{
	return regs->ip - INT3_INSN_SIZE;
}

static __always_inline void kpe_arch_stop_at(struct pt_regs *regs, unsigned long addr)
{
	regs->ip = addr + INT3_INSN_SIZE;
}

static __always_inline bool kpe_arch_is_breakpoint(kprobe_opcode_t code)
{
	return code == INT3_INSN_OPCODE;
}

/* The kernel counts a breakpoint as an NMI. */
static __always_inline bool kpe_arch_may_be_stopped(void)
{
	return preempt_count() & NMI_MASK;
}

static __always_inline unsigned int kpe_arch_stopped_count(unsigned int count)
{
	return count - NMI_OFFSET - HARDIRQ_OFFSET;
}

static __always_inline bool kpe_arch_stopped_irqs_off(struct pt_regs *regs)
{
	return regs_irqs_disabled(regs);
}

/* The kernel's handler disables preemption once. */
static __always_inline unsigned int kpe_arch_returned_count(unsigned int count)
{
	return count & PREEMPT_MASK ? count - PREEMPT_OFFSET : count;
}

static __always_inline bool kpe_arch_returned_irqs_off(struct pt_regs *regs)
{
	return irqs_disabled();
}

static __always_inline bool kpe_arch_may_be_probe(const u8 *code)
{
	return *code == INT3_INSN_OPCODE || *code == JMP32_INSN_OPCODE;
}

/* The flag is set before the jump is written, and cleared after it has gone. */
static inline void kpe_arch_uncover(const struct kprobe *probe, u8 *code, unsigned int len)
{
	const struct optimized_kprobe *op = container_of(probe, struct optimized_kprobe, kp);

	if (*code == JMP32_INSN_OPCODE && probe->flags & KPROBE_FLAG_OPTIMIZED)
		memcpy(code + 1, op->optinsn.copied_insn,
		       min_t(unsigned int, len - 1, sizeof(op->optinsn.copied_insn)));
	*code = probe->opcode;
}

#endif
