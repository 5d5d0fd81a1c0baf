// SPDX-License-Identifier: GPL-2.0
/*
 * Each byte may begin an instruction, or an operand: a distance from its end, or four bytes
 * of an address in the kernel's upper 2 GB. What looks so by chance is decoded by
 * kpe_refer_is_operand().
 */
#include <linux/kernel.h>
#include "arch/insn.h"
#include "arch/refer.h"
#include "compat/unaligned.h"

#define FIELD	4	/* bytes of an operand */
#define LONGEST	6	/* bytes of an opcode and a distance */

static long field_at(const u8 *code)
{
	return (s32)get_unaligned((const u32 *)code);
}

/* Return: offset of the distance that follows a call, a jump, or lea; 0: it is none */
static unsigned int distance_offset(const u8 *code)
{
	if (code[0] == 0xe8 || code[0] == 0xe9)
		return 1;
	if ((code[0] == 0x0f && code[1] >> 4 == 8) ||
	    (code[0] == 0x8d && (code[1] & 0xc7) == 0x05))
		return 2;
	return 0;
}

/* Jumps with a distance of one byte; loop and jrcxz, too */
static bool is_short_jump(u8 code)
{
	return code == 0xeb || code >> 4 == 7 || (code & 0xfc) == 0xe0;
}

/**
 * kpe_refer_find() - find what may refer to addresses
 * @r: see struct kpe_refer; all addresses are in the upper 2 GB
 *
 * What begins in the last bytes of the code is not found.
 */
void kpe_refer_find(struct kpe_refer *r)
{
	unsigned int end = r->len < LONGEST ? 0 : min(r->end, r->len - LONGEST + 1);
	unsigned long target;
	unsigned int i, at;

	for (i = 0; i < end; i++) {
		target = field_at(r->code + i);
		if (target - r->lo < r->span)
			r->found(r, i, target);
		at = distance_offset(r->code + i);
		if (at)
			target = r->addr + i + at + FIELD + field_at(r->code + i + at);
		else if (is_short_jump(r->code[i]))
			target = r->addr + i + 2 + (s8)r->code[i + 1];
		else
			continue;
		if (target - r->lo < r->span)
			r->found(r, i + (at ?: 1), target);
	}
}

/**
 * kpe_refer_is_operand() - does what refers belong to an instruction
 * @code: starts with an instruction
 * @len: bytes of @code
 * @at: offset of what refers
 *
 * A breakpoint counts as filling: the caller has taken probes out of @code.
 *
 * Return: false if it certainly does not.
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
	return at > start && (after == FIELD || after == 2 * FIELD ||
			      (after == 1 && is_short_jump(code[start])));
}
