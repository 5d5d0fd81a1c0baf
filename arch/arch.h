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

/**
 * kpe_arch_stopped_at() - the address of a kprobe from a hit's registers
 * @regs: as the kprobe core passes them to a handler
 *
 * Context: a hit. Return: the address.
 */
static __always_inline unsigned long kpe_arch_stopped_at(const struct pt_regs *regs);

/**
 * kpe_arch_stop_at() - make registers look as after a breakpoint
 * @regs: changed
 * @addr: where the breakpoint would be
 *
 * Context: a hit.
 */
static __always_inline void kpe_arch_stop_at(struct pt_regs *regs, unsigned long addr);

/**
 * kpe_arch_is_breakpoint() - is this the first part of a breakpoint
 * @code: from the text
 *
 * Context: any. Return: true if it is.
 */
static __always_inline bool kpe_arch_is_breakpoint(kprobe_opcode_t code);

/**
 * kpe_arch_may_be_stopped() - may a breakpoint have caused the current hit
 *
 * Context: a hit. Return: false if it certainly has not; true: look at the code.
 */
static __always_inline bool kpe_arch_may_be_stopped(void);

/**
 * kpe_arch_stopped_count() - the preempt count of code that a breakpoint has stopped
 * @count: the current one
 *
 * Context: a hit within the exception of a breakpoint. Return: the preempt count.
 */
static __always_inline unsigned int kpe_arch_stopped_count(unsigned int count);

/**
 * kpe_arch_stopped_irqs_off() - has code that a breakpoint has stopped interrupts disabled
 * @regs: its registers
 *
 * Context: a hit within the exception of a breakpoint. Return: true if it has.
 */
static __always_inline bool kpe_arch_stopped_irqs_off(struct pt_regs *regs);

/**
 * kpe_arch_returned_count() - the preempt count of code that a return probe has stopped
 * @count: the current one
 *
 * Context: a hit, in the handler of a return. Return: the preempt count.
 */
static __always_inline unsigned int kpe_arch_returned_count(unsigned int count);

/**
 * kpe_arch_returned_irqs_off() - had a function that returned interrupts disabled
 * @regs: at the return
 *
 * Context: a hit, in the handler of a return. Return: true if it had.
 */
static __always_inline bool kpe_arch_returned_irqs_off(struct pt_regs *regs);

/**
 * kpe_arch_uncover() - put what a probe has replaced into a copy of code
 * @probe: the probe that the kprobe core knows at this place
 * @code: the copy, from the place on
 * @len: bytes of @code
 *
 * Context: preemption is disabled, so that @probe stays.
 */
static inline void kpe_arch_uncover(const struct kprobe *probe, u8 *code, unsigned int len);

#ifdef CONFIG_ARM64
#include "arch/arm64/arch.h"
#else
#include "arch/x86/arch.h"
#endif

#endif
