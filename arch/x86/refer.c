// SPDX-License-Identifier: GPL-2.0
/*
 * An operand of four bytes is at any offset. It is a distance from its end, or an address
 * of the kernel's upper 2 GB, of which an operand of eight bytes has the same lower half.
 * What is before a distance is looked at, too. The bytes of a function's few first
 * addresses are hardly ever there by chance.
 *
 * A probe replaces the first byte of an instruction by a breakpoint.
 */
#include <linux/kernel.h>
#include "arch/insn.h"
#include "arch/refer.h"
#include "compat/unaligned.h"

#define FIELD	4	/* bytes of an operand */
#define BREAK	0xcc

/* Do these bytes end with the opcode of a call, a jump, or lea of a distance? */
static bool takes_distance(const u8 *field)
{
	u8 last = field[-1], before = field[-2];

	if (last == 0xe8 || last == 0xe9 || last == BREAK)
		return true;
	if (last >> 4 == 8 && (before == 0x0f || before == BREAK))
		return true;
	return before == 0x8d && (last & 0xc7) == 0x05;
}

static bool found(struct kpe_refer *r, unsigned int at, unsigned long target)
{
	r->at = at;
	r->next = at + 1;
	r->target = target;
	return true;
}

/**
 * kpe_refer_next() - find the next that refers
 * @r: see struct kpe_refer; all addresses are in the upper 2 GB
 *
 * Short jumps are not found.
 *
 * Return: false at the end.
 */
bool kpe_refer_next(struct kpe_refer *r)
{
	const u32 lo = r->lo, span = r->span;
	const u32 here = (u32)r->addr + FIELD - lo;
	unsigned int end = r->len < FIELD ? 0 : min(r->end, r->len - FIELD + 1);
	unsigned int i;
	u32 word;

	for (i = r->next; i < end; i++) {
		word = get_unaligned((const u32 *)(r->code + i));
		if (word - lo < span)
			return found(r, i, (long)(s32)word);
		if (word + here + i < span && takes_distance(r->code + i))
			return found(r, i, r->addr + i + FIELD + (long)(s32)word);
	}
	return false;
}

/**
 * kpe_refer_is_operand() - is a word an operand of an instruction
 * @code: starts with an instruction
 * @len: bytes of @code
 * @at: offset of the word
 *
 * A breakpoint counts as filling: the caller has taken probes out of @code.
 *
 * Return: false if it certainly is none.
 */
bool kpe_refer_is_operand(const u8 *code, unsigned int len, unsigned int at)
{
	struct kpe_walk walk = { .code = code, .len = len };
	unsigned int start = 0, after;

	while (walk.end <= at) {
		start = walk.end;
		if (!kpe_insn_next(&walk))
			return true;
	}
	after = walk.end - at;
	return at > start && (after == FIELD || after == 2 * FIELD);
}
