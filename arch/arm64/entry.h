/* SPDX-License-Identifier: GPL-2.0 */
/*
 * entry - see arch/entry.h
 *
 * Where ftrace has no struct pt_regs, it passes on only the registers of a call. The
 * others are 0 in the one that is made of them here.
 */
#ifndef KPE_ARM64_ENTRY_H
#define KPE_ARM64_ENTRY_H

#include <linux/string.h>
#include "compat/ftrace_regs.h"

/* A probe of a landing pad stays there. */
#define KPE_LANDING_PAD	0

#define KPE_SAVE_REGS	(FTRACE_OPS_FL_SAVE_REGS | FTRACE_OPS_FL_SAVE_REGS_IF_SUPPORTED)
#define KPE_SAVES_LESS	false
#define KPE_HASH_AHEAD	(IS_ENABLED(CONFIG_CFI_CLANG) || IS_ENABLED(CONFIG_CFI))

/* What ftrace's code at the site changes, or does not save */
static inline bool kpe_is_changed(unsigned int offset)
{
	return offset == offsetof(struct pt_regs, regs[9]) ||
	       offset == offsetof(struct pt_regs, regs[16]) ||
	       offset == offsetof(struct pt_regs, regs[17]) ||
	       offset == offsetof(struct pt_regs, pstate);
}

/* The site is behind the function's first instruction. */
static __always_inline unsigned long kpe_arch_shown(unsigned long addr, unsigned long site)
{
	return addr;
}

/* Every ftrace_ops for hits has KPE_SAVE_REGS. */
static inline bool kpe_arch_call_has(unsigned int offset)
{
	return false;
}

static __always_inline bool kpe_arch_has_all(const struct pt_regs *regs)
{
	return true;
}

#ifdef CONFIG_DYNAMIC_FTRACE
static __always_inline void kpe_arch_entry_take(struct pt_regs *regs)
{
}

static __always_inline bool kpe_arch_entry_taken(struct pt_regs *regs)
{
	return false;
}

static __always_inline struct pt_regs *kpe_arch_call_regs(struct ftrace_regs *fregs)
{
	return NULL;
}
#endif

#ifdef CONFIG_DYNAMIC_FTRACE_WITH_REGS
struct kpe_entry_room {};

static inline bool kpe_arch_entry_has(unsigned int offset)
{
	return !kpe_is_changed(offset);
}

static __always_inline struct pt_regs *
kpe_arch_entry_begin(struct ftrace_regs *fregs, struct kpe_entry_room *room)
{
	struct pt_regs *regs = ftrace_get_regs(fregs);

	/* ftrace leaves it unset */
	if (regs)
		regs->pstate = PSR_MODE_EL1h;
	return regs;
}

static __always_inline void
kpe_arch_entry_end(struct ftrace_regs *fregs, struct kpe_entry_room *room)
{
}
#elif defined(CONFIG_DYNAMIC_FTRACE)
#define KPE_CALL_REGS	9	/* x0 to x8 */

struct kpe_entry_room {
	struct pt_regs regs;
};

static inline bool kpe_arch_entry_has(unsigned int offset)
{
	return offset < offsetof(struct pt_regs, regs[KPE_CALL_REGS]) ||
	       (offset >= offsetof(struct pt_regs, regs[29]) &&
		offset <= offsetof(struct pt_regs, pc));
}

static __always_inline struct pt_regs *
kpe_arch_entry_begin(struct ftrace_regs *fregs, struct kpe_entry_room *room)
{
	struct pt_regs *regs = &room->regs;

	memset(regs, 0, sizeof(*regs));
	memcpy(regs->regs, kpe_fregs(fregs)->regs, KPE_CALL_REGS * sizeof(*regs->regs));
	regs->regs[29] = kpe_fregs(fregs)->fp;
	regs->regs[30] = kpe_fregs(fregs)->lr;
	regs->sp = kpe_fregs(fregs)->sp;
	regs->pc = kpe_fregs(fregs)->pc;
	regs->pstate = PSR_MODE_EL1h;
	return regs;
}

/* A return probe changes the link register. */
static __always_inline void
kpe_arch_entry_end(struct ftrace_regs *fregs, struct kpe_entry_room *room)
{
	kpe_fregs(fregs)->lr = room->regs.regs[30];
}
#else
static inline bool kpe_arch_entry_has(unsigned int offset)
{
	return false;
}
#endif

#endif
