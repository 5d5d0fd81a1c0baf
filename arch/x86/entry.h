/* SPDX-License-Identifier: GPL-2.0 */
/*
 * entry - see arch/entry.h
 *
 * An ftrace_ops that asks for all registers gets them. Any other gets those that a call
 * may change, in a struct pt_regs whose cs is 0.
 */
#ifndef KPE_X86_ENTRY_H
#define KPE_X86_ENTRY_H

#include "compat/ftrace_regs.h"

#ifdef CONFIG_X86_KERNEL_IBT
#define KPE_LANDING_PAD	4
#else
#define KPE_LANDING_PAD	0
#endif

#define KPE_SAVE_REGS	FTRACE_OPS_FL_SAVE_REGS
#define KPE_SAVES_LESS	IS_ENABLED(CONFIG_DYNAMIC_FTRACE_WITH_ARGS)
#define KPE_HASH_AHEAD	false

#define KPE_ENTRY_TAKEN	BIT(63)		/* in ss, which is not restored */

struct kpe_entry_room {};

/* The kprobe core moves a probe of the first instruction to the site. */
static __always_inline unsigned long kpe_arch_shown(unsigned long addr, unsigned long site)
{
	return site;
}

static inline bool kpe_arch_entry_has(unsigned int offset)
{
	return true;
}

static inline bool kpe_arch_call_has(unsigned int offset)
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

static __always_inline bool kpe_arch_has_all(const struct pt_regs *regs)
{
	return regs->cs;
}

#ifdef CONFIG_DYNAMIC_FTRACE
/* Some kernels have a union there. */
static __always_inline unsigned long *kpe_ss(struct pt_regs *regs)
{
	return (void *)regs + offsetof(struct pt_regs, ss);
}

static __always_inline void kpe_arch_entry_take(struct pt_regs *regs)
{
	*kpe_ss(regs) |= KPE_ENTRY_TAKEN;
}

static __always_inline bool kpe_arch_entry_taken(struct pt_regs *regs)
{
	bool taken = *kpe_ss(regs) & KPE_ENTRY_TAKEN;

	*kpe_ss(regs) &= ~KPE_ENTRY_TAKEN;
	return taken;
}

static __always_inline struct pt_regs *kpe_arch_call_regs(struct ftrace_regs *fregs)
{
#ifdef CONFIG_DYNAMIC_FTRACE_WITH_ARGS
	return &kpe_fregs(fregs)->regs;
#else
	return ftrace_get_regs(fregs);
#endif
}

static __always_inline struct pt_regs *
kpe_arch_entry_begin(struct ftrace_regs *fregs, struct kpe_entry_room *room)
{
	return ftrace_get_regs(fregs);
}

static __always_inline void
kpe_arch_entry_end(struct ftrace_regs *fregs, struct kpe_entry_room *room)
{
}
#endif

#endif
