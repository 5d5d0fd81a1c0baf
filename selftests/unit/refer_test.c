// SPDX-License-Identifier: GPL-2.0
/*
 * refer_test - what refers to a function: instructions written out by hand, and data
 *
 * In the text of an instruction, "R" is the distance from the end of the four bytes to the
 * function, "T" the lower half of its address.
 */
#include <stdio.h>

#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "arch/refer.h"
#include "places/words.h"
#include "unit.h"

#define TEXT		0xffffffff81000000UL
#define FUNCTION	0xffffffff81234560UL
#define SPAN		5UL
#define MAX_BYTES	64
#define NOP		0x90

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

/* Return: the number of what may refer; @is_decoded: and does, from the start of the code on */
static unsigned int count(const u8 *code, unsigned int len, bool is_decoded)
{
	struct kpe_refer r = {
		.code = code, .len = len, .addr = TEXT, .lo = FUNCTION, .span = SPAN,
		.next = KPE_REFER_HEAD, .end = len,
	};
	unsigned int n = 0;

	while (kpe_refer_next(&r)) {
		if (r.target < FUNCTION || r.target >= FUNCTION + SPAN)
			unit_fail("a target of %lx", r.target);
		n += !is_decoded || kpe_refer_is_operand(code, len, r.at);
	}
	return n;
}

static void want_of(const char *text, unsigned int wanted, bool is_decoded)
{
	unsigned int used, got, room;
	u8 code[MAX_BYTES], *copy;

	memset(code, NOP, sizeof(code));
	used = KPE_REFER_HEAD + parse(text, code, KPE_REFER_HEAD);
	/* nothing behind the end is read, and what is cut is not found */
	for (room = used - 4; room <= used + 2; room++) {
		copy = kmemdup(code, room, GFP_KERNEL);
		got = count(copy, room, is_decoded);
		kfree(copy);
		if (got != (room >= used ? wanted : 0))
			unit_fail("%s: %u in %u bytes of %u", text, got, room, used);
	}
}

static void want(const char *text, unsigned int wanted)
{
	want_of(text, wanted, true);
}

static void want_candidate(const char *text)
{
	want_of(text, 1, false);
}

static void test_references(void)
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

/* A breakpoint is in the place of the first byte. What follows cannot be decoded. */
static void test_references_under_probes(void)
{
	want_candidate("cc R");
	want_candidate("cc 84 R");
	want_candidate("cc 8d 05 R");
	want_candidate("cc c7 c7 T");
}

/* Compilers put breakpoints after what does not go on. */
static void test_breakpoints_between(void)
{
	want("c3 cc e8 R", 1);			/* ret; call */
	want("c3 cc b0 T", 0);			/* ret; mov $.., %al, and three bytes */
	want("c3 cc cc cc cc 48 c7 c7 T", 1);
	want("c3 cc cc cc cc 83 e8 R", 0);
	want("eb 01 cc 41 c1 e8 R", 0);
}

static void test_no_references(void)
{
	want("48 8b 05 R", 0);			/* mov 0(%rip),%rax */
	want("48 8d 45 R", 0);			/* no distance: lea 0(%rbp) */
	want("0f 1f 84 R", 0);
	want("41 c1 e8 R", 0);			/* shr $.., %r8d, and three bytes */
	want("83 e8 R", 0);			/* sub $.., %eax, likewise */
	want("b0 T", 0);			/* mov $.., %al, and three bytes */
}

/* An operand of eight bytes has the address in its lower half only. */
static void test_wide_operands(void)
{
	u8 code[MAX_BYTES];
	unsigned int at;

	for (at = 2; at <= 6; at++) {
		memset(code, NOP, sizeof(code));
		code[10] = 0x48;
		code[11] = 0xb9;		/* movabs */
		put(code + 10 + at, FUNCTION);
		if (count(code, sizeof(code), true) != (at == 2 || at == 6))
			unit_fail("%u bytes after the start", at);
	}
}

/* The first and the last address that count, and those beside them */
static void test_span(void)
{
	u8 code[MAX_BYTES];
	long by;

	for (by = -1; by <= (long)SPAN; by++) {
		memset(code, NOP, sizeof(code));
		code[10] = 0xe8;
		put(code + 11, FUNCTION + by - (TEXT + 15));
		if (count(code, sizeof(code), true) != (by >= 0 && by < (long)SPAN))
			unit_fail("a call by %ld", by);
	}
}

/* -------------------------------------------------------------------- words */

#define DATA	0xffffffff82000000UL

static bool next_word(const u8 *data, unsigned int len, struct kpe_words *w)
{
	*w = (struct kpe_words){
		.data = data, .len = len, .addr = DATA, .lo = FUNCTION, .span = 1,
	};
	return kpe_words_next(w);
}

static void want_word(const u8 *data, unsigned int at, bool is_distance)
{
	struct kpe_words w;

	if (!next_word(data, MAX_BYTES, &w) || w.at != at || w.is_distance != is_distance ||
	    w.target != FUNCTION)
		unit_fail("%u: at %u, %d", at, w.at, w.is_distance);
	if (kpe_words_next(&w))
		unit_fail("one more at %u", w.at);
	if (next_word(data, at + 7, &w))
		unit_fail("%u: beyond the end", at);
}

static void test_words(void)
{
	u64 pointer = FUNCTION;
	unsigned int at;
	u8 *data;

	for (at = 0; at + 8 <= MAX_BYTES; at += 4) {
		data = kzalloc(MAX_BYTES, GFP_KERNEL);
		memcpy(data + at, &pointer, sizeof(pointer));
		want_word(data, at, false);
		memset(data + at, 0, sizeof(pointer));
		put(data + at, FUNCTION - (DATA + at));
		want_word(data, at, true);
		kfree(data);
	}
}

/* Half of an address is none, and one beside it neither. */
static void test_no_words(void)
{
	u8 data[MAX_BYTES] = {};
	struct kpe_words w;

	put(data + 16, FUNCTION);
	if (next_word(data, sizeof(data), &w))
		unit_fail("half of an address");
	put(data + 16, FUNCTION + 1);
	put(data + 20, ~0U);
	if (next_word(data, sizeof(data), &w))
		unit_fail("the next address");
}

#define CASE(text, function) { "refer: " text, function }

static const struct unit_case cases[] = {
	CASE("calls, jumps and addresses", test_references),
	CASE("those with a probe on them", test_references_under_probes),
	CASE("breakpoints after returns and jumps", test_breakpoints_between),
	CASE("what is none", test_no_references),
	CASE("operands of eight bytes", test_wide_operands),
	CASE("which addresses count", test_span),
	CASE("pointers and distances", test_words),
	CASE("no pointers and distances", test_no_words),
};

int main(void)
{
	return unit_main(cases, ARRAY_SIZE(cases));
}
