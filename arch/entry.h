/* SPDX-License-Identifier: GPL-2.0 */
/*
 * entry - the entry of a function, and what ftrace passes on there
 *
 * Contract: KPE_LANDING_PAD is the size of the instruction at a function's start if
 * indirect jumps are checked, or 0. struct kpe_entry_room holds registers that ftrace has
 * elsewhere.
 */
#ifndef KPE_ENTRY_H
#define KPE_ENTRY_H

#include <linux/ftrace.h>
#include <linux/ptrace.h>

struct kpe_entry_room;

/* The site of a function that ftrace can trace; 0 if it is not at the usual place */
unsigned long kpe_arch_site(unsigned long function);

/*
 * Bytes that the kernel keeps ahead of @function, or of where the next one would begin. They
 * are data, although in the text, and belong to the symbol before. In doubt it is code.
 */
unsigned int kpe_arch_data_ahead(unsigned long function);

/*
 * The address that a point at @addr, which patches @site, is shown at: as the kernel's own
 * kprobe events show it.
 */
static __always_inline unsigned long kpe_arch_shown(unsigned long addr, unsigned long site);

/* Does a call leave the register at @offset in struct pt_regs for ftrace to pass on? */
static inline bool kpe_arch_entry_has(unsigned int offset);

/*
 * The registers of a hit, completed in @room for perf, with 0 for those that are not known.
 * Context: a hit.
 */
static __always_inline struct pt_regs *
kpe_arch_all_regs(struct pt_regs *regs, struct pt_regs *room);

#ifdef CONFIG_DYNAMIC_FTRACE
/*
 * The registers of a call, see kpe_arch_entry_has(). @room is the caller's, until
 * kpe_arch_entry_end(). Context: a hit.
 */
static __always_inline struct pt_regs *
kpe_arch_entry_begin(struct ftrace_regs *fregs, struct kpe_entry_room *room);

/* Give back the registers, in which a return may be hooked. Context: a hit. */
static __always_inline void
kpe_arch_entry_end(struct ftrace_regs *fregs, struct kpe_entry_room *room);
#endif

#ifdef CONFIG_ARM64
#include "arch/arm64/entry.h"
#else
#include "arch/x86/entry.h"
#endif

#endif
