/* SPDX-License-Identifier: GPL-2.0 */
/* entry - ftrace passes on all registers; see arch/entry.h */
#ifndef KPE_X86_ENTRY_H
#define KPE_X86_ENTRY_H

#ifdef CONFIG_X86_KERNEL_IBT
#define KPE_LANDING_PAD	4
#else
#define KPE_LANDING_PAD	0
#endif

#define KPE_SAVE_REGS	FTRACE_OPS_FL_SAVE_REGS

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

#ifdef CONFIG_DYNAMIC_FTRACE
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
