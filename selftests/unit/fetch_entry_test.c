// SPDX-License-Identifier: GPL-2.0
/* fetch_entry_test - what a return probe keeps from the entry */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "compat/unaligned.h"
#include "fetch_unit.h"
#include "unit.h"

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
