/* SPDX-License-Identifier: GPL-2.0 */
/*
 * arch - the processor architectures, and how each stops the kernel at a breakpoint
 *
 * Contract: nothing outside this folder names a register, an instruction or an option of
 * an architecture. The headers here say what an architecture offers; the folder of each
 * implements them:
 *
 *	arch.h		breakpoints
 *	entry.h		entries of functions: ftrace's sites, registers, landing pads
 *	image.h		the kernel's image and its memory
 *	insn.h		instructions, by pure functions
 *	passing.h	places of parameters, by pure functions
 *	refer.h		instructions that refer to addresses, by pure functions
 *	registers.h	names of registers, a table
 *	stack.h		call stacks
 *
 * A point is shown at an address that may differ from the patched one, its site.
 */
#ifndef KPE_ARCH_H
#define KPE_ARCH_H

#include <linux/kprobes.h>
#include <linux/ptrace.h>

/* The address of a kprobe, from the registers that its handler gets. Context: a hit. */
static __always_inline unsigned long kpe_arch_stopped_at(const struct pt_regs *regs);

/* Make registers look as after a breakpoint at @addr. Context: a hit. */
static __always_inline void kpe_arch_stop_at(struct pt_regs *regs, unsigned long addr);

/* Is this the first part of a breakpoint? Context: any. */
static __always_inline bool kpe_arch_is_breakpoint(kprobe_opcode_t code);

/*
 * May a breakpoint have caused the current hit? If so, look at the code.
 * Context: a hit.
 */
static __always_inline bool kpe_arch_may_be_stopped(void);

/*
 * The preempt count of code that a breakpoint has stopped, from the current one.
 * Context: a hit within the exception of a breakpoint.
 */
static __always_inline unsigned int kpe_arch_stopped_count(unsigned int count);

/*
 * Has code that a breakpoint has stopped interrupts disabled?
 * Context: a hit within the exception of a breakpoint.
 */
static __always_inline bool kpe_arch_stopped_irqs_off(struct pt_regs *regs);

/*
 * The preempt count of code that a return probe has stopped, from the current one.
 * Context: a hit, in the handler of a return.
 */
static __always_inline unsigned int kpe_arch_returned_count(unsigned int count);

/*
 * Had a function that returned interrupts disabled?
 * Context: a hit, in the handler of a return.
 */
static __always_inline bool kpe_arch_returned_irqs_off(struct pt_regs *regs);

/* May a probe have put @code there, a breakpoint or a jump? Context: any. */
static __always_inline bool kpe_arch_may_be_probe(const u8 *code);

/*
 * Put what @probe has replaced into a copy of code, which begins there and has @len bytes.
 * Context: preemption is disabled, so that @probe stays.
 */
static inline void kpe_arch_uncover(const struct kprobe *probe, u8 *code, unsigned int len);

#ifdef CONFIG_ARM64
#include "arch/arm64/arch.h"
#else
#include "arch/x86/arch.h"
#endif

#endif
