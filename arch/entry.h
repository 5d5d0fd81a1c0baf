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

/**
 * kpe_arch_site() - find the ftrace site of a function
 * @function: that ftrace can trace
 *
 * Context: any. Return: the address; 0 if it is not at the usual place.
 */
unsigned long kpe_arch_site(unsigned long function);

/**
 * kpe_arch_data_ahead() - size of what the kernel keeps ahead of a function
 * @function: address of a function, or where the next one would begin
 *
 * It is data, although it is in the text and belongs to the symbol before. What may be
 * code is none.
 *
 * Context: any. Return: bytes.
 */
unsigned int kpe_arch_data_ahead(unsigned long function);

/**
 * kpe_arch_shown() - the address that a point is shown at
 * @addr: where it is defined
 * @site: the address that is patched
 *
 * Context: any. Return: the one that the kernel's own kprobe events show.
 */
static __always_inline unsigned long kpe_arch_shown(unsigned long addr, unsigned long site);

/**
 * kpe_arch_entry_has() - does a call leave a register for ftrace to pass on
 * @offset: of the register in struct pt_regs
 *
 * Context: any. Return: false if its value is unknown at an entry that ftrace passes on.
 */
static inline bool kpe_arch_entry_has(unsigned int offset);

/**
 * kpe_arch_all_regs() - complete the registers of a hit, for perf
 * @regs: of the hit
 * @room: where those are put that are not complete
 *
 * Context: a hit. Return: @regs or @room; a register that is not known is 0 there.
 */
static __always_inline struct pt_regs *
kpe_arch_all_regs(struct pt_regs *regs, struct pt_regs *room);

#ifdef CONFIG_DYNAMIC_FTRACE
/**
 * kpe_arch_entry_begin() - get the registers of a call
 * @fregs: as ftrace passes them to a callback
 * @room: the caller's, until kpe_arch_entry_end()
 *
 * Context: a hit. Return: the registers, see kpe_arch_entry_has().
 */
static __always_inline struct pt_regs *
kpe_arch_entry_begin(struct ftrace_regs *fregs, struct kpe_entry_room *room);

/**
 * kpe_arch_entry_end() - give back the registers, in which a return may be hooked
 * @fregs: as for kpe_arch_entry_begin()
 * @room: likewise
 *
 * Context: a hit.
 */
static __always_inline void
kpe_arch_entry_end(struct ftrace_regs *fregs, struct kpe_entry_room *room);
#endif

#ifdef CONFIG_ARM64
#include "arch/arm64/entry.h"
#else
#include "arch/x86/entry.h"
#endif

#endif
