// SPDX-License-Identifier: GPL-2.0
/*
 * passing_test - where btf.c says that parameters are, and where the compiler
 * really puts them
 *
 * Each type is passed to spy(), which knows nothing of its parameters
 * and keeps the words that they may lie in. The types are here twice: in C, and
 * as BTF made by hand.
 */
#include <stdio.h>
#include <stdlib.h>

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "btf_make.h"
#include "unit.h"

#define MARK		0x1122334455667788UL	/* of another parameter */
#define PATTERN		0xa1			/* first byte of the value */

enum { FIRST, FIFTH, SIXTH, EIGHTH, RESULT, NR_CALLS };

/*
 * Which parameter the value is, of how many; the others are marks. A mark follows, but that the
 * value is the result, and the mark the only parameter.
 */
static const struct call {
	unsigned int at, nr;
	bool returned;
} calls[NR_CALLS] = {
	[FIRST] = { 0, 2 },	/* by the first registers */
	[FIFTH] = { 4, 8 },	/* two registers are left */
	[SIXTH] = { 5, 9 },	/* one register is left */
	[EIGHTH] = { 7, 9 },	/* an odd word of the stack */
	[RESULT] = { 1, 1, true },
};

/* Six registers, then the stack, as regs_get_kernel_argument() counts them */
static unsigned long passed[32];

/* Returns its first parameter, as who has to fill in a large result does. */
static void __naked spy(void)
{
	asm("lea	%0, %%rax\n\t"
	    "mov	%%rdi, (%%rax)\n\t"
	    "mov	%%rsi, 8(%%rax)\n\t"
	    "mov	%%rdx, 16(%%rax)\n\t"
	    "mov	%%rcx, 24(%%rax)\n\t"
	    "mov	%%r8, 32(%%rax)\n\t"
	    "mov	%%r9, 40(%%rax)\n\t"
	    "xor	%%ecx, %%ecx\n"
	    "1:	mov	8(%%rsp,%%rcx,8), %%rdx\n\t"
	    "mov	%%rdx, 48(%%rax,%%rcx,8)\n\t"
	    "inc	%%ecx\n\t"
	    "cmp	$16, %%ecx\n\t"
	    "jne	1b\n\t"
	    "mov	%%rdi, %%rax\n\t"
	    "ret" : : "m" (passed));
}

/* As an address it may be a function of any type. */
static void *any_function = spy;

struct one_byte { u8 a; };
struct four_bytes { u16 a; u8 b, c; };
struct twelve_bytes { u32 a, b, c; };
struct sixteen_bytes { u64 a, b; };
struct seventeen_bytes { u64 a, b; u8 c; };
struct nine_chars { u8 a[9]; };
struct two_longs { u64 a[2]; };
struct nothing { };
struct packed_nine { u8 a; u64 b; } __packed;
struct packed_five { u8 a; u32 b; } __packed;
struct packed_but_aligned { u32 a; u8 b; } __packed;
struct packed_twelve { u64 a; u32 b; } __packed;
struct packed_four { u8 a; u16 b; u8 c; } __packed;
struct odd_inside { u8 x; struct packed_but_aligned in; };
struct odd_in_array { u16 x; struct packed_five in[2]; };
struct packed_in_vain { u8 x; u8 a[7]; u64 b; } __packed;
struct packed_bits { u8 a : 3; u64 b : 40; u8 c; } __packed;
struct some_bits { u32 a : 3; u32 b : 29; u64 c; };
union either { u64 a; u8 b; u32 c[3]; };
union odd_either { u32 a; struct packed_five b; } __packed;
struct wide_inside { __int128 a; };
struct wide_and_more { __int128 a; u64 b; };
struct wide_packed { __int128 a; u64 b; } __packed;
struct pointer_inside { void *p; u32 x; };

typedef void passing_call(void);

/**
 * struct passing - a type, and how a function passes it on
 * @name: of the type
 * @size: bytes of the value that count
 * @add: adds it to a BTF
 * @calls: see the table of calls
 */
struct passing {
	const char *name;
	size_t size;
	u32 (*add)(struct maker *to);
	passing_call *calls[NR_CALLS];
};

static void fill(void *value, size_t size)
{
	u8 *bytes = value;
	size_t i;

	for (i = 0; i < size; i++)
		bytes[i] = PATTERN + i;
}

#define L	long
#define M	MARK
#define SPY(returns, ...)	((returns (*)(__VA_ARGS__))any_function)

#define PASS(name, type)							\
static type value_##name(void)						\
{									\
	type value;							\
									\
	fill(&value, sizeof(value));					\
	return value;							\
}									\
static void first_##name(void)						\
{									\
	SPY(L, type, L)(value_##name(), M);				\
}									\
static void fifth_##name(void)						\
{									\
	SPY(L, L, L, L, L, type, L, L, L)				\
		(M, M, M, M, value_##name(), M, M, M);			\
}									\
static void sixth_##name(void)						\
{									\
	SPY(L, L, L, L, L, L, type, L, L, L)				\
		(M, M, M, M, M, value_##name(), M, M, M);		\
}									\
static void eighth_##name(void)						\
{									\
	SPY(L, L, L, L, L, L, L, L, type, L)				\
		(M, M, M, M, M, M, M, value_##name(), M);		\
}									\
static void result_##name(void)						\
{									\
	SPY(type, L)(M);						\
}

/* ---------------------------------------------------------- the same as BTF */

/* numbers of 1, 2, 4, 8 and 16 bytes */
static u32 n8, n16, n32, n64, n128, pointer;

#define ROW(name, type)							\
PASS(name, type)							\
static const struct passing row_##name = {				\
	#name, sizeof(type), add_##name,				\
	{ first_##name, fifth_##name, sixth_##name, eighth_##name, result_##name } \
}

#define RECORD_OF(kind, name, type, ...)				\
static u32 add_##name(struct maker *to)					\
{									\
	return make_struct(to, kind, #name, sizeof(type), FIELDS(__VA_ARGS__)); \
}									\
ROW(name, type)

#define RECORD(name, ...)	RECORD_OF(BTF_KIND_STRUCT, name, struct name, __VA_ARGS__)
#define UNION(name, ...)	RECORD_OF(BTF_KIND_UNION, name, union name, __VA_ARGS__)

static u32 add_wide(struct maker *to)
{
	return to ? n128 : 0;
}

ROW(wide, __int128);
RECORD(one_byte, { "a", n8 });
RECORD(four_bytes, { "a", n16 }, { "b", n8, 16 }, { "c", n8, 24 });
RECORD(twelve_bytes, { "a", n32 }, { "b", n32, 32 }, { "c", n32, 64 });
RECORD(sixteen_bytes, { "a", n64 }, { "b", n64, 64 });
RECORD(seventeen_bytes, { "a", n64 }, { "b", n64, 64 }, { "c", n8, 128 });
RECORD(nine_chars, { "a", make_array(to, n8, 9) });
RECORD(two_longs, { "a", make_array(to, n64, 2) });
RECORD(nothing, { NULL });
RECORD(packed_nine, { "a", n8 }, { "b", n64, 8 });
RECORD(packed_five, { "a", n8 }, { "b", n32, 8 });
RECORD(packed_but_aligned, { "a", n32 }, { "b", n8, 32 });
RECORD(packed_twelve, { "a", n64 }, { "b", n32, 64 });
RECORD(packed_four, { "a", n8 }, { "b", n16, 8 }, { "c", n8, 24 });
RECORD(odd_inside, { "x", n8 }, { "in", add_packed_but_aligned(to), 8 });
RECORD(odd_in_array, { "x", n16 }, { "in", make_array(to, add_packed_five(to), 2), 16 });
RECORD(packed_in_vain, { "x", n8 }, { "a", make_array(to, n8, 7), 8 }, { "b", n64, 64 });
RECORD(packed_bits, { "a", n8, 0, 3 }, { "b", n64, 3, 40 }, { "c", n8, 48 });
RECORD(some_bits, { "a", n32, 0, 3 }, { "b", n32, 3, 29 }, { "c", n64, 64 });
UNION(either, { "a", n64 }, { "b", n8 }, { "c", make_array(to, n32, 3) });
UNION(odd_either, { "a", n32 }, { "b", add_packed_five(to) });
RECORD(wide_inside, { "a", n128 });
RECORD(wide_and_more, { "a", n128 }, { "b", n64, 128 });
RECORD(wide_packed, { "a", n128 }, { "b", n64, 128 });
RECORD(pointer_inside, { "p", pointer }, { "x", n32, 64 });

static const struct passing * const rows[] = {
	&row_wide, &row_either, &row_odd_either, &row_one_byte, &row_four_bytes, &row_twelve_bytes,
	&row_sixteen_bytes, &row_seventeen_bytes, &row_nine_chars, &row_two_longs, &row_nothing,
	&row_packed_nine, &row_packed_five, &row_packed_but_aligned, &row_packed_twelve,
	&row_packed_four, &row_odd_inside, &row_odd_in_array, &row_packed_in_vain, &row_packed_bits,
	&row_some_bits, &row_wide_inside, &row_wide_and_more, &row_wide_packed, &row_pointer_inside,
};

static struct maker m;

/* Parameters: marks, but the one of number @at, which is the row's type */
static struct kpe_btf *make_callee(const struct passing *row, unsigned int at,
				   unsigned int nr, bool returned)
{
	struct field params[16] = { };
	unsigned int i;
	u32 type;

	make_start(&m, NULL);
	n8 = make_int(&m, "u8", 1, 0);
	n16 = make_int(&m, "u16", 2, 0);
	n32 = make_int(&m, "u32", 4, 0);
	n64 = make_int(&m, "u64", 8, 0);
	n128 = make_int(&m, "__int128", 16, BTF_INT_SIGNED);
	pointer = make_ref(&m, BTF_KIND_PTR, "", 0);
	type = row->add(&m);
	for (i = 0; i < nr; i++)
		params[i] = (struct field){ "p", i == at ? type : n64, 0, 0 };
	make_func(&m, "callee", returned ? type : n64, params);
	return make_open(&m, NULL);
}

static void check_mark(const char *about, unsigned int n, unsigned int word)
{
	if (word >= ARRAY_SIZE(passed) || passed[word] != MARK)
		unit_fail("%s: parameter %u is not word %u", about, n, word);
}

/* Its first eight bytes are in its first word. */
static void check_value(const struct passing *row, unsigned int n, unsigned int word)
{
	size_t i, size = min_t(size_t, row->size, sizeof(long));
	const u8 *bytes = (const void *)&passed[word];

	for (i = 0; i < size; i++) {
		if (word >= ARRAY_SIZE(passed) || bytes[i] != (u8)(PATTERN + i))
			return unit_fail("%s: as parameter %u it is not word %u",
					 row->name, n, word);
	}
}

static void check_call(const struct passing *row, unsigned int n)
{
	const struct call *c = &calls[n];
	struct kpe_btf *btf = make_callee(row, c->at, c->nr, c->returned);
	struct kpe_tref func = kpe_btf_find(btf, "callee", 6, KPE_BTF_FUNC);
	struct kpe_param param;
	unsigned int i;

	memset(passed, 0, sizeof(passed));
	row->calls[n]();
	for (i = 0; kpe_btf_param(func, i, &param); i++) {
		if (i == c->at)
			check_value(row, i, param.word);
		else
			check_mark(row->name, i, param.word);
	}
	if (i != c->nr)
		unit_fail("%s: %u parameters, not %u", row->name, i, c->nr);
	kpe_btf_close(btf);
}

UNIT_CASE(test_all, "passing: every type in registers, on the stack, and as a result")
{
	unsigned int n;

	for (n = 0; n < NR_CALLS; n++)
		for_each_row(row, rows)
			check_call(*row, n);
}
