// SPDX-License-Identifier: GPL-2.0
/*
 * fetch_entry_test - what a return probe keeps from the entry
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "compat/unaligned.h"
#include "fetch_unit.h"
#include "unit.h"

/* Everything is another when the function returns. */
static void change_all(struct fetched *f)
{
	clear_memory();
	strcpy((char *)KERNEL(1), "new");
	strcpy((char *)KERNEL(1) + 256, "newer");
	f->regs.di = 0xdead;
	f->regs.si = 0xbeef;
	strcpy(current->comm, "return");
}

static void prepare_entry(struct fetched *f)
{
	unsigned long *words = (unsigned long *)KERNEL(2);

	number_memory(machine.kernel);
	strcpy((char *)KERNEL(1), "old");
	strcpy((char *)KERNEL(1) + 256, "older text");
	words[0] = (unsigned long)KERNEL(1);
	words[1] = (unsigned long)KERNEL(1) + 256;
	words[2] = 0x0123456789abcdef;
	strcpy(current->comm, "entry");
	f->params[0] = (unsigned long)KERNEL(2);
	f->params[1] = (unsigned long)KERNEL(1);
	f->params[7] = 0xe007;
	f->entry_regs.ax = 0xea;
	f->hit.ret_ip = 0xf001;
	f->running = change_all;
}

UNIT_CASE(test_entry_values, "fetch: values at entry")
{
	struct fetched f;
	bool ok;

	ok = fetched_open(&f,
			  "r f entry(%di) entry($arg2):u16 entry(a7) entry($stack2) entry(%ax:x8) entry(+16($arg1)):x32 entry(+16(%di):u8[4]) entry(+16(%di)):b8@8/64 entry(+16(%di):s8) entry(ra) entry($stack) %di $arg2 entry(\\-1:u16) entry($current)");
	if (ok) {
		prepare_entry(&f);
		fetched_run(&f);
		want_number(&f, 0, 0, (unsigned long)KERNEL(2));
		want_number(&f, 1, 0, (unsigned long)KERNEL(1) & 0xffff);
		want_number(&f, 2, 0, 0xe007);
		want_number(&f, 3, 0, 0xe007);
		want_number(&f, 4, 0, 0xea);
		want_number(&f, 5, 0, 0x89abcdef);
		want_number(&f, 6, 0, 0xef);
		want_number(&f, 6, 3, 0x89);
		want_number(&f, 7, 0, 0xcd);
		want_number(&f, 8, 0, 0xef);
		want_number(&f, 9, 0, 0xf001);
		want_number(&f, 10, 0, (unsigned long)machine.entry_stack);
		want_number(&f, 11, 0, 0xdead);
		want_number(&f, 12, 0, (unsigned long)KERNEL(1));
		want_number(&f, 13, 0, 0xffff);
		want_number(&f, 14, 0, (unsigned long)current);
		want_faults(&f, 0);
	}
	fetched_close(&f);
}

UNIT_CASE(test_entry_strings, "fetch: strings at entry")
{
	struct fetched f;
	bool ok;
	char symbol[KSYM_SYMBOL_LEN];

	ok = fetched_open(&f,
			  "r f entry(+0($arg2)):string +0($arg2):string entry(+0(%di):string[2]) +0(entry(+8(%di))):string entry($comm) $comm entry(\\\"ab\") entry(+0(%di)):symstr x=+256(entry(%si)):u8[2]");
	if (ok) {
		prepare_entry(&f);
		fetched_run(&f);
		want_string(&f, 0, 0, "old");
		want_string(&f, 1, 0, "new");
		want_string(&f, 2, 0, "old");
		want_string(&f, 2, 1, "older text");
		want_string(&f, 3, 0, "newer");
		want_string(&f, 4, 0, "entry");
		want_string(&f, 5, 0, "return");
		want_string(&f, 6, 0, "ab");
		sprint_symbol(symbol, (unsigned long)KERNEL(1));
		want_string(&f, 7, 0, symbol);
		want_number(&f, 8, 1, 'e');
		want_faults(&f, 0);
	}
	fetched_close(&f);
	strcpy(current->comm, "unit");
}

/* Each is one fault, wherever on its way it happened. */
UNIT_CASE(test_entry_faults, "fetch: faults at entry")
{
	struct fetched f;
	bool ok;

	ok = fetched_open(&f,
			  "r f entry(+0(%di)):string entry(+0(%di):u32) +0(entry(+0(%di))):u8 entry(+0(%si):string[2]) entry(+0(%dx):u16[2]) +0(entry(%dx)):u8 entry(+0(+0(%di)):x8[3]) entry(+0(%di):symstr) %ax");
	if (ok) {
		number_memory(machine.kernel);
		memcpy(KERNEL(1), &(unsigned long){ 8 }, 8);
		memcpy(KERNEL(1) + 8, &(unsigned char *){ KERNEL(2) }, 8);
		strcpy((char *)KERNEL(2), "there");
		f.params[0] = 8;
		f.params[1] = (unsigned long)KERNEL(1);
		f.params[2] = (unsigned long)KERNEL_END - 2;
		f.regs.ax = 0xa000;
		fetched_run(&f);
		want_fault(&f, 0, 0);
		want_number(&f, 1, 0, 0);
		want_number(&f, 2, 0, 0);
		want_fault(&f, 3, 0);
		want_string(&f, 3, 1, "there");
		want_number(&f, 4, 0, get_unaligned((u16 *)(KERNEL_END - 2)));
		want_number(&f, 4, 1, 0);
		want_number(&f, 5, 0, KERNEL_END[-2]);
		want_number(&f, 6, 2, 0);
		want_fault(&f, 7, 0);
		want_number(&f, 8, 0, 0xa000);
		want_faults(&f, 7);
	}
	fetched_close(&f);
}

/* What could not be read at entry is not read at return. */
UNIT_CASE(test_entry_fault_stays, "fetch: what was a fault at entry")
{
	struct fetched f;

	if (fetched_open(&f, "r f +0(entry(+0(%di))):u64 this_cpu_ptr(entry(+0(%di)))")) {
		f.params[0] = 8;
		machine.nr_reads = 0;
		fetched_run(&f);
		if (machine.nr_reads != 2)
			unit_fail("%u reads", machine.nr_reads);
		want_number(&f, 1, 0, 0);
		want_faults(&f, 2);
	}
	fetched_close(&f);
}

static void check_saved_length(unsigned int len)
{
	char want[KPE_MAX_SAVED_STRING];
	struct fetched f;
	unsigned int n = min(len, KPE_MAX_SAVED_STRING - 1U);

	if (fetched_open(&f, "r f entry(+0(%di)):string entry(%si:u8) entry(+0(%di):string)")) {
		clear_memory();
		write_string(KERNEL_END - len - 1, len);
		memcpy(want, KERNEL_END - len - 1, n);
		want[n] = 0;
		f.params[0] = (unsigned long)KERNEL_END - len - 1;
		f.params[1] = 0x5a;
		fetched_run(&f);
		want_string(&f, 0, 0, want);
		want_number(&f, 1, 0, 0x5a);
		want_string(&f, 2, 0, want);
		want_faults(&f, 0);
	}
	fetched_close(&f);
}

/* Of a long one the end is cut, and not even read. */
UNIT_CASE(test_entry_string_length, "fetch: long strings at entry")
{
	unsigned int len;

	for (len = 0; len < KPE_MAX_SAVED_STRING + 70; len++)
		check_saved_length(len);
}

/* As any string: the record may have no room for all of it. */
UNIT_CASE(test_entry_string_without_room, "fetch: strings at entry without room")
{
	struct fetched f;
	unsigned int room, used;

	if (!fetched_open(&f, "r f +0(%di):string entry(+0(%di)):string"))
		return;
	for (room = 1; room < 103; room++) {
		used = f.prog->size + room;
		clear_memory();
		write_string(KERNEL(2), KPE_MAX_RECORD - used - 1);
		write_string(KERNEL(1), 100);
		f.params[0] = (unsigned long)KERNEL(1);
		f.regs.di = (unsigned long)KERNEL(2);
		fetched_run(&f);
		if (string_length(&f, 1, 0) != min(room, 101U))
			unit_fail("%u bytes in %u", string_length(&f, 1, 0), room);
		want_faults(&f, 0);
	}
	fetched_close(&f);
}

static void check_elapsed(u64 entered, u64 returned, u64 want)
{
	struct fetched f;

	if (fetched_open(&f, "r f $elapsed ms=$elapsed:u8 entry(%di) $elapsed:b4@4/64 $arg2")) {
		f.entered = entered;
		f.returned = returned;
		f.params[1] = 0x77;
		machine.looks = 0;
		fetched_run(&f);
		want_number(&f, 0, 0, want);
		want_number(&f, 1, 0, want & 0xff);
		want_number(&f, 3, 0, want >> 4 & 0xf);
		want_number(&f, 4, 0, 0x77);
		if (machine.looks != 2)
			unit_fail("%u looks at the clock", machine.looks);
	}
	fetched_close(&f);
}

static void check_not_timed(const char *text)
{
	struct fetched f;

	machine.looks = 0;
	if (fetched_open(&f, text))
		fetched_run(&f);
	if (machine.looks)
		unit_fail("%s: %u looks at the clock", text, machine.looks);
	fetched_close(&f);
}

UNIT_CASE(test_elapsed, "fetch: time since the entry")
{
	check_elapsed(0, 0, 0);
	check_elapsed(1000, 1001, 1);
	check_elapsed(5, 0x123456789a, 0x1234567895);
	check_elapsed(1ULL << 63, ~0ULL, ~0ULL >> 1);
	/* The clock went back. */
	check_elapsed(1001, 1000, 0);
	check_not_timed("p f %ax $arg1");
	check_not_timed("r f");
	check_not_timed("r f $arg1 entry(+0(%di)):string $retval");
}
