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

/* All addresses are in the upper 2 GB. */
void kpe_refer_find(struct kpe_refer *r)
{
	unsigned int end = r->len < LONGEST ? 0 : min(r->end, r->len - LONGEST + 1);
	unsigned int i, at;

	for (i = 0; i < end; i++) {
		kpe_refer_check(r, i, field_at(r->code + i));
		at = distance_offset(r->code + i);
		if (at)
			kpe_refer_check(r, i + at, r->addr + i + at + FIELD +
						   field_at(r->code + i + at));
		else if (is_short_jump(r->code[i]))
			kpe_refer_check(r, i + 1, r->addr + i + 2 + (s8)r->code[i + 1]);
	}
}

/* A breakpoint counts as filling. */
bool kpe_refer_is_operand(const u8 *code, unsigned int len, unsigned int at)
{
	unsigned int start, end = 0, length, after;

	do {
		start = end;
		length = kpe_insn_length(code + start, len - start);
		end += length;
		if (!length)
			return true;
	} while (end <= at);
	after = end - at;
	return at > start && (after == FIELD || after == 2 * FIELD ||
			      (after == 1 && is_short_jump(code[start])));
}
