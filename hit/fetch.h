/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fetch - a hit runs a program: from registers and memory to arguments
 *
 * Contract: never sleeps, never allocates, touches memory by *_nofault reads only, goes
 * over the data once and never writes past KPE_MAX_RECORD. types/program.h says how a
 * record is laid out.
 */
#ifndef KPE_FETCH_H
#define KPE_FETCH_H

#include <linux/build_bug.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/thread_info.h>
#include <linux/types.h>
#include "compat/unaligned.h"
#include "hit/nofault.h"
#include "types/program.h"

/**
 * struct kpe_hit - what a program may look at
 * @regs: of the probed code
 * @saved: of a return probe, what kpe_program_enter() saved; else NULL
 * @ip: the probe point; of a return probe the function
 * @ret_ip: of a return probe, where it returns to
 * @elapsed: of a timed program, nanoseconds since the entry
 * @faults: counts arguments that could not be read
 */
struct kpe_hit {
	struct pt_regs *regs;
	const u8 *saved;
	unsigned long ip;
	unsigned long ret_ip;
	u64 elapsed;
	unsigned int faults;
};

/**
 * kpe_load_number() - a number of a record
 * @src: its bytes
 * @size: how many: 1, 2, 4 or 8
 *
 * Context: any. Return: the number, without sign.
 */
static __always_inline u64 kpe_load_number(const u8 *src, unsigned int size)
{
	switch (size) {
	case 1:
		return *src;
	case 2:
		return get_unaligned((const u16 *)src);
	case 4:
		return get_unaligned((const u32 *)src);
	default:
		return get_unaligned((const u64 *)src);
	}
}

void kpe_program_enter(const struct kpe_program *prog, struct pt_regs *regs,
		       u8 *saved);
unsigned int kpe_program_run_any(const struct kpe_program *prog,
				 struct kpe_hit *hit, u8 *record);

static __always_inline unsigned long
kpe_read_register(const struct pt_regs *regs, unsigned int offset)
{
	return *(const unsigned long *)((const u8 *)regs + offset);
}

/* As regs_get_kernel_stack_nth() has it: 0 is what is not on the stack. */
static __always_inline unsigned long kpe_stack_word(const struct pt_regs *regs,
						    unsigned long disp)
{
	unsigned long addr = regs->sp + disp, word;

	if ((addr ^ regs->sp) & ~(THREAD_SIZE - 1) ||
	    kpe_read_word(&word, addr, false))
		return 0;
	return word;
}

/* Return: 1 if it could not be read. */
static __always_inline unsigned int kpe_fetch_near(const struct kpe_slot *slot,
						   unsigned long addr, u8 *dst)
{
	if (likely(!kpe_read_number(dst, addr, slot->type.size, false)))
		return 0;
	memset(dst, 0, slot->type.size);
	return 1;
}

/* Return: 1 if it could not be read. */
static __always_inline unsigned int kpe_fetch_plain(const struct kpe_slot *slot,
						    const struct pt_regs *regs,
						    u8 *dst)
{
	unsigned long word;

	if (unlikely(slot->how == KPE_STACK_WORD)) {
		word = kpe_stack_word(regs, slot->disp);
	} else {
		word = kpe_read_register(regs, slot->reg);
		if (slot->how == KPE_NEAR_NUMBER)
			return kpe_fetch_near(slot, word + slot->disp, dst);
	}
	put_unaligned(word, (unsigned long *)dst);
	return 0;
}

/**
 * struct kpe_comm - the name of the current task, at one moment
 * @words: its bytes
 * @len: of them, with the NUL
 */
struct kpe_comm {
	unsigned long words[TASK_COMM_LEN / sizeof(long)];
	unsigned int len;
};

static_assert(TASK_COMM_LEN == 2 * sizeof(long));

/* Somebody may be writing it. */
static __always_inline void kpe_comm_read(struct kpe_comm *comm)
{
	const unsigned long *name = (const unsigned long *)current->comm;

	comm->words[0] = get_unaligned(name);
	comm->words[1] = get_unaligned(name + 1) & (~0UL >> 8);
	comm->len = kpe_length_in(comm->words[0]);
	if (!comm->len)
		comm->len = sizeof(long) + kpe_length_in(comm->words[1]);
}

/* The first @n bytes of a word, at most all of them */
static __always_inline void kpe_put_bytes(u8 *dst, u64 word, unsigned int n)
{
	if (n & 8) {
		put_unaligned(word, (u64 *)dst);
		return;
	}
	if (n & 4) {
		put_unaligned((u32)word, (u32 *)dst);
		dst += 4;
		word >>= 32;
	}
	if (n & 2) {
		put_unaligned((u16)word, (u16 *)dst);
		dst += 2;
		word >>= 16;
	}
	if (n & 1)
		*dst = word;
}

/* Not a byte behind it: the record may end there. */
static __always_inline void kpe_comm_put(const struct kpe_comm *comm,
					 u8 *record, unsigned int at, u8 *loc)
{
	put_unaligned(comm->len << 16 | at, (u32 *)loc);
	if (comm->len <= sizeof(long)) {
		kpe_put_bytes(record + at, comm->words[0], comm->len);
		return;
	}
	put_unaligned(comm->words[0], (unsigned long *)(record + at));
	kpe_put_bytes(record + at + sizeof(long), comm->words[1],
		      comm->len - sizeof(long));
}

/**
 * kpe_program_plain_size() - how long will a record be
 * @prog: a plain one
 * @comm: filled if it wants the name of the task
 *
 * Context: any, preemption off. Return: bytes.
 */
static __always_inline unsigned int
kpe_program_plain_size(const struct kpe_program *prog, struct kpe_comm *comm)
{
	if (likely(!prog->nr_comms))
		return prog->size;
	kpe_comm_read(comm);
	return prog->size + prog->nr_comms * comm->len;
}

/**
 * kpe_program_run_plain() - fetch the arguments of a hit
 * @prog: a plain one
 * @regs: of the probed code
 * @comm: from kpe_program_plain_size()
 * @record: as many bytes as that has said; all of it from the header on is
 *	written
 *
 * Context: any, preemption off; no locks. Return: how many could not be read.
 */
static __always_inline unsigned int
kpe_program_run_plain(const struct kpe_program *prog,
		      const struct pt_regs *regs, const struct kpe_comm *comm,
		      u8 *record)
{
	const struct kpe_slot *slot = prog->slots, *end = slot + prog->nr_slots;
	unsigned int at = prog->size, faults = 0;

	for (; slot < end; slot++) {
		u8 *dst = record + slot->offset;

		if (likely(slot->how == KPE_REGISTER)) {
			put_unaligned(kpe_read_register(regs, slot->reg),
				      (unsigned long *)dst);
		} else if (slot->how == KPE_COMM) {
			kpe_comm_put(comm, record, at, dst);
			at += comm->len;
		} else {
			faults += kpe_fetch_plain(slot, regs, dst);
		}
	}
	return faults;
}

/**
 * kpe_program_run() - fetch the arguments of a hit
 * @prog: program
 * @hit: registers, and what else the hit has; faults are added to it
 * @record: where the record begins
 *
 * See kpe_program_run_any().
 */
static __always_inline unsigned int
kpe_program_run(const struct kpe_program *prog, struct kpe_hit *hit, u8 *record)
{
	struct kpe_comm comm __uninitialized;
	unsigned int size;

	if (!prog->plain)
		return kpe_program_run_any(prog, hit, record);
	size = kpe_program_plain_size(prog, &comm);
	hit->faults += kpe_program_run_plain(prog, hit->regs, &comm, record);
	return size;
}

#endif
