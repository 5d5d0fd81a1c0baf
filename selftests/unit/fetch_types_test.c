// SPDX-License-Identifier: GPL-2.0
/*
 * fetch_types_test - numbers, bitfields and arrays of them
 */
#include <stdio.h>

#include <linux/kernel.h>
#include <linux/string.h>

#include "compat/unaligned.h"
#include "fetch_unit.h"
#include "unit.h"

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

	for (i = 0; i < f->args->nr_args; i++) {
		f->args->args[i].type.kind = KPE_SIGNED_BITFIELD;
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

#define MIXED	4
#define WORD	0xf7e6d5c4b3a29180UL

static char text_of_mix[128];

/* Registers of these widths, each log2, and what @tail says behind them */
static void check_mix(unsigned int mix, const char *tail)
{
	static const char * const registers[MIXED] = { "di", "si", "dx", "cx" };
	unsigned int i, len = sprintf(text_of_mix, "p f");
	struct fetched f;

	for (i = 0; i < MIXED; i++)
		len += sprintf(text_of_mix + len, " %%%s:u%u", registers[i],
			       8 << (mix >> 2 * i & 3));
	sprintf(text_of_mix + len, "%s", tail);
	if (fetched_open(&f, text_of_mix)) {
		f.regs.di = WORD + 1;
		f.regs.si = WORD + 2;
		f.regs.dx = WORD + 3;
		f.regs.cx = WORD + 4;
		fetched_run(&f);
		for (i = 0; i < MIXED; i++)
			want_number(&f, i, 0, (WORD + 1 + i) &
				    ~0UL >> (64 - (8 << (mix >> 2 * i & 3))));
	}
	fetched_close(&f);
}

/* Any mix of widths, alone and with what is not fetched by copying registers */
static void test_mixed_widths(void)
{
	unsigned int mix;

	for (mix = 0; mix < 1 << 2 * MIXED; mix++) {
		check_mix(mix, "");
		check_mix(mix, " $stack0 %r8:s8 %r9:s16");
		check_mix(mix, " $comm %r8:u8 \\7:u8");
	}
}

int main(void)
{
	static const struct unit_case cases[] = {
		{ "fetch: types", test_types },
		{ "fetch: bitfields", test_bitfields },
		{ "fetch: arrays", test_arrays },
		{ "fetch: faults in arrays", test_array_faults },
		{ "fetch: arrays of kernel and user", test_array_sides },
		{ "fetch: registers of any mix of widths", test_mixed_widths },
	};

	machine_init();
	return unit_main(cases, ARRAY_SIZE(cases));
}
