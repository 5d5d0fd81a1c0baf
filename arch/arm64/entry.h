/* SPDX-License-Identifier: GPL-2.0 */
/*
 * entry - see arch/entry.h
 *
 * ftrace passes on only the registers of a call. The others are 0 in the struct pt_regs
 * that is made of them here.
 */
#ifndef KPE_ARM64_ENTRY_H
#define KPE_ARM64_ENTRY_H

#include <linux/string.h>
#include "compat/ftrace_regs.h"

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
