// SPDX-License-Identifier: GPL-2.0
/* definition_limits_test - at limits of the language: one less, it, one more */
#include <stdio.h>
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/string.h>

#include "definition_expect.h"
#include "language/line.h"
#include "unit.h"

UNIT_CASE(test_line_length, "definition: limit of a line")
{
	expect(format("p f #%s", many('x', KPE_MAX_LINE - 6)), 0);
	expect(format("p f #%s", many('x', KPE_MAX_LINE - 5)), 0);
	expect(format("p f #%s", many('x', KPE_MAX_LINE - 4)), KPE_ERR_LINE_TOO_LONG);
	expect(format("p f%s", many(' ', KPE_MAX_LINE - 2)), KPE_ERR_LINE_TOO_LONG);
	expect(format("p %s", many('f', KPE_MAX_LINE - 2)), 0);
	expect(format("p %s", many('f', KPE_MAX_LINE - 1)), KPE_ERR_LINE_TOO_LONG);
	expect(format("p %s", many('f', 8000)), KPE_ERR_LINE_TOO_LONG);
}

UNIT_CASE(test_number_of_arguments, "definition: limit of arguments")
{
	char *line = format("p f");
	struct parsed r;
	unsigned int n;

	for (n = 1; n <= KPE_MAX_ARGS + 1; n++) {
		char *more = format("%s \\%u", line, n);

		free(line);
		line = more;
		if (n >= KPE_MAX_ARGS - 1)
			expect_line(line, n > KPE_MAX_ARGS ? KPE_ERR_TOO_MANY_ARGS : 0);
	}
	r = parse_text(line);
	expect_number("column", r.e.col, strlen("p f "));
	expect_number("errno", -r.ret, E2BIG);
	parsed_free(&r);
	expect(format("-:e %s", line), KPE_ERR_TOO_MANY_ARGS);
	expect(format("-:e %s", line + 2), KPE_ERR_TOO_MANY_ARGS);
	/* 256 after the place, which is the address 1 */
	expect(format("-:e %s", line + 5), 0);
	/* budgets are no arguments */
	expect(format("-:e %s $every=1 $rate=1 $stop=1", line + 5), 0);
	expect(format("p %s $every=1 $rate=1 $stop=1", line + 5), 0);
	free(line);
}

UNIT_CASE(test_lengths_of_names, "definition: limits of names")
{
	unsigned int n;

	for (n = KPE_MAX_NAME - 1; n <= KPE_MAX_NAME + 1; n++) {
		bool fits = n <= KPE_MAX_NAME;
		const char *name = many('g', n);

		expect(format("p:%s/e f", name), fits ? 0 : KPE_ERR_GROUP_TOO_LONG);
		expect(format("p:%s f", name), fits ? 0 : KPE_ERR_EVENT_TOO_LONG);
		expect(format("p:g/%s f", name), fits ? 0 : KPE_ERR_EVENT_TOO_LONG);
		expect(format("-:%s/", name), fits ? 0 : KPE_ERR_GROUP_TOO_LONG);
		expect(format("-:%s", name), fits ? 0 : KPE_ERR_EVENT_TOO_LONG);
	}
	for (n = KPE_MAX_ARG_NAME - 1; n <= KPE_MAX_ARG_NAME + 1; n++)
		expect(format("p f %s=%%ax", many('n', n)),
		       n <= KPE_MAX_ARG_NAME ? 0 : KPE_ERR_ARG_NAME_TOO_LONG);
}

UNIT_CASE(test_length_of_argument, "definition: limit of an argument")
{
	unsigned int n;

	for (n = KPE_MAX_ARG_TEXT - 1; n <= KPE_MAX_ARG_TEXT + 1; n++) {
		bool fits = n <= KPE_MAX_ARG_TEXT;

		expect(format("p f @%s", many('s', n - 1)), fits ? 0 : KPE_ERR_ARG_TOO_LONG);
		expect(format("p f name=@%s:u8", many('s', n - 4)),
		       fits ? 0 : KPE_ERR_ARG_TOO_LONG);
		expect(format("p f \\\"%s\"", many('s', n - 3)), fits ? 0 : KPE_ERR_ARG_TOO_LONG);
	}
}

UNIT_CASE(test_numbers, "definition: limits of numbers")
{
	long n;

	for (n = -1; n <= 1; n++) {
		enum kpe_err over = n > 0 ? ~0U : 0;

		expect(format("r%ld f", KPE_MAX_MAXACTIVE + n), over & KPE_ERR_MAXACT_TOO_BIG);
		expect(format("p f+%ld", UINT_MAX + n), over & KPE_ERR_BAD_PROBE_ADDR);
		expect(format("p f-%ld", UINT_MAX + n), over & KPE_ERR_BAD_PROBE_ADDR);
		expect(format("p f $stack%ld", 2048 + n), over & KPE_ERR_BAD_STACK_NUM);
		expect(format("p f s%ld", 2048 + n), over & KPE_ERR_BAD_STACK_NUM);
		expect(format("p f $arg%ld", 2048 + n), over & KPE_ERR_BAD_ARG_NUM);
		expect(format("p f a%ld", 2047 + n), over & KPE_ERR_BAD_ARG_NUM);
		expect(format("p f @s:u8[%ld]", KPE_MAX_ARRAY + n), over & KPE_ERR_ARRAY_TOO_BIG);
		expect(format("p f @s:b%ld@0/32", 32 + n), over & KPE_ERR_BAD_BITFIELD);
		expect(format("p f @s:b4@%ld/16", 12 + n), over & KPE_ERR_BAD_BITFIELD);
		expect(format("p f @s:sb%ld@0/32", 32 + n), over & KPE_ERR_BAD_BITFIELD);
		expect(format("p f @s:sb4@%ld/16", 12 + n), over & KPE_ERR_BAD_BITFIELD);
		expect(format("p f +%lu(%%ax)", LONG_MAX + (unsigned long)n),
		       over & KPE_ERR_BAD_DEREF_OFFS);
		expect(format("p f -%lu(%%ax)", (1UL << 63) + n), over & KPE_ERR_BAD_DEREF_OFFS);
		expect(format("p f @s-%lu", (1UL << 63) + n), over & KPE_ERR_BAD_MEM_ADDR);
		expect(format("p f \\+%lu", LONG_MAX + (unsigned long)n), over & KPE_ERR_BAD_IMM);
		expect(format("p f @s+%lu", LONG_MAX + (unsigned long)n),
		       over & KPE_ERR_BAD_MEM_ADDR);
		expect(format("p f \\-%lu", (1UL << 63) + n), over & KPE_ERR_BAD_IMM);
	}
	expect_line("p f $arg0", KPE_ERR_BAD_ARG_NUM);
	expect_line("p f \\18446744073709551614", 0);
	expect_line("p f @18446744073709551615", 0);
	expect_line("p f @18446744073709551616", KPE_ERR_BAD_MEM_ADDR);
}

UNIT_CASE(test_nesting, "definition: limit of nesting")
{
	char text[256] = "%ax", next[256];
	unsigned int n;

	for (n = 1; n <= KPE_MAX_NESTED + 1; n++) {
		snprintf(next, sizeof(next), "+%u(%.200s)", n, text);
		strcpy(text, next);
		if (n >= KPE_MAX_NESTED - 1)
			expect(format("p f %s", text), n <= KPE_MAX_NESTED ?
			       0 : KPE_ERR_TOO_MANY_NESTED);
	}
}

UNIT_CASE(test_comparisons, "definition: limit of comparisons")
{
	char text[1024] = "%ax == 1";
	unsigned int n;

	for (n = 1; n <= KPE_MAX_TESTS + 1; n++) {
		if (n >= KPE_MAX_TESTS - 1)
			expect(format("p f if %s", text), n <= KPE_MAX_TESTS ?
			       0 : KPE_ERR_TOO_MANY_TESTS);
		strcat(text, "&& %ax == 1");
	}
}

UNIT_CASE(test_budgets, "definition: limits of budgets")
{
	expect_line("p f $every=1 $rate=1 $stop=1", 0);
	expect_line("p f $stop=18446744073709551614", 0);
	expect_line("p f $stop=18446744073709551615", 0);
	expect_line("p f $stop=18446744073709551616", KPE_ERR_BAD_BUDGET);
	expect_line("p f $rate=18446744073709551615", 0);
	expect_line("p f $rate=18446744073709551616", KPE_ERR_BAD_BUDGET);
	expect_line("p f $every=18446744073709551615", 0);
	expect_line("p f $every=18446744073709551616", KPE_ERR_BAD_BUDGET);
	expect_line("p f $every=0", KPE_ERR_BAD_BUDGET);
}

/* Each "!" is one character of the line, and nothing else. */
UNIT_CASE(test_nots, "definition: limits of signs in a condition")
{
	expect(format("p f if %s%%ax == 1", many('!', KPE_MAX_LINE - 15)), 0);
	expect(format("p f if %s%%ax == 1%s", many('(', KPE_MAX_NESTED),
		      many(')', KPE_MAX_NESTED)), 0);
	expect(format("p f if %s%%ax == 1%s", many('(', KPE_MAX_NESTED + 1),
		      many(')', KPE_MAX_NESTED + 1)), KPE_ERR_CONDITION_NESTED);
}
