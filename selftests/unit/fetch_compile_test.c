// SPDX-License-Identifier: GPL-2.0
/* fetch_compile_test - programs: their layout, their limits, and symbols they wait for */
#include <stdio.h>
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/string.h>

#include "compat/unaligned.h"
#include "definition_unit.h"
#include "fetch_unit.h"
#include "unit.h"

static void check_bind(const char *text, const char *module, unsigned int col)
{
	struct fetched f;
	int ret;

	fetched_compile(&f, text);
	if (!f.prog) {
		unit_fail("does not compile: %s", text);
	} else {
		ret = kpe_program_bind(f.prog, module, &f.e);
		if (ret != (col ? -ENOENT : 0))
			unit_fail("%s in %s: %d", text, module ?: "-", ret);
		if (col && (f.e.code != KPE_ERR_UNKNOWN_DATA_SYMBOL ||
			    f.e.err != -ENOENT || f.e.col != col))
			unit_fail("%s: %s at %u", text, error_name(f.e.code), f.e.col);
	}
	fetched_close(&f);
}

UNIT_CASE(test_bind, "fetch: unknown data symbols")
{
	check_bind("p f", NULL, 0);
	check_bind("p f %ax @known @0x10", NULL, 0);
	check_bind("p f %ax @theirs", NULL, 8);
	check_bind("p f %ax @theirs", "", 8);
	check_bind("p f %ax @theirs", "other", 8);
	check_bind("p f %ax @theirs", "mod", 0);
	check_bind("p f @known @nobodys", "mod", 11);
	check_bind("p f this_cpu_read(@percpu)", "mod", 0);
	check_bind("p f %ax this_cpu_ptr(@known)", "mod", 21);
	check_bind("p f @known x=+8(+0(@nobodys+4)):string", "mod", 19);
	check_bind("r f $arg1 entry(@known) entry(this_cpu_ptr(@percpu))", "mod", 0);
	check_bind("r f %ax entry(@theirs)", "", 14);
	check_bind("r f $arg1 entry(@known) +0(entry(@nobodys))", "mod", 33);
}

/* Without an error asked for, it reads as a fault; bound again it may work. */
UNIT_CASE(test_bind_later, "fetch: data symbols found later")
{
	struct fetched f;

	number_memory(machine.kernel);
	fetched_compile(&f, "p f @theirs @theirs+8:u8 +8(@theirs) @known:u8 @theirs:string");
	f.hit.regs = machine_regs(&f.regs);
	if (kpe_program_bind(f.prog, "", NULL))
		unit_fail("not bound");
	memset(record, 0xff, KPE_MAX_RECORD);
	kpe_program_run(f.prog, &f.hit, record);
	want_number(&f, 0, 0, 0);
	want_number(&f, 1, 0, 0);
	want_number(&f, 2, 0, 0);
	want_number(&f, 3, 0, KERNEL(2)[0]);
	if (string_length(&f, 4, 0))
		unit_fail("a string of nobody");
	want_faults(&f, 4);
	kpe_program_bind(f.prog, "mod", NULL);
	KERNEL(3)[20] = 0;
	fetched_run(&f);
	want_number(&f, 0, 0, get_unaligned((u64 *)KERNEL(3)));
	want_number(&f, 1, 0, KERNEL(3)[8]);
	want_string(&f, 4, 0, (char *)KERNEL(3));
	fetched_close(&f);
}

static void check_refused(const char *text, enum kpe_err code, int err, unsigned int col)
{
	struct fetched f;

	fetched_compile(&f, text);
	if (f.prog || f.e.code != code || f.e.err != err || f.e.col != col)
		unit_fail("%s: %s, %d at %u", text, error_name(f.e.code), f.e.err, f.e.col);
	fetched_close(&f);
}

static void check_size(const char *text, unsigned int args)
{
	struct fetched f;

	fetched_compile(&f, text);
	if (!f.prog || f.prog->size != f.header + args)
		unit_fail("%s: size %u", text, f.prog ? f.prog->size : 0);
	fetched_close(&f);
}

#define BYTES_2560 \
	" +0(%di):u64[64] +0(%di):x64[64] +0(%di):s64[64] +0(%di):symbol[64]" \
	" +0(%di):b1@0/64[64]"

UNIT_CASE(test_too_big, "fetch: limit of a record")
{
	check_size("p f" BYTES_2560 " +0(%di):u8[63] +0(%di):u64[56]", 3071);
	check_size("r f" BYTES_2560 " +0(%di):u8[63] +0(%di):u64[56]", 3071);
	check_size("p f" BYTES_2560 " +0(%di):u64[64]", 3072);
	check_size("r f" BYTES_2560 " +0(%di):u64[64]", 3072);
	check_refused("p f" BYTES_2560 " +0(%di):u64[64] %ax:u8", KPE_ERR_EVENT_TOO_BIG, -E2BIG,
		      strlen("p f" BYTES_2560 " +0(%di):u64[64] "));
	check_refused("r f" BYTES_2560 " %ax:u64 x=+0(%di):x64[64] %ax:u8",
		      KPE_ERR_EVENT_TOO_BIG, -E2BIG,
		      strlen("r f" BYTES_2560 " %ax:u64 x="));
}

/* A row of strings of 512 bytes, whose places take 5 each */
#define STRINGS_7 " entry(+0(%di):string[7])"

static void check_saved_size(const char *text, unsigned int want)
{
	struct fetched f;

	fetched_compile(&f, text);
	if (!f.prog || kpe_program_saved_size(f.prog) != want)
		unit_fail("%s: %s", text, error_name(f.e.code));
	fetched_close(&f);
}

UNIT_CASE(test_too_much_saved, "fetch: limit of what is saved")
{
	check_saved_size("r f" STRINGS_7, 1 + 7 * (4 + 512));
	check_refused("r f entry(+0(%di):string[8])", KPE_ERR_EVENT_TOO_BIG, -E2BIG, 4);
	/* 3613, and 482 and 483 and 484 more */
	check_saved_size("r f" STRINGS_7 " entry(+0(%di):u64[59]) entry(+0(%di):u8[8])",
			 KPE_MAX_SAVED - 1);
	check_saved_size("r f" STRINGS_7 " entry(+0(%di):u64[59]) entry(+0(%di):u8[9])",
			 KPE_MAX_SAVED);
	check_refused("r f" STRINGS_7 " entry(+0(%di):u64[59]) entry(+0(%di):u8[10])",
		      KPE_ERR_EVENT_TOO_BIG, -E2BIG,
		      strlen("r f" STRINGS_7 " entry(+0(%di):u64[59]) "));
	check_saved_size("r f" STRINGS_7 " entry(+0(%di):u64[59]) $elapsed", KPE_MAX_SAVED - 2);
	check_refused("r f" STRINGS_7 " entry(+0(%di):u64[60]) %ax $elapsed",
		      KPE_ERR_EVENT_TOO_BIG, -E2BIG,
		      strlen("r f" STRINGS_7 " entry(+0(%di):u64[60]) %ax "));
	check_refused("r f" STRINGS_7 " entry(+0(%di):u64[59]) %ax x=$arg1 a2",
		      KPE_ERR_EVENT_TOO_BIG, -E2BIG,
		      strlen("r f" STRINGS_7 " entry(+0(%di):u64[59]) %ax x=$arg1 "));
	check_saved_size("r f entry($comm)", 5 + 16);
	check_saved_size("r f entry(\\\"abc\")", 5 + 4);
	check_saved_size("r f entry(%di:symstr) entry(%di:u8)", 9 + 2);
}

static void starve(const char *text, unsigned int want)
{
	struct parsed parsed = parse_text(text);
	struct kpe_program *prog = NULL;
	struct kpe_error e;
	unsigned long n;
	long before = unit_allocations();

	for (n = 1; !prog && n < 10; n++) {
		memset(&e, 0, sizeof(e));
		unit_fail_allocation(n);
		prog = kpe_program_compile(&parsed.args, 16, &e);
		if (unit_allocation_failed() == !!prog)
			unit_fail("allocation %lu went unnoticed", n);
		if (!prog && (e.code != KPE_ERR_NO_MEMORY || e.err != -ENOMEM))
			unit_fail("%s, %d", error_name(e.code), e.err);
		if (!prog && unit_allocations() != before)
			unit_fail("allocation %lu: leak", n);
	}
	unit_fail_allocation(0);
	if (n != want + 2)
		unit_fail("%lu allocations, not %u", n - 2, want);
	kpe_program_free(prog);
	kpe_program_free(NULL);
	parsed_free(&parsed);
}

UNIT_CASE(test_out_of_memory, "fetch: out of memory")
{
	starve("p f %ax +0(%di):string @known", 1);
	starve("r f %ax entry(+0(%di)):string $arg1", 2);
	starve("p f %ax if %bx == 1", 2);
	starve("r f %ax if entry(%bx) == 1", 3);
}
