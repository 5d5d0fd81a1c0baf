// SPDX-License-Identifier: GPL-2.0
/* fetch_condition_test - what a condition decides, on a machine with holes */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/kernel.h>

#include "definition_unit.h"
#include "fetch_unit.h"
#include "hit/fetch.h"
#include "random.h"
#include "unit.h"

/**
 * struct decision - a condition and what becomes of it
 * @text: the condition; %di is 7, %si -3, %dx a text, %cx 0
 * @holds: the hit is recorded
 * @faults: an operand could not be read
 */
struct decision {
	const char *text;
	bool holds;
	bool faults;
};

static const struct decision decisions[] = {
	{ "%di == 7", true }, { "%di == 8", false }, { "%di != 8", true },
	{ "%di < 8", true }, { "%di < 7", false }, { "%di <= 7", true },
	{ "%di < 8ns", true }, { "%di < 7ns", false }, { "%di < 1us && \\8192 == 8K", true },
	{ "\\1000 == 1us && \\1000000 == 1ms && \\1000000000 == 1s", true },
	{ "\\1024 == 1K && \\1048576 == 1M && \\1073741824 == 1G", true },
	{ "\\8192 >= 0x2K", true }, { "%di > 6", true }, { "%di > 7", false }, { "%di >= 7", true },
	{ "%di & 8", false }, { "%di & 4", true }, { "%di==0x7", true },
	/* a word without a type is what the constant is; types are test_arithmetic */
	{ "%si < 0", true }, { "%si == -3", true }, { "%si > 0", true }, { "%di >= -0", true },
	{ "%si:s8 < %di:u8", true }, { "%si:u8 < %di:u8", false },
	{ "%si:s8 == %si:s64", true }, { "%si:s8 == %si:u64", false },
	{ "%si:s8 == %si:u8", false }, { "%si:errno == 0xfffffffd", true },
	{ "%di:b2@1/8 == 3", true }, { "%si:u8 & -259", true }, { "%si:u8 & -254", false },
	/* logic */
	{ "!%di == 7", false }, { "!!%di == 7", true }, { "!(%di == 8)", true },
	{ "%di == 1 || %di == 7", true }, { "%di == 7 && %si == 1", false },
	{ "%di == 7 || %di == 1 && %di == 2", true },
	{ "(%di == 7 || %di == 1) && %di == 2", false },
	{ "!(%di == 1 || %di == 2) && !(%di == 7 && %si == 1)", true },
	{ "!(!(%di == 7) || !(%si == -3))", true },
	{ "%di == 1 || (%di == 2 || (%di == 3 || %di == 7))", true },
	{ "%di == 1 && %di == 2 || %di == 7 && %si == -3", true },
	/* texts */
	{ "+0(%dx):string == \"some text\"", true }, { "+0(%dx):string == \"some texts\"", false },
	{ "+0(%dx):string != \"some\"", true },
	{ "+0(%dx):string ~ \"*text\"", true }, { "+0(%dx):string ~ \"text\"", false },
	{ "+0(%dx):string == +0(%dx):string", true }, { "+0(%dx):string == +1(%dx):string", false },
	{ "$comm == \"unit\"", true }, { "+0(%dx):u8 == 115 && +0(%dx):string ~ \"s*\"", true },
	/* braces in quotes */
	{ "($comm == \")\" || %di == 7)", true }, { "($comm == \"((\") || %di == 7", true },
	/* the other quotes */
	{ "$comm == 'unit'", true }, { "$comm == 'a \" b' || %di == 7", true },
	{ "($comm == ')' || $comm != \"'\")", true }, { "$comm ~ 'u[m-o]*'", true },
	/* addresses, where no comparison can be */
	{ "&known == &known && &known+4 > &known", true }, { "%di == &known", false },
	{ "%di==7&&&known!=0", true }, { "(&known != 0 && !(&known == %di))", true },
	{ "&known & 0x1000 || &known+4096 & 0x1000", true }, { "%di & &known", false },
	/* a word in hex, as an export writes it */
	{ "%si:x64 < 0", true }, { "%si:x64 > -4 && %si:x64 == -3", true },
	/* stacks */
	{ "$kstack ~ \"f100\"", true }, { "$kstack == \"f200\"", true },
	{ "$kstack == \"f300\"", true }, { "$kstack == \"f3\"", false },
	{ "$kstack ~ \"f[3-4]*\"", true }, { "$kstack ~ \"f[4-9]*\"", false },
	{ "$kstack ~ \"*mod*\"", false }, { "$kstack != \"f200\"", false },
	{ "$kstack != \"f20\"", true }, { "$kstack[1] == \"f200\"", false },
	{ "$kstack[2] == \"f200\" && $kstack[2] != \"f300\"", true },
	{ "!($kstack ~ \"f*\") || $kstack == \"f0\"", false },
	/* what cannot be read */
	{ "+0(%cx):u8 == 0", false, true }, { "+0(%cx):u8 != 0", false, true },
	{ "!(+0(%cx):u8 == 0)", true, true }, { "%di == 7 || +0(%cx):u8 == 0", true },
	{ "+0(%cx):u8 == 0 || %di == 7", true, true },
	{ "+0(%cx):string == \"\"", false, true }, { "+0(%cx):string != \"x\"", false, true },
	{ "%di == +0(%cx):u8 || %di == 7", true, true },
	{ "+0(%dx):string == +0(%cx):string", false, true },
	{ "+0(+0(%cx)):u8 == 1 || +0(%cx):b1@0/8 == 1 || %di == 7", true, true },
};

static void decide(const struct decision *d, const char *kind)
{
	char *text = format("%s f if %s", kind, d->text);
	bool holds, faulted = false;
	struct fetched f;

	if (fetched_open(&f, text)) {
		f.regs.di = 7;
		f.regs.si = -3;
		f.regs.dx = (unsigned long)KERNEL(1);
		f.regs.cx = 0;
		strcpy((char *)KERNEL(1), "some text");
		holds = kpe_condition_holds(f.prog, &f.hit, record, &faulted);
		if (holds != d->holds)
			unit_fail("%s: %d", text, holds);
		/* what that has found out about addresses is kept */
		if (kpe_condition_holds(f.prog, &f.hit, record, &faulted) != holds)
			unit_fail("%s: not %d again", text, holds);
		if (faulted != d->faults)
			unit_fail("%s: faults: %d", text, faulted);
	}
	fetched_close(&f);
	free(text);
}

UNIT_CASE(test_decisions, "condition: what is decided")
{
	for_each_row(row, decisions)
		decide(row, "p");
}

/* Each program asks for itself, once for the kernel's functions, and each time for others. */
UNIT_CASE(test_kept_verdicts, "condition: what is known of addresses")
{
	static const struct {
		const char *text;
		unsigned int asked[2];
	} stacks[] = {
		{ "$kstack == \"f100\"", { 1, 0 } }, { "$kstack == \"f200\"", { 2, 0 } },
		{ "$kstack ~ \"f3*\"", { 3, 1 } }, { "$kstack == \"f100\"", { 1, 0 } },
		{ "$kstack != \"f1\" && $kstack[2] ~ \"f2*\"", { 5, 1 } },
	};
	bool faulted = false;
	struct fetched f;
	size_t n;

	for_each_row(row, stacks) {
		char *text = format("p f if %s", row->text);

		for (n = 0; (n || fetched_open(&f, text)) && n < 2; n++) {
			machine.nr_names = 0;
			kpe_condition_holds(f.prog, &f.hit, record, &faulted);
			if (machine.nr_names != row->asked[n])
				unit_fail("%s: %u names", text, machine.nr_names);
		}
		fetched_close(&f);
		free(text);
	}
}

/* ------------------------------------------------------- against arithmetic */

#define ROUNDS	20000

static const char * const signs[] = { "==", "!=", "<", "<=", ">", ">=", "&" };

/**
 * struct compared - a number of some bits and a constant
 * @kind: of the number: 'u', 's', 'x', 'b' or 'z' for bits with a sign
 * @width: bits of the number
 * @word: the register that it is the lowest bits of
 * @constant: a whole number, which fits no type of C
 * @hex: @constant is written so
 * @sign: index in signs
 */
struct compared {
	char kind;
	unsigned int width;
	u64 word;
	__int128 constant;
	bool hex;
	unsigned int sign;
};

static __int128 power(unsigned int n)
{
	return (__int128)1 << n;
}

static bool is_of_order(const struct compared *c)
{
	return c->sign > 1 && c->sign < 6;
}

/* A word in hexadecimal is signed where only that makes sense, see definitions.rst. */
static bool has_sign(const struct compared *c)
{
	if (c->kind != 'x')
		return c->kind == 's' || c->kind == 'z';
	return c->constant < 0 || (!c->constant && is_of_order(c) && c->sign != 4);
}

static __int128 value_of(const struct compared *c)
{
	const __int128 bits = c->word & (power(c->width) - 1);

	return has_sign(c) && bits >= power(c->width - 1) ? bits - power(c->width) : bits;
}

/* The constant, or the number whose bits it is */
static bool is_equal(const struct compared *c)
{
	const __int128 value = value_of(c), n = c->constant;

	if (has_sign(c))
		return value == n || (c->hex && n >= 0 && n < power(c->width) &&
				      value == n - power(c->width));
	return value == n || (n < 0 && n >= -power(c->width - 1) && value == n + power(c->width));
}

static bool holds(const struct compared *c)
{
	const __int128 value = value_of(c);

	switch (c->sign) {
	case 0:
		return is_equal(c);
	case 1:
		return !is_equal(c);
	case 2:
		return value < c->constant;
	case 3:
		return value <= c->constant;
	case 4:
		return value > c->constant;
	case 5:
		return value >= c->constant;
	default:
		return (u64)value & (u64)c->constant;
	}
}

/* Numbers at which something ends are the most. */
static __int128 random_number(unsigned int width)
{
	const int near = (int)below(7) - 3;

	switch (below(4)) {
	case 0:
		return near;
	case 1:
		return power(width) + near;
	case 2:
		return power(width - 1) + near;
	default:
		return random_word() >> below(64);
	}
}

static struct compared random_comparison(void)
{
	static const unsigned int widths[] = { 8, 16, 32, 64 };
	struct compared c = {
		.kind = "usxbz"[below(5)], .width = widths[below(4)], .hex = percent(50),
		.sign = below(ARRAY_SIZE(signs)),
	};

	if (c.kind == 'b' || c.kind == 'z')
		c.width = 1 + below(63);
	c.constant = random_number(c.width);
	if (percent(50))
		c.constant = -c.constant;
	if (c.constant >= power(64) || c.constant < -power(63))
		c.constant = (long)c.constant;
	c.word = percent(50) ? random_number(c.width) : c.constant + below(3) - 1;
	return c;
}

static char *line_of(const struct compared *c)
{
	const bool negative = c->constant < 0;
	const u64 number = negative ? -c->constant : c->constant;
	char type[16];

	if (c->kind == 'b' || c->kind == 'z')
		snprintf(type, sizeof(type), "%sb%u@0/64", c->kind == 'z' ? "s" : "", c->width);
	else
		snprintf(type, sizeof(type), "%c%u", c->kind, c->width);
	return format(c->hex ? "p f if %%di:%s %s %s0x%llx" : "p f if %%di:%s %s %s%llu", type,
		      signs[c->sign], negative ? "-" : "", number);
}

UNIT_CASE(test_arithmetic, "condition: as whole numbers compare")
{
	unsigned int i;

	random_seed(0x636f6e646974696fULL);
	for (i = 0; i < ROUNDS; i++) {
		const struct compared c = random_comparison();
		char *text = line_of(&c);
		bool faulted = false;
		struct fetched f;

		if (fetched_open(&f, text)) {
			f.regs.di = c.word;
			if (kpe_condition_holds(f.prog, &f.hit, record, &faulted) != holds(&c))
				unit_fail("%s, of 0x%llx: %d", text, c.word, !holds(&c));
		}
		fetched_close(&f);
		free(text);
	}
}
