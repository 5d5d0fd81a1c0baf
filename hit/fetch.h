/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fetch - run the program of a hit: fetch arguments from registers and memory
 *
 * Contract: never sleeps or allocates, reads memory only by *_nofault functions, reads
 * data once and never writes past KPE_MAX_RECORD. types/program.h describes the
 * layout of records.
 */
#ifndef KPE_FETCH_H
#define KPE_FETCH_H

#include <linux/build_bug.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/thread_info.h>
#include <linux/types.h>
#include "compat/compiler.h"
#include "compat/unaligned.h"
#include "hit/nofault.h"
#include "types/program.h"

/**
 * struct kpe_hit - input of a program
 * @regs: of the probed code
 * @saved: for a return probe, data from kpe_program_enter(); else NULL
 * @ip: probe point; for a return probe the function
 * @ret_ip: for a return probe, the return address
 * @is_return: of a return probe
 * @elapsed: for a timed program, nanoseconds since function entry
 * @is_timed: @elapsed has been taken
 * @faults: number of arguments that could not be read
 */
struct kpe_hit {
	struct pt_regs *regs;
	const u8 *saved;
	unsigned long ip;
	unsigned long ret_ip;
	u64 elapsed;
	bool is_return;
	bool is_timed;
	unsigned int faults;
};

/**
 * kpe_load_number() - load a number
 * @src: its bytes
 * @size: bytes: 1, 2, 4 or 8
 *
 * Context: any. Return: the number, unsigned.
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
int kpe_program_fetch(const struct kpe_program *prog, const struct kpe_slot *slot,
		      const struct kpe_hit *hit, u8 *record, unsigned int *at);
int kpe_program_number(const struct kpe_program *prog, const struct kpe_slot *slot,
		       const struct kpe_hit *hit, u64 *value);
void kpe_program_stop_clock(const struct kpe_program *prog, struct kpe_hit *hit);
unsigned int kpe_program_run_any(const struct kpe_program *prog,
				 struct kpe_hit *hit, u8 *record);

static __always_inline unsigned long
kpe_read_register(const struct pt_regs *regs, unsigned int offset)
{
	return *(const unsigned long *)((const u8 *)regs + offset);
}

/* Like regs_get_kernel_stack_nth(): 0 if it is not on the stack */
static __always_inline unsigned long kpe_stack_word(const struct pt_regs *regs,
						    unsigned long disp)
{
	unsigned long stack = kernel_stack_pointer((struct pt_regs *)regs);
	unsigned long addr = stack + disp, word;

	if ((addr ^ stack) & ~(THREAD_SIZE - 1) ||
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

/* Return: 1 if it could not be read. @slot is no register */
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
 * struct kpe_comm - a copy of the current task's name
 * @words: the name
 * @len: bytes, with the NUL
 */
struct kpe_comm {
	unsigned long words[TASK_COMM_LEN / sizeof(long)];
	unsigned int len;
};

static_assert(TASK_COMM_LEN == 2 * sizeof(long));

/* The name may be changing. */
static __always_inline void kpe_comm_read(struct kpe_comm *comm)
{
	const unsigned long *name = (const unsigned long *)current->comm;

	comm->words[0] = get_unaligned(name);
	comm->words[1] = get_unaligned(name + 1) & (~0UL >> 8);
	comm->len = kpe_length_in(comm->words[0]);
	if (!comm->len)
		comm->len = sizeof(long) + kpe_length_in(comm->words[1]);
}

/* Store the first @n bytes of a word, at most 8. */
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

/* Writes no byte behind the name: the record may end there. */
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
 * kpe_program_plain_size() - get the size of a record
 * @prog: plain
 * @comm: filled if @prog uses the task's name
 *
 * Context: any, preemption off. Return: bytes.
 */
static __always_inline unsigned int
kpe_program_plain_size(const struct kpe_program *prog, struct kpe_comm *comm)
{
	if (likely(prog->steady || !prog->nr_comms))
		return prog->size;
	kpe_comm_read(comm);
	return prog->size + prog->nr_comms * comm->len;
}

/* Compares with @end in memory: to load it takes an instruction more. Return: *@end */
static __always_inline const struct kpe_copy *
kpe_copy_until(struct kpe_copy *const *end, unsigned int size, const struct kpe_copy *copy,
	       const struct pt_regs *regs, u8 *record)
{
	for (; copy < *end; copy++)
		kpe_put_bytes(record + copy->to, kpe_read_register(regs, copy->from), size);
	return copy;
}

static __always_inline void kpe_copy_registers(const struct kpe_program *prog,
					       const struct pt_regs *regs, u8 *record)
{
	const struct kpe_copy *copy = prog->copies;

	copy = kpe_copy_until(&prog->copies_end[3], 8, copy, regs, record);
	copy = kpe_copy_until(&prog->copies_end[2], 4, copy, regs, record);
	copy = kpe_copy_until(&prog->copies_end[1], 2, copy, regs, record);
	kpe_copy_until(&prog->copies_end[0], 1, copy, regs, record);
}

/* Return: number that could not be read */
static __always_inline unsigned int
kpe_run_others(const struct kpe_program *prog, const struct pt_regs *regs,
	       const struct kpe_comm *comm, u8 *record)
{
	const struct kpe_slot *slot = prog->slots, *end = slot + prog->nr_slots;
	unsigned int at = prog->size, faults = 0;

	for (; slot < end; slot++) {
		u8 *dst = record + slot->offset;

		if (slot->how == KPE_COMM) {
			kpe_comm_put(comm, record, at, dst);
			at += comm->len;
		} else if (slot->how > KPE_LOW_BYTES) {
			faults += kpe_fetch_plain(slot, regs, dst);
		}
	}
	return faults;
}

/**
 * kpe_program_run_plain() - fetch the arguments of a hit
 * @prog: plain
 * @regs: of the probed code
 * @comm: from kpe_program_plain_size()
 * @record: kpe_program_plain_size() bytes; written from the header on
 *
 * Context: any, preemption off; no locks. Return: number that could not be read.
 */
static __always_inline unsigned int
kpe_program_run_plain(const struct kpe_program *prog,
		      const struct pt_regs *regs, const struct kpe_comm *comm,
		      u8 *record)
{
	kpe_copy_registers(prog, regs, record);
	if (likely(prog->steady))
		return 0;
	return kpe_run_others(prog, regs, comm, record);
}

/* As kpe_program_run_any(), and faster for a plain program */
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
