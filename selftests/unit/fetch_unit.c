// SPDX-License-Identifier: GPL-2.0
/*
 * fetch_unit - definitions are compiled and run; every record is checked
 *
 * Each fetched_run() compares the whole record with the model; the cases
 * below say in addition what must be in it, so that the model is checked too.
 */
#include <stdio.h>
#include <stdlib.h>

#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/thread_info.h>
#include <linux/uaccess.h>

#include "compat/unaligned.h"
#include "definition_unit.h"
#include "fetch_unit.h"
#include "unit.h"

#define RANDOM_PROGRAMS	100000

/* The first byte of a page of kernel memory, of user memory */
#define KERNEL(page)	(machine.kernel + (page) * PAGE_SIZE)
#define USER(page)	(machine.user + (page) * PAGE_SIZE)
#define KERNEL_END	KERNEL(LAST_PAGE + 1)
#define USER_END	USER(LAST_PAGE + 1)

/* --------------------------------------------------- looking into records */

static const u8 *element(const struct fetched *f, unsigned int arg,
			 unsigned int i)
{
	const struct kpe_slot *slot = &f->prog->slots[arg];

	return record + slot->offset + i * slot->type.size;
}

static u64 number(const struct fetched *f, unsigned int arg, unsigned int i)
{
	unsigned int size = f->prog->slots[arg].type.size;
	u64 value = 0;

	memcpy(&value, element(f, arg, i), size);
	return value;
}

static unsigned int length(const struct fetched *f, unsigned int arg,
			   unsigned int i)
{
	return number(f, arg, i) >> 16;
}

static const char *string(const struct fetched *f, unsigned int arg,
			  unsigned int i)
{
	return (const char *)record + (number(f, arg, i) & 0xffff);
}

static void want_number(const struct fetched *f, unsigned int arg,
			unsigned int i, u64 want)
{
	u64 value = number(f, arg, i);

	if (value != want)
		unit_fail("%s: argument %u[%u] is 0x%llx, not 0x%llx",
			  f->line->text, arg, i, value, want);
}

static void want_string(const struct fetched *f, unsigned int arg,
			unsigned int i, const char *want)
{
	unsigned int len = length(f, arg, i);

	if (len != strlen(want) + 1)
		unit_fail("%s: argument %u[%u] has %u bytes, not %zu",
			  f->line->text, arg, i, len, strlen(want) + 1);
	else if (memcmp(string(f, arg, i), want, len))
		unit_fail("%s: argument %u[%u] is not \"%s\"", f->line->text,
			  arg, i, want);
}

/*
 * Length 0. Filters of the kernel, and libtraceevent, look at the place all
 * the same, up to a NUL: it must be in the record, and empty.
 */
static void want_fault(const struct fetched *f, unsigned int arg,
		       unsigned int i)
{
	unsigned int at = number(f, arg, i) & 0xffff;

	if (length(f, arg, i))
		unit_fail("%s: argument %u[%u] is no fault", f->line->text,
			  arg, i);
	if (at < f->prog->size || at >= f->size)
		unit_fail("%s: fault %u[%u] at %u of %u", f->line->text, arg, i,
			  at, f->size);
	else if (record[at])
		unit_fail("%s: fault %u[%u] is not empty", f->line->text, arg,
			  i);
}

static void want_faults(const struct fetched *f, unsigned int want)
{
	if (f->hit.faults != want)
		unit_fail("%s: %u faults, not %u", f->line->text,
			  f->hit.faults, want);
}

static void want_size(const struct fetched *f, unsigned int want)
{
	if (f->size != want)
		unit_fail("%s: %u bytes, not %u", f->line->text, f->size, want);
}

/* ------------------------------------------------------- making memory */

static void clear_memory(void)
{
	unsigned int page;

	for (page = FIRST_PAGE; page <= LAST_PAGE; page++) {
		memset(KERNEL(page), 0, PAGE_SIZE);
		memset(USER(page), 0, PAGE_SIZE);
	}
}

/* Every byte differs from its neighbours, and no two words are the same. */
static void number_memory(u8 *area)
{
	unsigned int i;

	for (i = 0; i < LAST_PAGE * PAGE_SIZE; i++)
		area[PAGE_SIZE + i] = (i * 7 + i / 256 * 3) ^ 0x80;
}

/* "abc.." of @len characters at @at, with its NUL */
static void write_string(u8 *at, unsigned int len)
{
	unsigned int i;

	for (i = 0; i < len; i++)
		at[i] = 'a' + i % 26;
	at[len] = 0;
}

/* Room for "TEXT TEXT .." @n times, behind @start; to be freed */
static char *repeat(const char *start, const char *text, unsigned int n)
{
	char *all = malloc(strlen(start) + n * (strlen(text) + 1) + 1);
	char *p = all + sprintf(all, "%s", start);

	while (n--)
		p += sprintf(p, " %s", text);
	return all;
}

static bool open_repeated(struct fetched *f, const char *start,
			  const char *text, unsigned int n)
{
	char *all = repeat(start, text, n);
	bool ok = fetched_open(f, all);

	free(all);
	return ok;
}

/* -------------------------------------------------------------- sources */

static void test_registers(void)
{
	struct fetched f;
	unsigned int i;
	char text[32];

	for (i = 0; i < sizeof(f.regs) / sizeof(long); i++) {
		sprintf(text, "p f %%%s", register_name(i * sizeof(long)));
		if (fetched_open(&f, text)) {
			((unsigned long *)&f.regs)[i] = 0xa0b0c0d0e0f00000 + i;
			fetched_run(&f);
			want_number(&f, 0, 0, 0xa0b0c0d0e0f00000 + i);
		}
		fetched_close(&f);
	}
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
	f->hit.ip = 0xf000;
	f->hit.ret_ip = 0xf001;
}

static void check_sources(const char *start, const struct source *source,
			  unsigned int n)
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

static void test_sources(void)
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
		{ "$arg2005", 0xb000 + 2047 }, { "$arg2006", 0 },
		{ "$arg2048", 0 }, { "a2047", 0 },
		{ "\\0", 0 }, { "\\1", 1 }, { "\\-1", -1ULL },
		{ "\\0x8000000000000000", 1ULL << 63 },
		{ "\\-9223372036854775808", 1ULL << 63 },
	};
	const struct source at_return[] = {
		{ "$retval", 0xa000 }, { "rv", 0xa000 }, { "ra", 0xf001 },
		{ "$arg1", 0xe000 }, { "$arg7", 0xe006 }, { "a6", 0xe006 },
		{ "$arg128", 0xe07f }, { "$arg2048", 0xe7ff },
		{ "a2047", 0xe7ff }, { "%di", 0xd001 },
		{ "$stack1", 0xb000 + 49 },
	};

	check_sources("p f", at_entry, ARRAY_SIZE(at_entry));
	check_sources("r f", at_return, ARRAY_SIZE(at_return));
	check_sources("p f%return", at_return, ARRAY_SIZE(at_return));
}

/* A position in what is saved is no number of a parameter. */
static void test_saved(void)
{
	static const u64 want[] = {
		0xe002, 0xe000, 0xe7ff, 0xe002, 0x00, 0xe001, 0xa000, 0xe7ff,
	};
	struct fetched f;
	unsigned int i;
	bool ok;

	ok = fetched_open(&f,
			  "r f $arg3 a0 $arg2048 a2 $arg1:u8 $arg2 $retval a2047 +0($arg10) +8(a9):u16");
	if (ok) {
		number_memory(machine.kernel);
		prepare_sources(&f);
		f.params[9] = (unsigned long)KERNEL(1);
		fetched_run(&f);
		for (i = 0; i < ARRAY_SIZE(want); i++)
			want_number(&f, i, 0, want[i]);
		want_number(&f, 8, 0, get_unaligned((u64 *)KERNEL(1)));
		want_number(&f, 9, 0, get_unaligned((u16 *)(KERNEL(1) + 8)));
		want_faults(&f, 0);
	}
	fetched_close(&f);
}

/* ------------------------------------------------- what was at the entry */

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

static void test_entry_values(void)
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

static void test_entry_strings(void)
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
static void test_entry_faults(void)
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
static void test_entry_fault_stays(void)
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
static void test_entry_string_length(void)
{
	unsigned int len;

	for (len = 0; len < KPE_MAX_SAVED_STRING + 70; len++)
		check_saved_length(len);
}

/* As any string: the record may have no room for all of it. */
static void test_entry_string_without_room(void)
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
		if (length(&f, 1, 0) != min(room, 101U))
			unit_fail("%u bytes in %u", length(&f, 1, 0), room);
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

static void test_elapsed(void)
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

static void test_addresses(void)
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

static void test_percpu(void)
{
	unsigned long *copy = (unsigned long *)KERNEL(4);
	struct fetched f;
	bool ok;

	clear_memory();
	strcpy((char *)KERNEL(1), "text");
	copy[0] = 0x1122334455667788;
	copy[1] = (unsigned long)KERNEL(1);
	copy[2] = (unsigned long)KERNEL(4) - unit_cpu_offset;
	ok = fetched_open(&f,
			  "p f this_cpu_ptr(@percpu+8) this_cpu_read(@percpu):u32 this_cpu_read(@percpu):x16[2] +0(this_cpu_read(@percpu+8)):string this_cpu_read(+16(%di)) this_cpu_read(%si) this_cpu_read(@0)");
	if (ok) {
		f.regs.di = (unsigned long)KERNEL(4);
		f.regs.si = copy[2] - PAGE_SIZE * 4;
		fetched_run(&f);
		want_number(&f, 0, 0, (unsigned long)&copy[1]);
		want_number(&f, 1, 0, 0x55667788);
		want_number(&f, 2, 1, 0x5566);
		want_string(&f, 3, 0, "text");
		want_number(&f, 4, 0, copy[0]);
		want_faults(&f, 2);
	}
	fetched_close(&f);
}

static void test_current(void)
{
	struct fetched f;

	if (fetched_open(&f, "p f $current +0($current):string")) {
		strscpy(current->comm, "whoever", TASK_COMM_LEN);
		fetched_run(&f);
		want_number(&f, 0, 0, (unsigned long)current);
		want_string(&f, 1, 0, "whoever");
		want_faults(&f, 0);
	}
	fetched_close(&f);
}

static void test_comm(void)
{
	static const char *const comms[] = {
		"", "a", "seven_7", "eight__8", "a_name_of_15_ch",
	};
	struct fetched f;
	unsigned int i;

	if (fetched_open(&f, "p f $comm $COMM:string c=$comm")) {
		for (i = 0; i < ARRAY_SIZE(comms); i++) {
			strscpy(current->comm, comms[i], TASK_COMM_LEN);
			fetched_run(&f);
			want_string(&f, 0, 0, comms[i]);
			want_string(&f, 1, 0, comms[i]);
			want_string(&f, 2, 0, comms[i]);
			want_size(&f, 28 + 3 * (strlen(comms[i]) + 1));
		}
	}
	fetched_close(&f);
}

/* Every character but the blank, quotes among them */
static void test_immediate_strings(void)
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

/* ------------------------------------------------------ types and arrays */

static const struct {
	const char *name;
	unsigned int size;
} types[] = {
	{ "u8", 1 }, { "u16", 2 }, { "u32", 4 }, { "u64", 8 },
	{ "s8", 1 }, { "s16", 2 }, { "s32", 4 }, { "s64", 8 },
	{ "x8", 1 }, { "x16", 2 }, { "x32", 4 }, { "x64", 8 },
	{ "char", 1 }, { "symbol", 8 },
	{ "b1@0/8", 1 }, { "b16@0/16", 2 }, { "b32@0/32", 4 },
	{ "b64@0/64", 8 },
};

/* What lies at @at, as the type @i of the table */
static u64 value_at(const u8 *at, unsigned int i)
{
	u64 value = 0;

	memcpy(&value, at, types[i].size);
	return strcmp(types[i].name, "b1@0/8") ? value : value & 1;
}

static void test_types(void)
{
	struct fetched f;
	unsigned int i, at;
	char text[64];

	number_memory(machine.kernel);
	number_memory(machine.user);
	for (i = 0; i < ARRAY_SIZE(types); i++) {
		sprintf(text, "p f %%di:%s +0(%%si):%s +u0(%%dx):%s",
			types[i].name, types[i].name, types[i].name);
		if (!fetched_open(&f, text))
			return;
		for (at = 0; at < 16; at++) {
			f.regs.di = get_unaligned((u64 *)(KERNEL(2) + at));
			f.regs.si = (unsigned long)KERNEL(2) - 8 + at;
			f.regs.dx = (unsigned long)USER(2) - 8 + at;
			fetched_run(&f);
			want_number(&f, 0, 0, value_at((u8 *)&f.regs.di, i));
			want_number(&f, 1, 0, value_at(KERNEL(2) - 8 + at, i));
			want_number(&f, 2, 0, value_at(USER(2) - 8 + at, i));
			want_size(&f, 16 + 3 * types[i].size);
		}
		fetched_close(&f);
	}
}

/* Only BTF knows of signed ones. */
static void make_signed(struct fetched *f)
{
	unsigned int i;

	for (i = 0; i < f->line->nr_args; i++) {
		f->line->args[i].type.kind = KPE_SIGNED_BITFIELD;
		f->prog->slots[i].type.kind = KPE_SIGNED_BITFIELD;
	}
}

static u64 cut_to(unsigned int size, u64 value)
{
	return size < 64 ? value & ((1ULL << size) - 1) : value;
}

static void check_bitfield(unsigned int width, unsigned int offset,
			   unsigned int container)
{
	const u64 value = 0xb7e151628aed2a6bULL;
	u64 want = cut_to(width, value >> offset);
	struct fetched f;
	char text[80];

	sprintf(text, "p f %%di:b%u@%u/%u +1(%%si):b%u@%u/%u", width, offset,
		container, width, offset, container);
	if (fetched_open(&f, text)) {
		put_unaligned(value, (u64 *)(KERNEL(1) + 1));
		f.regs.di = value;
		f.regs.si = (unsigned long)KERNEL(1);
		fetched_run(&f);
		want_number(&f, 0, 0, want);
		want_number(&f, 1, 0, want);
		want_size(&f, 16 + 2 * container / 8);
		make_signed(&f);
		fetched_run(&f);
		if (want >> (width - 1))
			want = cut_to(container, want | ~cut_to(width, ~0ULL));
		want_number(&f, 0, 0, want);
		want_number(&f, 1, 0, want);
	}
	fetched_close(&f);
}

static void test_bitfields(void)
{
	unsigned int container, width, offset;

	for (container = 8; container <= 64; container *= 2)
		for (width = 1; width <= container; width++)
			for (offset = 0; offset <= container - width; offset++)
				check_bitfield(width, offset, container);
}

static void check_array(unsigned int type, unsigned int count)
{
	unsigned int i, size = types[type].size;
	struct fetched f;
	char text[64];

	sprintf(text, "p f +1(%%di):%s[%u] +u3(%%si):%s[%u]", types[type].name,
		count, types[type].name, count);
	if (fetched_open(&f, text)) {
		f.regs.di = (unsigned long)KERNEL(2) - 100;
		f.regs.si = (unsigned long)USER(2) - 100;
		fetched_run(&f);
		for (i = 0; i < count; i++) {
			want_number(&f, 0, i,
				    value_at(KERNEL(2) - 99 + i * size, type));
			want_number(&f, 1, i,
				    value_at(USER(2) - 97 + i * size, type));
		}
		want_size(&f, 16 + 2 * count * size);
		want_faults(&f, 0);
	}
	fetched_close(&f);
}

static void test_arrays(void)
{
	static const unsigned int counts[] = { 1, 2, 63, 64 };
	unsigned int type, i;

	number_memory(machine.kernel);
	number_memory(machine.user);
	for (type = 0; type < ARRAY_SIZE(types); type++)
		for (i = 0; i < ARRAY_SIZE(counts); i++)
			check_array(type, counts[i]);
}

/* The elements that are there are read, and one fault is counted. */
static void test_array_faults(void)
{
	unsigned int type, i, size;
	struct fetched f;
	char text[64];

	number_memory(machine.kernel);
	for (type = 0; type < ARRAY_SIZE(types); type++) {
		size = types[type].size;
		sprintf(text, "p f +0(%%di):%s[5]", types[type].name);
		if (fetched_open(&f, text)) {
			f.regs.di = (unsigned long)KERNEL_END - 3 * size;
			fetched_run(&f);
			for (i = 0; i < 5; i++)
				want_number(&f, 0, i, i >= 3 ? 0 :
					    value_at(KERNEL_END -
						     (3 - i) * size, type));
			want_faults(&f, 1);
			/* half of an element is none */
			f.regs.di = (unsigned long)KERNEL_END - 1;
			fetched_run(&f);
			want_number(&f, 0, 0, size > 1 ? 0 :
				    value_at(KERNEL_END - 1, type));
			want_number(&f, 0, 1, 0);
		}
		fetched_close(&f);
	}
}

/* ---------------------------------------------------------- dereferences */

/* "p f +u16(+-8(..(%di)..)):TYPE": step i from inside has bit i of @marks */
static void write_chain(char *text, unsigned int depth, unsigned int marks,
			const char *type)
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
static unsigned long lay_chain(unsigned int depth, unsigned int user,
			       unsigned int missing)
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
static void check_chain(unsigned int depth, unsigned int user,
			unsigned int marks)
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
static void check_wrong_chain(unsigned int depth, unsigned int user,
			      unsigned int wrong)
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

static void test_chains(void)
{
	unsigned int depth, user;

	for (depth = 1; depth <= KPE_MAX_NESTED; depth++)
		for (user = 0; user < 1U << depth; user++)
			check_chains(depth, user);
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

static void test_string_chains(void)
{
	static const unsigned int users[] = { 0, ~0U, 0x55 };
	unsigned int depth, i;

	for (depth = 1; depth <= KPE_MAX_NESTED; depth++) {
		for (i = 0; i < ARRAY_SIZE(users); i++) {
			check_string_chain(depth, users[i], "string", 1);
			check_string_chain(depth, users[i], "string[3]", 3);
			check_string_chain(depth, users[i], "ustring", 1);
			check_string_chain(depth, users[i], "ustring[64]", 64);
			check_string_chain(depth, users[i], "symstr", 1);
		}
	}
}

/* A plain step reads what is there; a user step never reads the kernel. */
static void test_sides(void)
{
	struct fetched f;

	number_memory(machine.kernel);
	number_memory(machine.user);
	if (fetched_open(&f, "p f +0(%di) +u0(%si) +0(%si) +u0(%di)")) {
		f.regs.di = (unsigned long)USER(1);
		f.regs.si = (unsigned long)KERNEL(1);
		fetched_run(&f);
		want_number(&f, 0, 0, get_unaligned((u64 *)USER(1)));
		want_number(&f, 1, 0, 0);
		want_number(&f, 2, 0, get_unaligned((u64 *)KERNEL(1)));
		want_number(&f, 3, 0, get_unaligned((u64 *)USER(1)));
		want_faults(&f, 1);
	}
	fetched_close(&f);
}

static void test_array_sides(void)
{
	unsigned int type, i;
	struct fetched f;
	char text[128];

	number_memory(machine.kernel);
	number_memory(machine.user);
	for (type = 0; type < ARRAY_SIZE(types); type++) {
		sprintf(text, "p f +1(%%di):%s[9] +u1(%%si):%s[9]",
			types[type].name, types[type].name);
		if (fetched_open(&f, text)) {
			f.regs.di = (unsigned long)USER(2) - 9;
			f.regs.si = (unsigned long)KERNEL(2) - 9;
			fetched_run(&f);
			for (i = 0; i < 9; i++) {
				want_number(&f, 0, i,
					    value_at(USER(2) - 8 +
						     i * types[type].size,
						     type));
				want_number(&f, 1, i, 0);
			}
			want_faults(&f, 1);
		}
		fetched_close(&f);
	}
}

/* The first call of a run, by a plain step at @addr */
static void check_side(struct fetched *f, unsigned long addr, bool user)
{
	f->regs.di = addr;
	machine.nr_reads = 0;
	fetched_run(f);
	if (!machine.nr_reads || machine.reads[0].addr != addr ||
	    machine.reads[0].user != user)
		unit_fail("%s: not read on the right side at 0x%lx",
			  f->line->text, addr);
}

/* Where one ends and the other begins, whether or not there is memory */
static void test_border(void)
{
	static const char *const texts[] = {
		"p f +0(%di)", "p f +0(%di):u8", "p f +0(%di):u16[2]",
		"p f +0(+0(%di))", "p f +0(%di):string",
		"p f +0(%di):string[1]", "p f +0(%di):symstr",
	};
	struct fetched f;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		if (fetched_open(&f, texts[i])) {
			check_side(&f, 0, true);
			check_side(&f, TASK_SIZE_MAX - 1, true);
			check_side(&f, TASK_SIZE_MAX, false);
			check_side(&f, -1UL, false);
		}
		fetched_close(&f);
	}
}

/* Where text is read: by its address, and user's only if that is asked for */
static void test_string_sides(void)
{
	const unsigned long kernel = (unsigned long)KERNEL(1);
	const unsigned long user = (unsigned long)USER(1);
	struct fetched f;
	unsigned int i;
	char text[400];

	clear_memory();
	strcpy((char *)KERNEL(1), "kernel");
	strcpy((char *)USER(1), "user");
	sprintf(text,
		"p f +0(%%di):string @0x%lx:string \\0x%lx:string +0(%%si):string +u0(%%si):string +0(%%si):ustring +u0(%%si):ustring @0x%lx:string \\0x%lx:string \\0x%lx:ustring +u0(%%di):string +0(%%di):ustring +u0(%%di):ustring \\0x%lx:ustring",
		kernel, kernel, user, user, user, kernel);
	if (fetched_open(&f, text)) {
		f.regs.di = kernel;
		f.regs.si = user;
		fetched_run(&f);
		for (i = 0; i < 3; i++)
			want_string(&f, i, 0, "kernel");
		for (; i < 10; i++)
			want_string(&f, i, 0, "user");
		for (; i < 14; i++)
			want_fault(&f, i, 0);
		want_faults(&f, 4);
	}
	fetched_close(&f);
}

/* --------------------------------------------------------------- strings */

/*
 * Calls of the string reader: one after the other, each in one page, never
 * more than needed to see the NUL.
 */
static void check_reads(const struct fetched *f, unsigned long at,
			unsigned int len)
{
	const struct read *read = machine.reads;
	unsigned long end = at + len;
	unsigned int i;

	for (i = 0; i < machine.nr_reads && i < MAX_READS; i++, read++) {
		if (read->addr != at)
			unit_fail("%s: call %u not where the last one ended",
				  f->line->text, i);
		if (!read->size || at >= end)
			unit_fail("%s: call %u is one too many", f->line->text,
				  i);
		if (at / PAGE_SIZE != (at + read->size - 1) / PAGE_SIZE)
			unit_fail("%s: call %u crosses into a page",
				  f->line->text, i);
		at += read->size;
	}
	if (at < end)
		unit_fail("%s: the calls end too early", f->line->text);
	if (machine.nr_reads > 3 + (len + 7) / 8 + len / PAGE_SIZE)
		unit_fail("%s: %u calls for %u bytes", f->line->text,
			  machine.nr_reads, len);
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
		0, 1, 2, 6, 7, 8, 9, 15, 16, 17, 62, 63, 64, 65, 66, 127, 128,
		129, 130, 3000,
	};
	u8 *page = area + 2 * PAGE_SIZE, *end = area + 5 * PAGE_SIZE;
	struct fetched f;
	unsigned int i, shift;

	memset(area + PAGE_SIZE, 0xff, 4 * PAGE_SIZE);
	if (fetched_open(&f, text)) {
		for (i = 0; i < ARRAY_SIZE(lengths); i++) {
			/* anywhere, across a page's end, up to a hole */
			for (shift = 0; shift < 72; shift++)
				check_string(&f, page + shift, lengths[i]);
			for (shift = 0; shift <= lengths[i] && shift < 80;
			     shift++)
				check_string(&f, page - shift, lengths[i]);
			check_string(&f, end - lengths[i] - 1, lengths[i]);
		}
	}
	fetched_close(&f);
}

static void test_strings(void)
{
	check_strings("p f +0(%di):string", machine.kernel);
	check_strings("p f +0(%di):string", machine.user);
	check_strings("p f +u0(%di):string", machine.user);
	check_strings("p f +0(%di):ustring", machine.user);
}

/* No NUL before the hole, however near it begins */
static void test_string_faults(void)
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

static void test_longest_string(void)
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
				want_string(&f, 0, 0,
					    (char *)KERNEL(1) + shift);
			}
		}
		want_size(&f, KPE_MAX_RECORD);
		want_faults(&f, 0);
	}
	fetched_close(&f);
}

/* A cut string needs what is kept of it, no more. */
static void test_cut_at_a_hole(void)
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
			unsigned int len = length(f, i, j);

			if (!model_is_string(type))
				continue;
			if (!len)
				want_fault(f, i, j);
			else if (string(f, i, j) + len >
				 (char *)record + f->size)
				unit_fail("%u[%u] is beyond the record", i, j);
			else if (string(f, i, j)[len - 1])
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
static void test_many_strings(void)
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
static void test_faults_between(void)
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
		if (length(&f, 2, 0) != KPE_MAX_RECORD - f.prog->size - 66)
			unit_fail("%u bytes of string", length(&f, 2, 0));
	}
	fetched_close(&f);
}

static void test_string_arrays(void)
{
	unsigned long *pointers = (unsigned long *)(KERNEL_END - 5 * 8);
	struct fetched f;

	clear_memory();
	strcpy((char *)KERNEL(1), "first");
	strcpy((char *)KERNEL(2) - 2, "third");
	pointers[0] = (unsigned long)KERNEL(1);
	pointers[1] = 0;
	pointers[2] = (unsigned long)KERNEL(2) - 2;
	pointers[3] = (unsigned long)KERNEL_END;
	pointers[4] = (unsigned long)KERNEL(3);
	if (fetched_open(&f, "p f +0(%di):string[7] %di +0(%di):string[1]")) {
		f.regs.di = (unsigned long)pointers;
		fetched_run(&f);
		want_string(&f, 0, 0, "first");
		want_fault(&f, 0, 1);
		want_string(&f, 0, 2, "third");
		want_fault(&f, 0, 3);
		want_string(&f, 0, 4, "");
		want_fault(&f, 0, 5);
		want_fault(&f, 0, 6);
		want_number(&f, 1, 0, f.regs.di);
		want_string(&f, 2, 0, "first");
		want_faults(&f, 1);
	}
	fetched_close(&f);
}

static void lay_pointers(u8 *at, u8 *first, u8 *second)
{
	put_unaligned((unsigned long)first, (unsigned long *)at);
	put_unaligned((unsigned long)second, (unsigned long *)(at + 8));
}

/* +u: pointers and strings are the user's. ustring: only strings must be */
static void test_user_string_arrays(void)
{
	struct fetched f;
	bool ok;

	clear_memory();
	strcpy((char *)USER(1), "one");
	strcpy((char *)USER(2), "two");
	lay_pointers(USER(3), USER(1), USER(2));
	lay_pointers(KERNEL(3), USER(2), USER(1));
	ok = fetched_open(&f,
			  "p f +u0(%di):string[2] +u0(%di):ustring[2] +0(%di):ustring[2] +0(%di):string[2] +0(%si):ustring[2] +0(%si):string[2] +u0(%si):string[2] +u0(%si):ustring[2]");
	if (ok) {
		unsigned int i;

		f.regs.di = (unsigned long)USER(3);
		f.regs.si = (unsigned long)KERNEL(3);
		fetched_run(&f);
		for (i = 0; i < 4; i++) {
			want_string(&f, i, 0, "one");
			want_string(&f, i, 1, "two");
		}
		for (; i < 6; i++) {
			want_string(&f, i, 0, "two");
			want_string(&f, i, 1, "one");
		}
		for (; i < 8; i++) {
			want_fault(&f, i, 0);
			want_fault(&f, i, 1);
		}
		want_faults(&f, 2);
	}
	fetched_close(&f);
}

/* Each string is read where its own pointer says. */
static void test_mixed_string_arrays(void)
{
	struct fetched f;
	bool ok;

	clear_memory();
	strcpy((char *)USER(1), "user");
	strcpy((char *)KERNEL(1), "kernel");
	lay_pointers(USER(3), USER(1), KERNEL(1));
	lay_pointers(KERNEL(3), USER(1), KERNEL(1));
	ok = fetched_open(&f,
			  "p f +0(%di):string[2] +0(%si):string[2] +u0(%di):string[2] +0(%di):ustring[2] +0(%si):ustring[2]");
	if (ok) {
		unsigned int i;

		f.regs.di = (unsigned long)USER(3);
		f.regs.si = (unsigned long)KERNEL(3);
		fetched_run(&f);
		for (i = 0; i < 5; i++)
			want_string(&f, i, 0, "user");
		for (i = 0; i < 2; i++)
			want_string(&f, i, 1, "kernel");
		for (; i < 5; i++)
			want_fault(&f, i, 1);
		want_faults(&f, 3);
	}
	fetched_close(&f);
}

/* --------------------------------------------------------------- symbols */

static void test_symstr(void)
{
	char want[KSYM_SYMBOL_LEN];
	struct fetched f;
	bool ok;

	*(unsigned long *)KERNEL(1) = 0xffffffff81000040;
	*(unsigned long *)USER(1) = 0xffffffff81000080;
	ok = fetched_open(&f,
			  "p f %di:symstr +0(%si):symstr +0(%dx):symstr +0(%cx):symstr");
	if (ok) {
		f.regs.di = LONGEST_SYMBOL;
		f.regs.si = (unsigned long)KERNEL(1);
		f.regs.cx = (unsigned long)USER(1);
		fetched_run(&f);
		sprint_symbol(want, LONGEST_SYMBOL);
		want_string(&f, 0, 0, want);
		sprint_symbol(want, 0xffffffff81000040);
		want_string(&f, 1, 0, want);
		want_fault(&f, 2, 0);
		sprint_symbol(want, 0xffffffff81000080);
		want_string(&f, 3, 0, want);
		want_faults(&f, 1);
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
static void test_symstr_without_room(void)
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
		if (length(&f, 0, 0) != KSYM_SYMBOL_LEN ||
		    length(&f, KPE_MAX_ARGS - 1, 0) != 1)
			unit_fail("%u and %u bytes", length(&f, 0, 0),
				  length(&f, KPE_MAX_ARGS - 1, 0));
	}
	fetched_close(&f);
}

static void check_bind(const char *text, const char *module, unsigned int col)
{
	struct fetched f;
	int ret;

	fetched_compile(&f, text);
	if (!f.prog) {
		unit_fail("does not compile: %s", text);
	} else {
		ret = kpe_program_bind(f.prog, f.line, module, &f.e);
		if (ret != (col ? -ENOENT : 0))
			unit_fail("%s in %s: %d", text, module ?: "-", ret);
		if (col && (f.e.code != KPE_ERR_UNKNOWN_DATA_SYMBOL ||
			    f.e.err != -ENOENT || f.e.col != col))
			unit_fail("%s: %s at %u", text, error_name(f.e.code),
				  f.e.col);
	}
	fetched_close(&f);
}

static void test_bind(void)
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
	check_bind("r f $arg1 entry(@known) entry(this_cpu_ptr(@percpu))",
		   "mod", 0);
	check_bind("r f %ax entry(@theirs)", "", 14);
	check_bind("r f $arg1 entry(@known) +0(entry(@nobodys))", "mod", 33);
}

/* Without an error asked for, it reads as a fault; bound again it may work. */
static void test_bind_later(void)
{
	struct fetched f;

	number_memory(machine.kernel);
	fetched_compile(&f,
			"p f @theirs @theirs+8:u8 +8(@theirs) @known:u8 @theirs:string");
	f.hit.regs = &f.regs;
	if (kpe_program_bind(f.prog, f.line, "", NULL))
		unit_fail("not bound");
	memset(record, 0xff, KPE_MAX_RECORD);
	kpe_program_run(f.prog, &f.hit, record);
	want_number(&f, 0, 0, 0);
	want_number(&f, 1, 0, 0);
	want_number(&f, 2, 0, 0);
	want_number(&f, 3, 0, KERNEL(2)[0]);
	if (length(&f, 4, 0))
		unit_fail("a string of nobody");
	want_faults(&f, 4);
	kpe_program_bind(f.prog, f.line, "mod", NULL);
	KERNEL(3)[20] = 0;
	fetched_run(&f);
	want_number(&f, 0, 0, get_unaligned((u64 *)KERNEL(3)));
	want_number(&f, 1, 0, KERNEL(3)[8]);
	want_string(&f, 4, 0, (char *)KERNEL(3));
	fetched_close(&f);
}

/* ------------------------------------------------------------- compiling */

static void test_layout(void)
{
	static const unsigned int offsets[] = {
		0, 1, 3, 7, 15, 78, 82, 98, 99, 103, 107,
	};
	struct fetched f;
	unsigned int i;

	fetched_compile(&f,
			"r f %ax:u8 %ax:s16 %ax:x32 %ax +0(%ax):b3@1/8[63] $comm +0(%ax):string[4] %ax:char %ax:symstr +0(%ax):ustring $arg9:b1@1/64");
	if (f.prog) {
		if (f.prog->nr_slots != ARRAY_SIZE(offsets))
			unit_fail("%u slots", f.prog->nr_slots);
		for (i = 0; i < f.prog->nr_slots; i++)
			if (f.prog->slots[i].offset != f.header + offsets[i])
				unit_fail("slot %u at %u", i,
					  f.prog->slots[i].offset);
		if (f.prog->size != f.header + 115)
			unit_fail("size %u", f.prog->size);
		if (f.prog->nr_strings != 7)
			unit_fail("%u strings", f.prog->nr_strings);
		if (kpe_program_saved_size(f.prog) != 9)
			unit_fail("%u bytes saved",
				  kpe_program_saved_size(f.prog));
	}
	fetched_close(&f);
}

/* Which parameter a step fetches */
static unsigned long param_of(const struct kpe_insn *insn)
{
	static const size_t regs[] = {
		offsetof(struct pt_regs, di), offsetof(struct pt_regs, si),
		offsetof(struct pt_regs, dx), offsetof(struct pt_regs, cx),
		offsetof(struct pt_regs, r8), offsetof(struct pt_regs, r9),
	};
	unsigned int i;

	for (i = 0; insn->code == KPE_OP_REG && i < ARRAY_SIZE(regs); i++)
		if (insn->arg == regs[i])
			return i;
	return insn->arg + ARRAY_SIZE(regs) - 1;
}

static void check_saved(const char *text, const char *want)
{
	char saved[8 * KPE_MAX_ARGS] = "";
	const struct kpe_program *entry;
	struct fetched f;
	unsigned int i;
	char *p = saved;

	fetched_compile(&f, text);
	entry = f.prog ? f.prog->entry : NULL;
	for (i = 0; entry && i < entry->nr_slots; i++)
		p += sprintf(p, " %lu",
			     param_of(&entry->insns[entry->slots[i].first]));
	if (!f.prog || strcmp(saved, want))
		unit_fail("%.60s: saves%s", text, saved);
	fetched_close(&f);
}

/* As many as there can be, the last first */
static void check_all_saved(void)
{
	char text[16 * KPE_MAX_ARGS], want[8 * KPE_MAX_ARGS];
	char *t = text, *w = want;
	unsigned int n;

	t += sprintf(t, "r f");
	for (n = KPE_MAX_ARGS; n; n--) {
		t += sprintf(t, " $arg%u", 16 * n);
		w += sprintf(w, " %u", 16 * n - 1);
	}
	check_saved(text, want);
}

static void test_entry(void)
{
	char *text = repeat("r f", "$arg7", KPE_MAX_ARGS);

	check_saved("p f", "");
	check_saved("p f $arg1 $arg2048", "");
	check_saved("r f", "");
	check_saved("r f %ax $retval $stack3 s9", "");
	check_saved("r f $arg1", " 0");
	check_saved("r f a0", " 0");
	check_saved("r f $arg3 $arg2 $arg3", " 2 1");
	check_saved("r f $arg1 a0 x=+0($arg1):u8 a1", " 0 1");
	check_saved("r f +8(+0($arg7)):string $retval a2", " 6 2");
	check_saved("p f%return $arg2048 a2047 a0", " 2047 0");
	check_saved(text, " 6");
	/* A whole parameter is one, however it is asked for. */
	check_saved("r f $arg2 entry(a1):s64 +0(entry($arg2)):u8", " 1");
	check_saved("r f entry(a1):symbol entry($arg3):symstr $arg3 a1", " 1 2");
	check_saved("r f entry(a1:u32) $arg2 entry(a1):b4@0/64", " 1 1 1");
	free(text);
	check_all_saved();
}

static void test_nothing(void)
{
	struct fetched f;

	if (fetched_open(&f, "p f")) {
		fetched_run(&f);
		want_size(&f, 16);
	}
	fetched_close(&f);
	if (fetched_open(&f, "r f")) {
		fetched_run(&f);
		want_size(&f, 24);
	}
	fetched_close(&f);
}

static void check_refused(const char *text, enum kpe_err code, int err,
			  unsigned int col)
{
	struct fetched f;

	fetched_compile(&f, text);
	if (f.prog || f.e.code != code || f.e.err != err || f.e.col != col)
		unit_fail("%s: %s, %d at %u", text, error_name(f.e.code),
			  f.e.err, f.e.col);
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

static void test_too_big(void)
{
	check_size("p f" BYTES_2560 " +0(%di):u8[63] +0(%di):u64[56]", 3071);
	check_size("r f" BYTES_2560 " +0(%di):u8[63] +0(%di):u64[56]", 3071);
	check_size("p f" BYTES_2560 " +0(%di):u64[64]", 3072);
	check_size("r f" BYTES_2560 " +0(%di):u64[64]", 3072);
	check_refused("p f" BYTES_2560 " +0(%di):u64[64] %ax:u8",
		      KPE_ERR_EVENT_TOO_BIG, -E2BIG,
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

static void test_too_much_saved(void)
{
	check_saved_size("r f" STRINGS_7, 1 + 7 * (4 + 512));
	check_refused("r f entry(+0(%di):string[8])", KPE_ERR_EVENT_TOO_BIG,
		      -E2BIG, 4);
	/* 3613, and 482 and 483 and 484 more */
	check_saved_size("r f" STRINGS_7 " entry(+0(%di):u64[59]) entry(+0(%di):u8[8])",
			 KPE_MAX_SAVED - 1);
	check_saved_size("r f" STRINGS_7 " entry(+0(%di):u64[59]) entry(+0(%di):u8[9])",
			 KPE_MAX_SAVED);
	check_refused("r f" STRINGS_7 " entry(+0(%di):u64[59]) entry(+0(%di):u8[10])",
		      KPE_ERR_EVENT_TOO_BIG, -E2BIG,
		      strlen("r f" STRINGS_7 " entry(+0(%di):u64[59]) "));
	check_saved_size("r f" STRINGS_7 " entry(+0(%di):u64[59]) $elapsed",
			 KPE_MAX_SAVED - 2);
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

static void fail_each_allocation(const char *text, unsigned int want)
{
	struct parsed parsed = parse_text(text);
	struct kpe_program *prog = NULL;
	struct kpe_error e;
	unsigned long n;
	long before = unit_allocations();

	for (n = 1; !prog && n < 10; n++) {
		memset(&e, 0, sizeof(e));
		unit_fail_allocation(n);
		prog = kpe_program_compile(parsed.line, 16, &e);
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

static void test_out_of_memory(void)
{
	fail_each_allocation("p f %ax +0(%di):string @known", 1);
	fail_each_allocation("r f %ax entry(+0(%di)):string $arg1", 2);
}

static void test_random(void)
{
	random_programs(RANDOM_PROGRAMS);
}

#define CASE(text, function) { "fetch: " text, function }

static const struct unit_case cases[] = {
	CASE("registers", test_registers),
	CASE("sources", test_sources),
	CASE("parameters at return", test_saved),
	CASE("values at entry", test_entry_values),
	CASE("strings at entry", test_entry_strings),
	CASE("faults at entry", test_entry_faults),
	CASE("what was a fault at entry", test_entry_fault_stays),
	CASE("long strings at entry", test_entry_string_length),
	CASE("strings at entry without room", test_entry_string_without_room),
	CASE("time since the entry", test_elapsed),
	CASE("addresses", test_addresses),
	CASE("per-CPU variables", test_percpu),
	CASE("the current task", test_current),
	CASE("comm", test_comm),
	CASE("immediate strings", test_immediate_strings),
	CASE("types", test_types),
	CASE("bitfields", test_bitfields),
	CASE("arrays", test_arrays),
	CASE("faults in arrays", test_array_faults),
	CASE("chains of dereferences", test_chains),
	CASE("faults before strings", test_string_chains),
	CASE("user steps stay out of the kernel", test_sides),
	CASE("arrays of kernel and user", test_array_sides),
	CASE("the border of user memory", test_border),
	CASE("strings of kernel and user", test_string_sides),
	CASE("strings anywhere", test_strings),
	CASE("strings that run into a hole", test_string_faults),
	CASE("longest string", test_longest_string),
	CASE("cut string before a hole", test_cut_at_a_hole),
	CASE("many strings", test_many_strings),
	CASE("faults between strings", test_faults_between),
	CASE("arrays of strings", test_string_arrays),
	CASE("arrays of user strings", test_user_string_arrays),
	CASE("arrays of strings of both", test_mixed_string_arrays),
	CASE("symbols as text", test_symstr),
	CASE("symbols as text without room", test_symstr_without_room),
	CASE("unknown data symbols", test_bind),
	CASE("data symbols found later", test_bind_later),
	CASE("layout", test_layout),
	CASE("parameters saved at entry", test_entry),
	CASE("no arguments", test_nothing),
	CASE("limit of a record", test_too_big),
	CASE("limit of what is saved", test_too_much_saved),
	CASE("out of memory", test_out_of_memory),
	CASE("100000 random programs", test_random),
};

int main(void)
{
	machine_init();
	return unit_main(cases, ARRAY_SIZE(cases));
}
