// SPDX-License-Identifier: GPL-2.0
/* fetch_strings_test - strings, arrays of them, and symbols as text */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "compat/unaligned.h"
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
	want_size(f, 20 + len + 1);
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

/* No NUL before the hole, however near it begins */
UNIT_CASE(test_string_faults, "fetch: strings that run into a hole")
{
	unsigned int before;
	struct fetched f;

	memset(KERNEL(1), 'x', 4 * PAGE_SIZE);
	if (fetched_open(&f, "p f +0(%di):string %di:u8")) {
		for (before = 0; before < 200; before++) {
			f.regs.di = (unsigned long)KERNEL_END - before;
			fetched_run(&f);
			want_fault(&f, 0, 0);
			want_number(&f, 1, 0, f.regs.di & 0xff);
			want_size(&f, 21 + 1);
			want_faults(&f, 1);
		}
		f.regs.di = 0;
		fetched_run(&f);
		want_fault(&f, 0, 0);
		f.regs.di = -3UL;
		fetched_run(&f);
		want_fault(&f, 0, 0);
	}
	fetched_close(&f);
}

/* The room of the only string of a record, with its NUL */
#define ROOM (KPE_MAX_RECORD - 20)

UNIT_CASE(test_longest_string, "fetch: longest string")
{
	unsigned int shift, len;
	struct fetched f;

	if (fetched_open(&f, "p f +0(%di):string")) {
		for (shift = 0; shift < 9; shift++) {
			for (len = ROOM - 3; len < ROOM + 3; len++) {
				write_string(KERNEL(1) + shift, len);
				f.regs.di = (unsigned long)KERNEL(1) + shift;
				fetched_run(&f);
				if (len >= ROOM)
					KERNEL(1)[shift + ROOM - 1] = 0;
				want_string(&f, 0, 0, (char *)KERNEL(1) + shift);
			}
		}
		want_size(&f, KPE_MAX_RECORD);
		want_faults(&f, 0);
	}
	fetched_close(&f);
}

/* A cut string needs what is kept of it, no more. */
UNIT_CASE(test_cut_at_a_hole, "fetch: cut string before a hole")
{
	struct fetched f;

	memset(KERNEL(1), 'x', 4 * PAGE_SIZE);
	if (fetched_open(&f, "p f +0(%di):string")) {
		f.regs.di = (unsigned long)KERNEL_END - ROOM;
		fetched_run(&f);
		want_size(&f, KPE_MAX_RECORD);
		want_faults(&f, 0);
		f.regs.di++;
		fetched_run(&f);
		want_fault(&f, 0, 0);
	}
	fetched_close(&f);
}

/* Each string has its place, ends with a NUL, and stays in the record. */
static void check_ends(const struct fetched *f)
{
	unsigned int i, j;

	for (i = 0; i < f->prog->nr_slots; i++) {
		const struct kpe_type *type = &f->prog->slots[i].type;

		for (j = 0; j < model_elements(type); j++) {
			unsigned int len = string_length(f, i, j);

			if (!model_is_string(type))
				continue;
			if (!len)
				want_fault(f, i, j);
			else if (string_text(f, i, j) + len > (char *)record + f->size)
				unit_fail("%u[%u] is beyond the record", i, j);
			else if (string_text(f, i, j)[len - 1])
				unit_fail("%u[%u] has no NUL", i, j);
		}
	}
}

static void check_many(const char *text, unsigned int n)
{
	unsigned long *pointers = (unsigned long *)KERNEL(4);
	struct fetched f;
	unsigned int len, i;

	for (i = 0; i < KPE_MAX_ARRAY; i++)
		pointers[i] = (unsigned long)KERNEL(1) + i;
	if (open_repeated(&f, "p f", text, n)) {
		for (len = 0; len < 3 * PAGE_SIZE - 100; len += 1 + len / 7) {
			write_string(KERNEL(1), len);
			f.regs.di = (unsigned long)KERNEL(1);
			f.regs.si = (unsigned long)pointers;
			fetched_run(&f);
			check_ends(&f);
			want_faults(&f, 0);
		}
		want_size(&f, KPE_MAX_RECORD);
	}
	fetched_close(&f);
}

/* However long, each gets at least its NUL. */
UNIT_CASE(test_many_strings, "fetch: many strings")
{
	memset(KERNEL(1), 0, 4 * PAGE_SIZE);
	check_many("+0(%di):string", 2);
	check_many("+0(%di):string", 64);
	check_many("+0(%di):string", KPE_MAX_ARGS);
	check_many("+0(%si):string[1]", 5);
	check_many("+0(%si):string[64]", 1);
	/* 768 words: the most that there can be */
	check_many("+0(%si):string[64]", 12);
}

/* Faults leave their room to the others. */
UNIT_CASE(test_faults_between, "fetch: faults between strings")
{
	struct fetched f;
	bool ok;

	clear_memory();
	write_string(KERNEL(1), 5000);
	ok = fetched_open(&f,
			  "p f +0(%si):string +0(+0(%si)):string[64] +0(%di):string +0(%si):ustring");
	if (ok) {
		f.regs.di = (unsigned long)KERNEL(1);
		fetched_run(&f);
		want_faults(&f, 3);
		check_ends(&f);
		want_size(&f, KPE_MAX_RECORD);
		if (string_length(&f, 2, 0) != KPE_MAX_RECORD - f.prog->size - 66)
			unit_fail("%u bytes of string", string_length(&f, 2, 0));
	}
	fetched_close(&f);
}

/* A symbol behind a string of @len characters, which leaves it @room bytes */
static void check_cut_symbol(struct fetched *f, unsigned int len,
			     unsigned int room, unsigned long addr)
{
	char want[KSYM_SYMBOL_LEN];

	write_string(KERNEL(1), len);
	f->regs.di = (unsigned long)KERNEL(1);
	f->regs.si = addr;
	fetched_run(f);
	sprint_symbol(want, addr);
	if (room <= strlen(want))
		want[room - 1] = 0;
	want_string(f, 0, 0, (char *)KERNEL(1));
	want_string(f, 1, 0, want);
	want_faults(f, 0);
	check_ends(f);
}

/* What does not fit is cut, down to the NUL. */
UNIT_CASE(test_symstr_without_room, "fetch: symbols as text without room")
{
	struct fetched f;
	unsigned int room;

	if (fetched_open(&f, "p f +0(%di):string %si:symstr")) {
		for (room = 1; room < KSYM_SYMBOL_LEN + 3; room++) {
			unsigned int len = KPE_MAX_RECORD - 24 - room - 1;

			check_cut_symbol(&f, len, room, LONGEST_SYMBOL);
			check_cut_symbol(&f, len, room, 0xffffffff81000040);
			check_cut_symbol(&f, len, room, 0xffffffff81000003);
		}
	}
	fetched_close(&f);
	if (open_repeated(&f, "p f", "%di:symstr", KPE_MAX_ARGS)) {
		f.regs.di = LONGEST_SYMBOL;
		fetched_run(&f);
		check_ends(&f);
		want_faults(&f, 0);
		want_size(&f, KPE_MAX_RECORD);
		if (string_length(&f, 0, 0) != KSYM_SYMBOL_LEN ||
		    string_length(&f, KPE_MAX_ARGS - 1, 0) != 1)
			unit_fail("%u and %u bytes", string_length(&f, 0, 0),
				  string_length(&f, KPE_MAX_ARGS - 1, 0));
	}
	fetched_close(&f);
}
