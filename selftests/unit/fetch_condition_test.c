// SPDX-License-Identifier: GPL-2.0
/*
 * fetch_condition_test - what a condition decides, on a machine with holes
 */
#include <stdlib.h>
#include <string.h>

#include <linux/kernel.h>

#include "definition_unit.h"
#include "fetch_unit.h"
#include "hit/decide.h"
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
	{ "%di > 6", true }, { "%di > 7", false }, { "%di >= 7", true },
	{ "%di & 8", false }, { "%di & 4", true }, { "%di==0x7", true },
	/* signs: a word without a type is what the constant is */
	{ "%si < 0", true }, { "%si == -3", true }, { "%si > 0", true },
	{ "%si:u64 < 0", false }, { "%si:s32 < 0", true }, { "%si:u8 == 253", true },
	{ "%si:u8 == -3", true }, { "%si:u8 != -3", false }, { "%si:u8 > -3", true },
	{ "%si:s8 < %di:u8", true }, { "%si:u8 < %di:u8", false },
	{ "%si:s8 == %si:s64", true }, { "%si:s8 == %si:u64", false },
	{ "%di >= -0", true }, { "%si:s64 >= -9223372036854775808", true },
	{ "%di <= 18446744073709551615", true },
	/* a constant in hexadecimal may be the bits of a negative number, a decimal one is not */
	{ "%si:s8 == 0xfd", true }, { "%si:s8 == 253", false }, { "%si:s8 != 0xfd", false },
	{ "%si:s32 == 0xfffffffd", true }, { "%si:s32 != 4294967293", true },
	{ "%si:s64 == 0xfffffffffffffffd", true }, { "%si:s8 == 0x1fd", false },
	{ "%si:s64 == 18446744073709551613", false },
	{ "%si:s32 == 0xfd", false }, { "%si:s8 < 0xfd", true }, { "%di:s8 == 7", true },
	{ "%si:errno == 0xfffffffd", true }, { "%si:s8 == %si:u8", false },
	{ "%si:sb3@0/8 == 0x5", true }, { "%si:sb3@0/8 == 5", false }, { "%si:b3@0/8 == -3", true },
	/* bits */
	{ "%di:b2@1/8 == 3", true }, { "%si:sb3@0/8 == -3", true },
	{ "%si:b3@0/8 == 5", true },
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
	{ "+0(%dx):string == \"some text\"", true },
	{ "+0(%dx):string == \"some texts\"", false },
	{ "+0(%dx):string != \"some\"", true },
	{ "+0(%dx):string ~ \"*text\"", true }, { "+0(%dx):string ~ \"text\"", false },
	{ "+0(%dx):string == +0(%dx):string", true },
	{ "+0(%dx):string == +1(%dx):string", false },
	{ "$comm == \"unit\"", true },
	{ "+0(%dx):u8 == 115 && +0(%dx):string ~ \"s*\"", true },
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
		if (faulted != d->faults)
			unit_fail("%s: faults: %d", text, faulted);
	}
	fetched_close(&f);
	free(text);
}

static void test_decisions(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(decisions); i++)
		decide(&decisions[i], "p");
}

static void test_recorded(void)
{
	static const struct decision by_name[] = {
		{ "n == 7 && arg2 == -3", true }, { "n == 7 && arg2 == 1", false },
	};
	struct fetched f;
	bool faulted = false;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(by_name); i++) {
		char *text = format("p f n=%%di %%si if %s", by_name[i].text);

		if (fetched_open(&f, text)) {
			f.regs.di = 7;
			f.regs.si = -3;
			if (kpe_condition_holds(f.prog, &f.hit, record, &faulted) !=
			    by_name[i].holds)
				unit_fail("%s", text);
			/* the record is as without it */
			fetched_run(&f);
		}
		fetched_close(&f);
		free(text);
	}
}

int main(void)
{
	static const struct unit_case cases[] = {
		{ "condition: what is decided", test_decisions },
		{ "condition: of what is recorded", test_recorded },
	};

	machine_init();
	return unit_main(cases, ARRAY_SIZE(cases));
}
