/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fetch - run the program of a hit: fetch arguments from registers and memory
 *
 * Contract: never sleeps or allocates, reads memory once and only by *_nofault functions, and
 * never writes past KPE_MAX_RECORD. types/program.h describes the layout of records.
 */
#ifndef KPE_FETCH_H
#define KPE_FETCH_H

#include <linux/ptrace.h>
#include <linux/types.h>
#include "compat/compiler.h"
#include "compat/unaligned.h"
#include "hit/nofault.h"
#include "types/program.h"

/* Input of a program */
struct kpe_hit {
	struct pt_regs *regs;		/* of the probed code */
	unsigned int count;		/* its preempt count */
	enum kpe_way way;
	/* these two are zeroed at once */
	unsigned int faults;		/* arguments that could not be read */
	unsigned int is_timed;		/* @elapsed has been taken */
	/* of a return probe: data from kpe_program_enter(), or NULL; the return address */
	const u8 *saved;
	unsigned long ret_ip;
	u64 elapsed;			/* of a timed program: nanoseconds since function entry */
};

/* @size: 1, 2, 4 or 8. Return: the number, unsigned */
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
unsigned int kpe_program_run(const struct kpe_program *prog, struct kpe_hit *hit, u8 *record);
/* in evaluate.c; only the operands that decide are fetched */
bool kpe_condition_holds(const struct kpe_program *prog, struct kpe_hit *hit, u8 *scratch,
			 bool *faulted);

static __always_inline unsigned long
kpe_read_register(const struct pt_regs *regs, unsigned int offset)
{
	return *(const unsigned long *)((const u8 *)regs + offset);
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

#endif
