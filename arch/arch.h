/* SPDX-License-Identifier: GPL-2.0 */
/*
 * arch - the processor architectures: how each stops the kernel, and enters a function
 *
 * Contract: nothing outside this folder names a register, an instruction or an option of
 * an architecture. The headers here say what an architecture offers; the folder of each
 * implements them:
 *
 *	arch.h		breakpoints; entries of functions: ftrace's sites, registers
 *	image.h		the kernel's image and its memory
 *	insn.h		instructions, and what they refer to, by pure functions
 *	registers.h	a table of names, and places of parameters, by pure functions
 *	stack.h		call stacks
 *
 * A point is shown at an address that may differ from the patched one, its site.
 * KPE_FTRACE_FLAGS are those of an ftrace_ops that gets the registers of a call.
 * KPE_LANDING_PAD is the size of the instruction at a function's start if indirect jumps are
 * checked, or 0.
 */
#ifndef KPE_ARCH_H
#define KPE_ARCH_H

#include <linux/kprobes.h>
#include <linux/ptrace.h>
#include "compat/ftrace.h"

/* The address of a kprobe, from the registers that its handler gets. Context: a hit. */
static __always_inline unsigned long kpe_arch_stopped_at(const struct pt_regs *regs);

/* Make registers look as after a breakpoint at @addr. Context: a hit. */
static __always_inline void kpe_arch_stop_at(struct pt_regs *regs, unsigned long addr);

/* Is this the first part of a breakpoint? Context: any. */
static __always_inline bool kpe_arch_is_breakpoint(kprobe_opcode_t code);

/* May a breakpoint have caused the current hit? If so, look at the code. Context: a hit. */
static __always_inline bool kpe_arch_may_be_stopped(void);

/* Preempt count of code that a breakpoint stopped, from the current one. Context: its exception. */
static __always_inline unsigned int kpe_arch_stopped_count(unsigned int count);

/* Has code that a breakpoint has stopped interrupts disabled? Context: a hit in its exception. */
static __always_inline bool kpe_arch_stopped_irqs_off(struct pt_regs *regs);

/* Preempt count of code that a return probe stopped, from the current one. Context: its handler. */
static __always_inline unsigned int kpe_arch_returned_count(unsigned int count);

/* Had a function that returned interrupts disabled? Context: a hit, in the handler of a return. */
static __always_inline bool kpe_arch_returned_irqs_off(struct pt_regs *regs);

/* May a probe have put @code there, a breakpoint or a jump? Context: any. */
static __always_inline bool kpe_arch_may_be_probe(const u8 *code);

/*
 * Put what @probe has replaced into a copy of code, which begins there and has @len bytes.
 * Context: preemption is disabled, so that @probe stays.
 */
static inline void kpe_arch_original_code(const struct kprobe *probe, u8 *code, unsigned int len);

/* ----------------------------------------------------- entries of functions */

/* Holds registers that ftrace has elsewhere. */
struct kpe_entry_room;

/* The site of a function that ftrace can trace; 0 if it is not at the usual place */
unsigned long kpe_arch_site(unsigned long function);

/*
 * Bytes that the kernel keeps ahead of @function, or of where the next one would begin. They
 * are data, although in the text, and belong to the symbol before. In doubt it is code.
 */
unsigned int kpe_arch_data_ahead(unsigned long function);

/* Where a point at @addr, which patches @site, is shown, as the kernel's kprobe events are */
static __always_inline unsigned long kpe_arch_shown(unsigned long addr, unsigned long site);

/* Does a call leave the register at @offset in struct pt_regs for ftrace to pass on? */
static inline bool kpe_arch_entry_has(unsigned int offset);

/* The registers of a hit, completed in @room for perf, with 0 for unknown ones. Context: a hit. */
static __always_inline struct pt_regs *
kpe_arch_all_regs(struct pt_regs *regs, struct pt_regs *room);

#ifdef CONFIG_DYNAMIC_FTRACE
/* The registers of a call. @room is the caller's, until kpe_arch_entry_end(). Context: a hit. */
static __always_inline struct pt_regs *
kpe_arch_entry_begin(struct ftrace_regs *fregs, struct kpe_entry_room *room);

/* Give back the registers, in which a return may be hooked. Context: a hit. */
static __always_inline void
kpe_arch_entry_end(struct ftrace_regs *fregs, struct kpe_entry_room *room);
#endif

#ifdef CONFIG_ARM64
#include "arch/arm64/arch.h"
#else
#include "arch/x86/arch.h"
#endif

#endif
