// SPDX-License-Identifier: GPL-2.0
/* fetch_steps_test - dereferences: chains of them, and which memory they read */
#include <stdio.h>

#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "compat/unaligned.h"
#include "fetch_unit.h"
#include "unit.h"

/* "p f +u16(+-8(..(%di)..)):TYPE": step i from inside has bit i of @marks */
static void write_chain(char *text, unsigned int depth, unsigned int marks, const char *type)
{
	unsigned int i;

	text += sprintf(text, "p f ");
	for (i = depth; i--; )
		text += sprintf(text, "%s%s%u(", i % 2 ? "-" : "+",
				marks >> i & 1 ? "u" : "", 8 * i);
	text += sprintf(text, "%%di");
	while (depth--)
		text += sprintf(text, ")");
	sprintf(text, ":%s", type);
}

/* The word that step @i reads; none is the same */
static u8 *chain_word(unsigned int i, unsigned int user)
{
	return (user >> i & 1 ? USER(2) : KERNEL(2)) + 24 * i;
}

/* Lay the words; the @missing'th lies in a hole. Return: what %di must be. */
static unsigned long lay_chain(unsigned int depth, unsigned int user, unsigned int missing)
{
	unsigned long to = 0x1122334455667788;
	unsigned int i;
	u8 *word;

	for (i = depth; i--; ) {
		word = chain_word(i, user);
		if (i == missing)
			word += 5 * PAGE_SIZE;
		else
			put_unaligned(to, (unsigned long *)word);
		to = (unsigned long)word;
		to = i % 2 ? to + 8 * i : to - 8 * i;
	}
	return to;
}

/* Marked as user's: some of the steps that read user memory, if not all */
static void check_chain(unsigned int depth, unsigned int user, unsigned int marks)
{
	unsigned int missing;
	struct fetched f;
	char text[200];

	write_chain(text, depth, marks, "x64");
	if (fetched_open(&f, text)) {
		f.regs.di = lay_chain(depth, user, depth);
		fetched_run(&f);
		want_number(&f, 0, 0, 0x1122334455667788);
		want_faults(&f, 0);
		for (missing = 0; missing < depth; missing++) {
			f.regs.di = lay_chain(depth, user, missing);
			fetched_run(&f);
			want_number(&f, 0, 0, 0);
			want_faults(&f, 1);
		}
	}
	fetched_close(&f);
}

/* One of the steps that read kernel memory is marked as user's. */
static void check_wrong_chain(unsigned int depth, unsigned int user, unsigned int wrong)
{
	struct fetched f;
	char text[200];

	write_chain(text, depth, user | wrong, "x64");
	if (fetched_open(&f, text)) {
		f.regs.di = lay_chain(depth, user, depth);
		fetched_run(&f);
		want_number(&f, 0, 0, 0);
		want_faults(&f, 1);
	}
	fetched_close(&f);
}

static void check_chains(unsigned int depth, unsigned int user)
{
	unsigned int i;

	check_chain(depth, user, user);
	check_chain(depth, user, user & 0x55);
	check_chain(depth, user, 0);
	for (i = 0; i < depth; i++)
		if (!(user >> i & 1))
			check_wrong_chain(depth, user, 1U << i);
}

UNIT_CASE(test_chains, "fetch: chains of dereferences")
{
	unsigned int depth, user;

	/* all of 8 steps; the 8 behind them are the same */
	for (depth = 1; depth <= KPE_MAX_NESTED; depth++)
		for (user = 0; user < 1U << min(depth, 8U); user++)
			check_chains(depth, user * 0x101 & ((1U << depth) - 1));
}

/* The same for arrays and strings: the fault may be the last step's or not. */
static void check_string_chain(unsigned int depth, unsigned int user,
			       const char *type, unsigned int elements)
{
	unsigned int missing, i;
	struct fetched f;
	char text[200];

	write_chain(text, depth, 0, type);
	if (fetched_open(&f, text)) {
		for (missing = 0; missing < depth; missing++) {
			f.regs.di = lay_chain(depth, user, missing);
			fetched_run(&f);
			for (i = 0; i < elements; i++)
				want_fault(&f, 0, i);
			want_faults(&f, 1);
		}
	}
	fetched_close(&f);
}

UNIT_CASE(test_string_chains, "fetch: faults before strings")
{
	static const unsigned int users[] = { 0, ~0U, 0x55 };
	unsigned int depth;

	for (depth = 1; depth <= KPE_MAX_NESTED; depth++) {
		for_each_row(row, users) {
			check_string_chain(depth, *row, "string", 1);
			check_string_chain(depth, *row, "string[3]", 3);
			check_string_chain(depth, *row, "ustring", 1);
			check_string_chain(depth, *row, "ustring[64]", 64);
			check_string_chain(depth, *row, "symstr", 1);
		}
	}
}

/* The first call of a run, by a plain step at @addr */
static void check_side(struct fetched *f, unsigned long addr, bool user)
{
	f->regs.di = addr;
	machine.nr_reads = 0;
	fetched_run(f);
	if (!machine.nr_reads || machine.reads[0].addr != addr || machine.reads[0].user != user)
		unit_fail("%s: not read on the right side at 0x%lx", f->line->text, addr);
}

/* Where one ends and the other begins, whether or not there is memory */
UNIT_CASE(test_border, "fetch: the border of user memory")
{
	static const char *const texts[] = {
		"p f +0(%di)", "p f +0(%di):u8", "p f +0(%di):u16[2]", "p f +0(+0(%di))",
		"p f +0(%di):string", "p f +0(%di):string[1]", "p f +0(%di):symstr",
	};
	struct fetched f;

	for_each_row(row, texts) {
		if (fetched_open(&f, *row)) {
			check_side(&f, 0, true);
			check_side(&f, TASK_SIZE_MAX - 1, true);
			check_side(&f, TASK_SIZE_MAX, false);
			check_side(&f, -1UL, false);
		}
		fetched_close(&f);
	}
}
