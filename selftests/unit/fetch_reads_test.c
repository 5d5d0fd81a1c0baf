// SPDX-License-Identifier: GPL-2.0
/*
 * fetch_reads_test - how a program comes to its values
 *
 * What they are, each run compares with fetch_model.c, as the fuzzer of definitions does; that
 * does not tell which memory is read, how often, and what happens at limits.
 */
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "fetch_unit.h"
#include "unit.h"

/*
 * Calls of the string reader: one after the other, each in one page, never
 * more than needed to see the NUL.
 */
static void check_reads(const struct fetched *f, unsigned long at, unsigned int len)
{
	const struct read *read = machine.reads;
	unsigned long end = at + len;
	unsigned int i;

	for (i = 0; i < machine.nr_reads && i < MAX_READS; i++, read++) {
		if (read->addr != at)
			unit_fail("%s: call %u not where the last one ended", f->line->text, i);
		if (!read->size || at >= end)
			unit_fail("%s: call %u is one too many", f->line->text, i);
		if (at / PAGE_SIZE != (at + read->size - 1) / PAGE_SIZE)
			unit_fail("%s: call %u crosses into a page", f->line->text, i);
		at += read->size;
	}
	if (at < end)
		unit_fail("%s: the calls end too early", f->line->text);
	if (machine.nr_reads > 3 + (len + 7) / 8 + len / PAGE_SIZE)
		unit_fail("%s: %u calls for %u bytes", f->line->text, machine.nr_reads, len);
}

static void check_string(struct fetched *f, u8 *at, unsigned int len)
{
	write_string(at, len);
	f->regs.di = (unsigned long)at;
	machine.nr_reads = 0;
	fetched_run(f);
	want_string(f, 0, 0, (char *)at);
	want_faults(f, 0);
	check_reads(f, (unsigned long)at, len + 1);
	memset(at, 0xff, len + 1);
}

static void check_strings(const char *text, u8 *area)
{
	static const unsigned int lengths[] = {
		0, 1, 2, 6, 7, 8, 9, 15, 16, 17, 62, 63, 64, 65, 66, 127, 128, 129, 130, 3000,
	};
	u8 *page = area + 2 * PAGE_SIZE, *end = area + 5 * PAGE_SIZE;
	struct fetched f;
	unsigned int shift;

	memset(area + PAGE_SIZE, 0xff, 4 * PAGE_SIZE);
	if (fetched_open(&f, text)) {
		for_each_row(row, lengths) {
			/* anywhere, across a page's end, up to a hole */
			for (shift = 0; shift < 72; shift++)
				check_string(&f, page + shift, *row);
			for (shift = 0; shift <= *row && shift < 80;
			     shift++)
				check_string(&f, page - shift, *row);
			check_string(&f, end - *row - 1, *row);
		}
	}
	fetched_close(&f);
}

UNIT_CASE(test_strings, "fetch: strings anywhere")
{
	check_strings("p f +0(%di):string", machine.kernel);
	check_strings("p f +0(%di):string", machine.user);
	check_strings("p f +u0(%di):string", machine.user);
	check_strings("p f +0(%di):ustring", machine.user);
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

/* Just before a hole, with its NUL and without */
static void check_length(struct fetched *f, unsigned int len)
{
	u8 *at = KERNEL_END - len - 1;
	unsigned long *pointers = (unsigned long *)KERNEL(1);
	unsigned int i;

	write_string(at, len);
	for (i = 0; i < KPE_MAX_ARRAY; i++)
		pointers[i] = (unsigned long)at;
	f->params[0] = (unsigned long)at;
	f->regs.di = (unsigned long)at;
	f->regs.dx = (unsigned long)pointers;
	f->regs.si = LONGEST_SYMBOL;
	fetched_run(f);
	KERNEL_END[-1] = 'x';
	fetched_run(f);
}

/* A record, what is kept from the entry, and each of many strings have a limit. */
UNIT_CASE(test_lengths, "fetch: strings of every length")
{
	static const char *const texts[] = {
		"p f +0(%di):string", "p f +0(%di):string %si:symstr",
		"p f +0(%di):string %si:symstr +0(%di):string %di:symstr",
		"p f +0(+0(%di)):string +0(%dx):string[64] +0(%di):string",
		"r f entry(+0(%di)):string entry(%si:u8) +0(%di):string entry(+0(%di):string)",
	};
	struct fetched f;
	unsigned int len;

	for_each_row(row, texts) {
		if (fetched_open(&f, *row)) {
			for (len = 0; len < KPE_MAX_RECORD + 2; len++)
				check_length(&f, len);
		}
		fetched_close(&f);
	}
}

static void check_looks(const char *text, unsigned int want)
{
	struct fetched f;

	machine.looks = 0;
	if (fetched_open(&f, text))
		fetched_run(&f);
	if (machine.looks != want)
		unit_fail("%s: %u looks at the clock", text, machine.looks);
	fetched_close(&f);
}

UNIT_CASE(test_clock, "fetch: looks at the clock")
{
	check_looks("r f $elapsed ms=$elapsed:u8 entry(%di) $elapsed:b4@4/64", 2);
	check_looks("p f %ax $arg1", 0);
	check_looks("r f", 0);
	check_looks("r f $arg1 entry(+0(%di)):string $retval", 0);
}
