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

static bool is_asked(const struct kpe_refer *r, unsigned long target)
{
	return target - r->lo < r->span;
}

/* Does the code not go on behind it, or also elsewhere? */
static bool is_branch(u32 code)
{
	long distance;

	/* br, blr, ret */
	return distance_of(code, &distance) || (code & 0xfe000000) == 0xd6000000;
}

/*
 * Look for what adds to the page that an instruction makes. Where all ways lead there, and
 * the sum takes the place of the page, nothing after it does.
 */
static void find_sums(struct kpe_refer *r, unsigned int at)
{
	const u32 adrp = code_at(r, at);
	const unsigned long page = ((r->addr + at) & ~(PAGE - 1)) + split_field(adrp) * PAGE;
	const unsigned int end = min(at + KPE_REFER_TAIL, r->len);
	unsigned int next;
	bool is_branched = false;
	u32 code;

	/* does it overlap what is asked about? */
	if (page + PAGE - 1 < r->lo || page >= r->lo + r->span)
		return;
	for (next = at + SIZE; next + SIZE <= end; next += SIZE) {
		code = code_at(r, next);
		is_branched |= is_branch(code);
		if ((code & 0xffc00000) != 0x91000000 || (code >> 5 & 31) != (adrp & 31))
			continue;
		if (is_asked(r, page + (code >> 10 & 0xfff)))
			r->found(r, at, page + (code >> 10 & 0xfff));
		if (!is_branched && (code & 31) == (adrp & 31))
			return;
	}
}

/* Constants are in the code, too, as addresses. */
static void find_pointer(struct kpe_refer *r, unsigned int at)
{
	u64 pointer;

	if ((r->addr + at) % 8 || at + 8 > r->len)
		return;
	pointer = get_unaligned((const u64 *)(r->code + at));
	if (is_asked(r, pointer))
		r->found(r, at, pointer);
}

/**
 * kpe_refer_find() - find what may refer to addresses
 * @r: see struct kpe_refer
 */
void kpe_refer_find(struct kpe_refer *r)
{
	unsigned int at;
	long distance;
	u32 code;

	for (at = 0; at < r->end && at + SIZE <= r->len; at += SIZE) {
		code = code_at(r, at);
		find_pointer(r, at);
		if ((code & 0x9f000000) == 0x90000000)
			find_sums(r, at);
		else if (distance_of(code, &distance) && is_asked(r, r->addr + at + distance))
			r->found(r, at, r->addr + at + distance);
	}
}

/**
 * kpe_refer_is_operand() - does what refers belong to an instruction
 * @code: starts with an instruction
 * @len: bytes of @code
 * @at: offset of what refers
 *
 * Return: true.
 */
bool kpe_refer_is_operand(const u8 *code, unsigned int len, unsigned int at)
{
	return true;
}
