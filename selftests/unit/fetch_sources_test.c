// SPDX-License-Identifier: GPL-2.0
/* fetch_sources_test - where a value comes from */
#include <stdio.h>

#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/thread_info.h>

#include "compat/unaligned.h"
#include "definition_unit.h"
#include "fetch_unit.h"
#include "unit.h"

/* Nothing lies before the first register, and nothing behind the last. */
static void check_register(unsigned int i, unsigned int bits)
{
	unsigned long value = 0xa0b0c0d0e0f0a000 + i;
	struct fetched f;
	unsigned int run;
	char text[32];

	sprintf(text, "p f %%%s:u%u", register_name(i * sizeof(long)), bits);
	if (fetched_open(&f, text)) {
		((unsigned long *)&f.regs)[i] = value;
		/* where each has a hole next to it, see machine_regs() */
		for (run = 0; run < 2; run++) {
			fetched_run(&f);
			want_number(&f, 0, 0, value & ~0UL >> (64 - bits));
		}
	}
	fetched_close(&f);
}

UNIT_CASE(test_registers, "fetch: registers")
{
	unsigned int i, bits;

	for (i = 0; i < sizeof(struct pt_regs) / sizeof(long); i++)
		for (bits = 8; bits <= 64; bits *= 2)
			check_register(i, bits);
}

struct source {
	const char *text;
	u64 want;
};

static void prepare_sources(struct fetched *f)
{
	unsigned int i;

	for (i = 0; i < THREAD_SIZE / sizeof(long); i++)
		machine.stack[i] = 0xb000 + i;
	for (i = 0; i < NR_PARAMS; i++)
		f->params[i] = 0xe000 + i;
	f->regs.ax = 0xa000;
	f->regs.di = 0xd001;
	f->regs.si = 0xd002;
	f->regs.dx = 0xd003;
	f->regs.cx = 0xd004;
	f->regs.r8 = 0xd005;
	f->regs.r9 = 0xd006;
	f->regs.sp = (unsigned long)&machine.stack[48];
	f->hit.ret_ip = 0xf001;
}

static void check_sources(const char *start, const struct source *source, unsigned int n)
{
	struct fetched f;
	char text[64];

	for (; n--; source++) {
		snprintf(text, sizeof(text), "%s %s", start, source->text);
		if (fetched_open(&f, text)) {
			prepare_sources(&f);
			fetched_run(&f);
			want_number(&f, 0, 0, source->want);
			want_faults(&f, 0);
		}
		fetched_close(&f);
	}
}

UNIT_CASE(test_sources, "fetch: sources")
{
	const struct source at_entry[] = {
		{ "$stack", (unsigned long)&machine.stack[48] },
		{ "$stack0", 0xb000 + 48 }, { "s0", 0xb000 + 48 },
		{ "$stack100", 0xb000 + 148 }, { "s100", 0xb000 + 148 },
		{ "$stack1999", 0xb000 + 2047 }, { "$stack2000", 0 },
		{ "$stack2048", 0 }, { "$arg1", 0xd001 }, { "a0", 0xd001 },
		{ "$arg2", 0xd002 }, { "$arg3", 0xd003 }, { "$arg4", 0xd004 },
		{ "$arg5", 0xd005 }, { "$arg6", 0xd006 }, { "a5", 0xd006 },
		{ "$arg7", 0xb000 + 49 }, { "a6", 0xb000 + 49 },
		{ "$arg128", 0xb000 + 170 }, { "a127", 0xb000 + 170 },
		{ "$arg2005", 0xb000 + 2047 }, { "$arg2006", 0 }, { "$arg2048", 0 }, { "a2047", 0 },
		{ "\\0", 0 }, { "\\1", 1 }, { "\\-1", -1ULL },
		{ "\\0x8000000000000000", 1ULL << 63 }, { "\\-9223372036854775808", 1ULL << 63 },
	};
	const struct source at_return[] = {
		{ "$retval", 0xa000 }, { "rv", 0xa000 }, { "ra", 0xf001 },
		{ "$arg1", 0xe000 }, { "$arg7", 0xe006 }, { "a6", 0xe006 },
		{ "$arg128", 0xe07f }, { "$arg2048", 0xe7ff },
		{ "a2047", 0xe7ff }, { "%di", 0xd001 }, { "$stack1", 0xb000 + 49 },
	};

	check_sources("p f", at_entry, ARRAY_SIZE(at_entry));
	check_sources("r f", at_return, ARRAY_SIZE(at_return));
	check_sources("p f%return", at_return, ARRAY_SIZE(at_return));
}

UNIT_CASE(test_addresses, "fetch: addresses")
{
	struct fetched f;
	char text[128];

	number_memory(machine.kernel);
	sprintf(text, "p f @0x%lx @0x%lx:u8 @known @known+3 @known-1:u16 @theirs",
		(unsigned long)KERNEL(1), (unsigned long)KERNEL_END - 1);
	if (fetched_open(&f, text)) {
		fetched_run(&f);
		want_number(&f, 0, 0, get_unaligned((u64 *)KERNEL(1)));
		want_number(&f, 1, 0, KERNEL_END[-1]);
		want_number(&f, 2, 0, get_unaligned((u64 *)KERNEL(2)));
		want_number(&f, 3, 0, get_unaligned((u64 *)(KERNEL(2) + 3)));
		want_number(&f, 4, 0, get_unaligned((u16 *)(KERNEL(2) - 1)));
		want_number(&f, 5, 0, get_unaligned((u64 *)KERNEL(3)));
		want_faults(&f, 0);
	}
	fetched_close(&f);
}

UNIT_CASE(test_comm, "fetch: comm")
{
	static const char *const comms[] = {
		"", "a", "seven_7", "eight__8", "a_name_of_15_ch",
	};
	struct fetched f;

	if (fetched_open(&f, "p f $comm $COMM:string c=$comm")) {
		for_each_row(row, comms) {
			strscpy(current->comm, *row, TASK_COMM_LEN);
			fetched_run(&f);
			want_string(&f, 0, 0, *row);
			want_string(&f, 1, 0, *row);
			want_string(&f, 2, 0, *row);
			want_size(&f, 28 + 3 * (strlen(*row) + 1));
		}
	}
	fetched_close(&f);
}

/* Every character but the blank, quotes among them */
UNIT_CASE(test_immediate_strings, "fetch: immediate strings")
{
	struct fetched f;
	char text[300], body[201];
	unsigned int n;

	for (n = 0; n < sizeof(body); n++) {
		body[n] = 0;
		sprintf(text, "p f \\\"%s\":string", body);
		if (fetched_open(&f, text)) {
			fetched_run(&f);
			want_string(&f, 0, 0, body);
		}
		fetched_close(&f);
		body[n] = '$' + n % 90;
	}
}
