// SPDX-License-Identifier: GPL-2.0
/*
 * refer_test - what refers to a function: instructions written out by hand
 *
 * In the text of an instruction, "R" is the distance from the end of the four bytes to the
 * function, "T" the lower half of its address.
 */
#include <stdio.h>

#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "arch/insn.h"
#include "unit.h"

#define TEXT		0xffffffff81000000UL
#define FUNCTION	0xffffffff81234560UL
#define SPAN		5UL
#define MAX_BYTES	64
#define NOP		0x90
#define START		8	/* of the instructions; nops before them */

/* The lower half of @value; return: its bytes */
static unsigned int put(u8 *to, u64 value)
{
	u32 half = value & 0xffffffff;

	memcpy(to, &half, sizeof(half));
	return sizeof(half);
}

/* Return: the number of bytes from @at on */
static unsigned int parse(const char *text, u8 *code, unsigned int at)
{
	unsigned int n = at, byte;
	int used;

	for (; *text; text += used) {
		used = 1;
		if (*text == 'R')
			n += put(code + n, FUNCTION - (TEXT + n + 4));
		else if (*text == 'T')
			n += put(code + n, FUNCTION);
		else if (sscanf(text, " %2x%n", &byte, &used) == 1)
			code[n++] = byte;
	}
	return n - at;
}

static unsigned int nr_found;

static void count_operand(struct kpe_refer *r, unsigned int at, unsigned long target)
{
	if (target < FUNCTION || target >= FUNCTION + SPAN)
		unit_fail("a target of %lx", target);
	nr_found += kpe_refer_is_operand(r->code, r->len, at);
}

/* Return: the number of what refers */
static unsigned int count(const u8 *code, unsigned int len)
{
	struct kpe_refer r = {
		.code = code, .len = len, .end = len, .addr = TEXT, .lo = FUNCTION,
		.span = SPAN, .found = count_operand,
	};

	nr_found = 0;
	kpe_refer_find(&r);
	return nr_found;
}

/* What begins in the last bytes need not be found. */
static void want(const char *text, unsigned int wanted)
{
	unsigned int used, got, room;
	u8 code[MAX_BYTES], *copy;

	memset(code, NOP, sizeof(code));
	used = START + parse(text, code, START);
	/* nothing behind the end is read, and what is cut is not found */
	for (room = used - 4; room <= used + 8; room++) {
		copy = kmemdup(code, room, GFP_KERNEL);
		got = count(copy, room);
		kfree(copy);
		if (got > wanted || (room < used && got) || (room == used + 8 && got != wanted))
			unit_fail("%s: %u in %u bytes of %u", text, got, room, used);
	}
}

UNIT_CASE(test_references, "refer: calls, jumps and addresses")
{
	want("e8 R", 1);			/* call */
	want("e9 R", 1);			/* jmp */
	want("0f 84 R", 1);			/* je */
	want("0f 8f R", 1);			/* jg */
	want("48 8d 05 R", 1);			/* lea 0(%rip),%rax */
	want("4c 8d 3d R", 1);			/* lea 0(%rip),%r15 */
	want("48 c7 c7 T", 1);			/* mov $0,%rdi */
	want("48 c7 43 10 T", 1);		/* movq $0,0x10(%rbx) */
	want("48 c7 05 00 00 00 00 T", 1);	/* movq $0,0(%rip) */
	want("68 T", 1);			/* push $0 */
	want("48 3d T", 1);			/* cmp $0,%rax */
	want("48 81 fb T", 1);			/* cmp $0,%rbx */
}

/* Compilers put breakpoints after what does not go on. */
UNIT_CASE(test_breakpoints_between, "refer: breakpoints after returns and jumps")
{
	want("c3 cc e8 R", 1);			/* ret; call */
	want("c3 cc b0 T", 0);			/* ret; mov $.., %al, and three bytes */
	want("c3 cc cc cc cc 48 c7 c7 T", 1);
	want("c3 cc cc cc cc 83 e8 R", 0);
	want("eb 01 cc 41 c1 e8 R", 0);
}

UNIT_CASE(test_no_references, "refer: what is none")
{
	want("48 8b 05 R", 0);			/* mov 0(%rip),%rax */
	want("48 8d 45 R", 0);			/* no distance: lea 0(%rbp) */
	want("0f 1f 84 R", 0);
	want("41 c1 e8 R", 0);			/* shr $.., %r8d, and three bytes */
	want("83 e8 R", 0);			/* sub $.., %eax, likewise */
	want("b0 T", 0);			/* mov $.., %al, and three bytes */
}

/* An operand of eight bytes has the address in its lower half only. */
UNIT_CASE(test_wide_operands, "refer: operands of eight bytes")
{
	u8 code[MAX_BYTES];
	unsigned int at;

	for (at = 2; at <= 6; at++) {
		memset(code, NOP, sizeof(code));
		code[10] = 0x48;
		code[11] = 0xb9;		/* movabs */
		put(code + 10 + at, FUNCTION);
		if (count(code, sizeof(code)) != (at == 2 || at == 6))
			unit_fail("%u bytes after the start", at);
	}
}

/* The first and the last address that count, and those beside them */
UNIT_CASE(test_span, "refer: which addresses count")
{
	u8 code[MAX_BYTES];
	long by;

	for (by = -1; by <= (long)SPAN; by++) {
		memset(code, NOP, sizeof(code));
		code[10] = 0xe8;
		put(code + 11, FUNCTION + by - (TEXT + 15));
		if (count(code, sizeof(code)) != (by >= 0 && by < (long)SPAN))
			unit_fail("a call by %ld", by);
	}
}

static void count_short(struct kpe_refer *r, unsigned int at, unsigned long target)
{
	if (target != r->lo)
		unit_fail("a target of %lx", target);
	nr_found += at == 9 && kpe_refer_is_operand(r->code, r->len, at);
}

/* The functions beside it may jump to it so. */
UNIT_CASE(test_short_jumps, "refer: jumps with a distance of one byte")
{
	static const u8 opcodes[] = { 0xeb, 0x70, 0x7f, 0xe2, 0xe3 };
	int by;

	for_each_row(row, opcodes) {
		for (by = -128; by < 128; by++) {
			u8 code[MAX_BYTES];
			struct kpe_refer r = {
				.code = code, .len = sizeof(code), .end = sizeof(code),
				.addr = TEXT, .lo = TEXT + 10 + by, .span = 1,
				.found = count_short,
			};

			memset(code, NOP, sizeof(code));
			code[8] = *row;
			code[9] = by;
			nr_found = 0;
			kpe_refer_find(&r);
			if (nr_found != 1)
				unit_fail("%x by %d: %u", *row, by, nr_found);
		}
	}
}
