/* SPDX-License-Identifier: GPL-2.0 */
/* arch - a breakpoint leaves the address after it; see arch/arch.h */
#ifndef KPE_X86_ARCH_H
#define KPE_X86_ARCH_H

#include <linux/irqflags.h>
#include <linux/minmax.h>
#include <linux/preempt.h>
#include <linux/string.h>
#include <asm/processor-flags.h>
#include <asm/segment.h>
#include <asm/text-patching.h>
#include "compat/kretprobe.h"

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

/* The kernel's handler disables preemption once, and by its lock. */
static __always_inline unsigned int kpe_arch_returned_count(unsigned int count)
{
	return count & PREEMPT_MASK ? count - (1 + KPE_RETURNS_LOCK) * PREEMPT_OFFSET : count;
}

static __always_inline bool kpe_arch_returned_irqs_off(struct pt_regs *regs)
{
	return KPE_RETURNS_LOCK ? regs_irqs_disabled(regs) : irqs_disabled();
}

static __always_inline bool kpe_arch_may_be_probe(const u8 *code)
{
	return *code == INT3_INSN_OPCODE || *code == JMP32_INSN_OPCODE;
}

/* The flag is set before the jump is written, and cleared after it has gone. */
static inline void kpe_arch_original_code(const struct kprobe *probe, u8 *code, unsigned int len)
{
	const struct optimized_kprobe *op = container_of(probe, struct optimized_kprobe, kp);

	if (*code == JMP32_INSN_OPCODE && probe->flags & KPROBE_FLAG_OPTIMIZED)
		memcpy(code + 1, op->optinsn.copied_insn,
		       min_t(unsigned int, len - 1, sizeof(op->optinsn.copied_insn)));
	*code = probe->opcode;
}

/* ----------------------------------------------------- entries of functions */

/*
 * ftrace passes those registers on that a call may change, in a struct pt_regs whose cs is 0;
 * if another ftrace_ops at the function has asked for all registers, it passes on all.
 */

#ifdef CONFIG_X86_KERNEL_IBT
#define KPE_LANDING_PAD	4
#else
#define KPE_LANDING_PAD	0
#endif

struct kpe_entry_room {};

/* Without a structure for these ftrace passes on all registers or none. */
#ifdef CONFIG_DYNAMIC_FTRACE_WITH_ARGS
#define KPE_FTRACE_FLAGS	KPE_UNGUARDED
#else
#define KPE_FTRACE_FLAGS	(KPE_UNGUARDED | FTRACE_OPS_FL_SAVE_REGS)
#endif

/* The kprobe core moves a probe of the first instruction to the site. */
static __always_inline unsigned long kpe_arch_shown(unsigned long addr, unsigned long site)
{
	return site;
}

static inline bool kpe_arch_entry_has(unsigned int offset)
{
	switch (offset) {
	case offsetof(struct pt_regs, di):
	case offsetof(struct pt_regs, si):
	case offsetof(struct pt_regs, dx):
	case offsetof(struct pt_regs, cx):
	case offsetof(struct pt_regs, r8):
	case offsetof(struct pt_regs, r9):
	case offsetof(struct pt_regs, ax):
	case offsetof(struct pt_regs, bp):
	case offsetof(struct pt_regs, sp):
	case offsetof(struct pt_regs, ip):
		return true;
	default:
		return false;
	}
}

static __always_inline struct pt_regs *
kpe_arch_all_regs(struct pt_regs *regs, struct pt_regs *room)
{
	if (regs->cs)
		return regs;
	memset(room, 0, sizeof(*room));
	room->di = regs->di;
	room->si = regs->si;
	room->dx = regs->dx;
	room->cx = regs->cx;
	room->r8 = regs->r8;
	room->r9 = regs->r9;
	room->ax = regs->ax;
	room->bp = regs->bp;
	room->sp = regs->sp;
	room->ip = regs->ip;
	room->cs = __KERNEL_CS;
	room->ss = __KERNEL_DS;
	/* perf unwinds the stack from here then, and not from its own callers */
	room->flags = X86_EFLAGS_FIXED;
	return room;
}

#ifdef CONFIG_DYNAMIC_FTRACE
static __always_inline struct pt_regs *
kpe_arch_entry_begin(struct ftrace_regs *fregs, struct kpe_entry_room *room)
{
	return &kpe_fregs(fregs)->regs;
}

static __always_inline void
kpe_arch_entry_end(struct ftrace_regs *fregs, struct kpe_entry_room *room)
{
}
#endif

#endif
