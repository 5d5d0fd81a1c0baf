/* SPDX-License-Identifier: GPL-2.0 */
/* arch - a breakpoint leaves its own address; see arch/arch.h */
#ifndef KPE_ARM64_ARCH_H
#define KPE_ARM64_ARCH_H

#include <linux/preempt.h>
#include <linux/string.h>
#include <asm/brk-imm.h>
#include "arch/arm64/pad.h"
#include "compat/kretprobe.h"
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
	return kpe_levels_below(count, 2 + KPE_RETURNS_LOCK);
#else
	return kpe_levels_below(count, 1 + KPE_RETURNS_LOCK);
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

static inline void kpe_arch_original_code(const struct kprobe *probe, u8 *code, unsigned int len)
{
	memcpy(code, &probe->opcode, sizeof(probe->opcode));
}

/* ----------------------------------------------------- entries of functions */

/* ftrace passes on only the registers of a call. Others are 0 in the struct pt_regs made here. */

/* A probe of a landing pad stays there. */
#define KPE_LANDING_PAD	0

/* The site is behind the function's first instruction. */
static __always_inline unsigned long kpe_arch_shown(unsigned long addr, unsigned long site)
{
	return addr;
}

static __always_inline struct pt_regs *
kpe_arch_all_regs(struct pt_regs *regs, struct pt_regs *room)
{
	return regs;
}

#define KPE_FTRACE_FLAGS	KPE_UNGUARDED

#define KPE_CALL_REGS	9	/* x0 to x8 */

static inline bool kpe_arch_entry_has(unsigned int offset)
{
	return offset < offsetof(struct pt_regs, regs[KPE_CALL_REGS]) ||
	       (offset >= offsetof(struct pt_regs, regs[29]) &&
		offset <= offsetof(struct pt_regs, pc));
}

#ifdef CONFIG_DYNAMIC_FTRACE
struct kpe_entry_room {
	struct pt_regs regs;
};

/* Kernels without a structure for these fill the same ones of a struct pt_regs. */
#ifdef CONFIG_DYNAMIC_FTRACE_WITH_REGS
#define kpe_call(fregs)		(&(fregs)->regs)
#define kpe_call_fp(fregs)	((fregs)->regs.regs[29])
#define kpe_call_lr(fregs)	((fregs)->regs.regs[30])
#else
#define kpe_call(fregs)		kpe_fregs(fregs)
#define kpe_call_fp(fregs)	(kpe_fregs(fregs)->fp)
#define kpe_call_lr(fregs)	(kpe_fregs(fregs)->lr)
#endif

static __always_inline struct pt_regs *
kpe_arch_entry_begin(struct ftrace_regs *fregs, struct kpe_entry_room *room)
{
	struct pt_regs *regs = &room->regs;

	memset(regs, 0, sizeof(*regs));
	memcpy(regs->regs, kpe_call(fregs)->regs, KPE_CALL_REGS * sizeof(*regs->regs));
	regs->regs[29] = kpe_call_fp(fregs);
	regs->regs[30] = kpe_call_lr(fregs);
	regs->sp = kpe_call(fregs)->sp;
	regs->pc = kpe_call(fregs)->pc;
	regs->pstate = PSR_MODE_EL1h;
	return regs;
}

/* A return probe changes the link register. */
static __always_inline void
kpe_arch_entry_end(struct ftrace_regs *fregs, struct kpe_entry_room *room)
{
	kpe_call_lr(fregs) = room->regs.regs[30];
}
#endif

#endif
