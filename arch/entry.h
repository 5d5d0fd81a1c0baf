/* SPDX-License-Identifier: GPL-2.0 */
/*
 * entry - the entry of a function, and what ftrace passes on there
 *
 * Contract: KPE_LANDING_PAD is the size of the instruction at a function's start if
 * indirect jumps are checked, or 0. KPE_SAVE_REGS are the flags of an ftrace_ops that
 * wants all registers that it can have. KPE_SAVES_LESS is true if an ftrace_ops without
 * them gets those of a call alone; else only kpe_ftrace_entry() is for hits. KPE_HASH_AHEAD
 * is true if the hash of a function's type may be ahead of it, without a symbol. struct
 * kpe_entry_room holds registers that ftrace has elsewhere.
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
 * It is data, although it is in the text and belongs to the symbol before.
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
 * kpe_arch_entry_has() - does ftrace pass a register on
 * @offset: of the register in struct pt_regs
 *
 * Context: any. Return: false if its value is unknown at an entry.
 */
static inline bool kpe_arch_entry_has(unsigned int offset);

/**
 * kpe_arch_call_has() - does ftrace pass a register on without KPE_SAVE_REGS
 * @offset: of the register in struct pt_regs
 *
 * Context: any. Return: false if only an ftrace_ops with KPE_SAVE_REGS gets its value.
 */
static inline bool kpe_arch_call_has(unsigned int offset);

/**
 * kpe_arch_has_all() - does a hit have all registers
 * @regs: of the hit
 *
 * Context: a hit. Return: false if it has only those of kpe_arch_call_has().
 */
static __always_inline bool kpe_arch_has_all(const struct pt_regs *regs);

#ifdef CONFIG_DYNAMIC_FTRACE
/**
 * kpe_arch_entry_take() - note that this entry has been handled
 * @regs: all registers of it
 *
 * An ftrace_ops with KPE_SAVE_REGS and one without may both be at a function, for a
 * moment. Then the kernel passes the same registers to both, one after the other.
 *
 * Context: a hit.
 */
static __always_inline void kpe_arch_entry_take(struct pt_regs *regs);

/**
 * kpe_arch_entry_taken() - has this entry been handled
 * @regs: all registers of it
 *
 * Context: a hit. Return: true if it has, which is forgotten.
 */
static __always_inline bool kpe_arch_entry_taken(struct pt_regs *regs);

/**
 * kpe_arch_call_regs() - get the registers of a call
 * @fregs: as ftrace passes them to a callback without KPE_SAVE_REGS
 *
 * Context: a hit. Return: the registers, see kpe_arch_has_all().
 */
static __always_inline struct pt_regs *kpe_arch_call_regs(struct ftrace_regs *fregs);

/**
 * kpe_arch_entry_begin() - get the registers of a function's entry
 * @fregs: as ftrace passes them to a callback
 * @room: the caller's, until kpe_arch_entry_end()
 *
 * Context: a hit. Return: the registers; NULL if there are none.
 */
static __always_inline struct pt_regs *
kpe_arch_entry_begin(struct ftrace_regs *fregs, struct kpe_entry_room *room);

/**
 * kpe_arch_entry_end() - give back the registers, in which a return may be hooked
 * @fregs: as for kpe_arch_entry_begin(), which did not return NULL
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
