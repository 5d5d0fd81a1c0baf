/* SPDX-License-Identifier: GPL-2.0 */
/*
 * entry - see arch/entry.h
 *
 * ftrace passes those registers on that a call may change, in a struct pt_regs whose cs is 0;
 * if another ftrace_ops at the function has asked for all registers, it passes on all.
 */
#ifndef KPE_X86_ENTRY_H
#define KPE_X86_ENTRY_H

#include <linux/string.h>
#include <asm/processor-flags.h>
#include <asm/segment.h>
#include "compat/ftrace_regs.h"

#ifdef CONFIG_X86_KERNEL_IBT
#define KPE_LANDING_PAD	4
#else
#define KPE_LANDING_PAD	0
#endif

struct kpe_entry_room {};

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
