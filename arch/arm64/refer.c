// SPDX-License-Identifier: GPL-2.0
/*
 * An address beyond 1 MB is made by two instructions. The first gives the page (adrp), the
 * second adds what is left. The compiler may move the second away from the first.
 */
#include <linux/kernel.h>
#include "arch/refer.h"
#include "compat/unaligned.h"

#define SIZE	4
#define PAGE	4096UL

/* The signed number of @bits bits at bit @at */
static long field(u32 code, unsigned int at, unsigned int bits)
{
	return (s32)(code << (32 - at - bits)) >> (32 - bits);
}

/* The distance of adr and adrp has its lowest bits elsewhere. */
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

static u32 code_at(const struct kpe_refer *r, unsigned int at)
{
	return get_unaligned((const u32 *)(r->code + at));
}

static bool found(struct kpe_refer *r, unsigned int at, unsigned long target)
{
	if (target - r->lo >= r->span)
		return false;
	r->at = at;
	r->target = target;
	return true;
}

/* Does the code not go on behind it, or also elsewhere? */
static bool is_branch(u32 code)
{
	long distance;

	/* br, blr, ret */
	return distance_of(code, &distance) || (code & 0xfe000000) == 0xd6000000;
}

/*
 * Look for what adds to the page. Where all ways lead there, and the sum takes the place of
 * the page, nothing after it does.
 */
static bool next_pair(struct kpe_refer *r)
{
	unsigned int end = min(r->next + KPE_REFER_TAIL, r->len);
	bool is_found;
	u32 code;

	while (r->pair && r->pair + SIZE <= end) {
		code = code_at(r, r->pair);
		r->pair += SIZE;
		r->is_branched |= is_branch(code);
		if ((code & 0xffc00000) != 0x91000000 || (code >> 5 & 31) != r->reg)
			continue;
		is_found = found(r, r->next, r->page + (code >> 10 & 0xfff));
		if (!r->is_branched && (code & 31) == r->reg)
			r->pair = r->len;
		if (is_found)
			return true;
	}
	r->pair = 0;
	return false;
}

static void begin_pairs(struct kpe_refer *r, u32 code)
{
	unsigned long page = (r->addr + r->next) & ~(PAGE - 1);

	if ((code & 0x9f000000) != 0x90000000)
		return;
	r->page = page + split_field(code) * PAGE;
	r->reg = code & 31;
	r->is_branched = false;
	/* does it overlap what is asked about? */
	if (r->page + PAGE - 1 >= r->lo && r->page < r->lo + r->span)
		r->pair = r->next + SIZE;
}

/* Constants are in the code, too, as addresses. */
static bool is_pointer(struct kpe_refer *r)
{
	if ((r->addr + r->next) % 8 || r->next + 8 > r->len)
		return false;
	return found(r, r->next, get_unaligned((const u64 *)(r->code + r->next)));
}

/**
 * kpe_refer_next() - find the next that refers
 * @r: see struct kpe_refer
 *
 * Return: false at the end.
 */
bool kpe_refer_next(struct kpe_refer *r)
{
	unsigned int end = r->len < SIZE ? 0 : min(r->end, r->len - SIZE + 1);
	long distance;
	u32 code;

	for (; r->next < end; r->next += SIZE) {
		if (r->pair) {
			if (next_pair(r))
				return true;
			continue;
		}
		code = code_at(r, r->next);
		if ((distance_of(code, &distance) &&
		     found(r, r->next, r->addr + r->next + distance)) || is_pointer(r)) {
			r->next += SIZE;
			return true;
		}
		begin_pairs(r, code);
		if (r->pair && next_pair(r))
			return true;
	}
	return false;
}

/**
 * kpe_refer_is_operand() - is a word an operand of an instruction
 * @code: starts with an instruction
 * @len: bytes of @code
 * @at: offset of the word
 *
 * Return: true.
 */
bool kpe_refer_is_operand(const u8 *code, unsigned int len, unsigned int at)
{
	return true;
}
