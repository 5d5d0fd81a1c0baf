/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KPE_TARGET_H
#define KPE_TARGET_H

#include <linux/ptrace.h>
#include <linux/types.h>

/*
 * A probe must see the call as it is written: no inlining, no clone, all arguments. Only the
 * second kind may be called by a pointer. gcc gives no other a landing pad by itself.
 */
#ifndef __clang__
#define KPE_POINTED __attribute__((__noipa__))
#define KPE_CALLEE KPE_POINTED
#else
#define KPE_POINTED __used __attribute__((__optnone__))
#ifdef CONFIG_X86_KERNEL_IBT
#define KPE_CALLEE KPE_POINTED __attribute__((__nocf_check__))
#else
#define KPE_CALLEE KPE_POINTED
#endif
#endif

/* Offsets in kpe_target_steps(), filled by its assembly. */
extern const u32 kpe_target_steps_at[4];

long kpe_target_call_twin(long x);

/* Call a function with @x, and wait for it: in a hard interrupt, in an NMI of @cpu. */
void kpe_target_in_irq(void (*call)(long x), long x);
void kpe_target_in_nmi(unsigned int cpu, void (*call)(long x, struct pt_regs *regs), long x);

/* Offsets of the instruction in them, likewise. */
extern const u32 kpe_target_meet_at;
extern const u32 kpe_target_out_at;

/* meet.c, see target.c */
void kpe_target_run_meet(long i, unsigned long arg);
void kpe_target_run_rep(long i, unsigned long arg);
void kpe_target_end_rep(void);

/* Call kpe_typed_NAME() of strange.c; -EINVAL if there is none. */
int kpe_strange_run(const char *name);

/* Call the functions of floats.c. */
void kpe_floats_run(void);

#endif
