// SPDX-License-Identifier: GPL-2.0
/* All instructions have four bytes. What is none is taken for one that does nothing. */
#include <linux/kernel.h>
#include "arch/arm64/pad.h"
#include "arch/insn.h"
#include "compat/unaligned.h"

#define SIZE	4

const unsigned int kpe_insn_alignment = SIZE;

static u32 code_at(const u8 *code)
{
	return get_unaligned((const u32 *)code);
}

unsigned int kpe_insn_length(const u8 *code, unsigned int room)
{
	return room >= SIZE ? SIZE : 0;
}

bool kpe_insn_is_filling(const u8 *code, unsigned int len)
{
	while (len >= SIZE && code_at(code + len - SIZE) == KPE_ARM64_NOP)
		len -= SIZE;
	return !len;
}

bool kpe_insn_is_patched(const u8 *code)
{
	return code_at(code) == KPE_ARM64_NOP || kpe_is_brk(code_at(code)) ||
	       kpe_is_bl(code_at(code)) || code_at(code) >> 26 == 0x05;
}

/*
 * A breakpoint may hide the instruction that makes the frame, behind the one that stores
 * it. A frame that is removed for a return is there again behind that.
 */
bool kpe_insn_has_frame(const u8 *code, unsigned int len)
{
	bool stored = false, made = false, removed = false;
	unsigned int at;
	u32 insn;

	for (at = 0; at + SIZE <= len; at += SIZE) {
		insn = code_at(code + at);
		/* stp x29, x30, [sp, ...], in each of its forms; the same of ldp */
		stored |= (insn & 0xfe407fff) == 0xa8007bfd;
		removed |= (insn & 0xfe407fff) == 0xa8407bfd;
		/* mov x29, sp, or an addition in its place */
		made |= (insn & 0xffc003ff) == 0x910003fd || (stored && kpe_is_brk(insn));
		/* ret, br, eret; b */
		if ((insn >> 25 == 0x6b && (insn >> 21 & 7) != 1) || insn >> 26 == 0x05)
			removed = false;
	}
	return made && !removed;
}

/* ------------------------------------------------------- what they refer to */

/*
 * An address beyond 1 MB is made by two instructions. The first gives the page (adrp), the
 * second adds what is left. The compiler may move the second away from the first.
 */
#define PAGE	4096UL

/* The signed number of @bits bits at bit @at */
static long field(u32 code, unsigned int at, unsigned int bits)
{
	return (s32)(code << (32 - at - bits)) >> (32 - bits);
}

/* That of adr and adrp has its lowest bits elsewhere. */
static long split_field(u32 code)
{
	return field(code, 5, 19) * 4 + (code >> 29 & 3);
}

/* Return: false if the instruction has no distance */
static bool distance_of(u32 code, long *distance)
{
	/* b and bl; b.cond; cbz and cbnz; tbz and tbnz; adr */
	if ((code & 0x7c000000) == 0x14000000)
		*distance = SIZE * field(code, 0, 26);
	else if ((code & 0xff000000) == 0x54000000 || (code & 0x7e000000) == 0x34000000)
		*distance = SIZE * field(code, 5, 19);
	else if ((code & 0x7e000000) == 0x36000000)
		*distance = SIZE * field(code, 5, 14);
	else if ((code & 0x9f000000) == 0x10000000)
		*distance = split_field(code);
	else
		return false;
	return true;
}

/*
 * Look for what adds to the page that an instruction makes. Where all ways lead there, and
 * the sum takes the place of the page, nothing after it does.
 */
static void find_sums(struct kpe_refer *r, unsigned int at)
{
	const u32 adrp = code_at(r->code + at);
	const unsigned long page = ((r->addr + at) & ~(PAGE - 1)) + split_field(adrp) * PAGE;
	const unsigned int end = min(at + KPE_REFER_TAIL, r->len);
	unsigned int next;
	bool is_branched = false;
	long distance;
	u32 code;

	/* does it overlap what is asked about? */
	if (page + PAGE - 1 < r->lo || page >= r->lo + r->span)
		return;
	for (next = at + SIZE; next + SIZE <= end; next += SIZE) {
		code = code_at(r->code + next);
		/* it may go on elsewhere: a distance; br, blr, ret */
		is_branched |= distance_of(code, &distance) || (code & 0xfe000000) == 0xd6000000;
		if ((code & 0xffc00000) != 0x91000000 || (code >> 5 & 31) != (adrp & 31))
			continue;
		kpe_refer_check(r, at, page + (code >> 10 & 0xfff));
		if (!is_branched && (code & 31) == (adrp & 31))
			return;
	}
}

/* Constants are in the code, too, as addresses. */
void kpe_refer_find(struct kpe_refer *r)
{
	unsigned int at;
	long distance;
	u32 code;

	for (at = 0; at < r->end && at + SIZE <= r->len; at += SIZE) {
		code = code_at(r->code + at);
		if ((code & 0x9f000000) == 0x90000000)
			find_sums(r, at);
		else if (distance_of(code, &distance))
			kpe_refer_check(r, at, r->addr + at + distance);
		if ((r->addr + at) % 8 == 0 && at + 8 <= r->len)
			kpe_refer_check(r, at, get_unaligned((const u64 *)(r->code + at)));
	}
}

/* Instructions are where their addresses say. */
bool kpe_refer_is_operand(const u8 *code, unsigned int len, unsigned int at)
{
	return true;
}
