// SPDX-License-Identifier: GPL-2.0
/*
 * arm64_test - registers, places of parameters and instructions of arm64, on any machine
 *
 * What AAPCS64 says of parameters, and what an assembler makes of instructions, is here in
 * tables.
 */
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/string.h>

#include "arch/arm64/pad.h"
#include "arch/insn.h"
#include "arch/registers.h"
#include "passing_places.h"
#include "unit.h"

/* ---------------------------------------------------------------- registers */

static void want_register(const char *name, long offset, const char *hint)
{
	const struct kpe_register *reg = kpe_register_find(name, strlen(name));
	const char *got = kpe_register_hint(name, strlen(name));

	if (offset < 0 ? !!reg : !reg || reg->offset != (unsigned long)offset)
		unit_fail("%%%s is at %ld", name, reg ? (long)reg->offset : -1);
	if (!reg && strcmp(got ?: "-", hint))
		unit_fail("%%%s: %s", name, got ?: "-");
}

UNIT_CASE(test_registers, "arm64: names of registers")
{
	want_register("x0", 0, NULL);
	want_register("x9", 72, NULL);
	want_register("x30", 240, NULL);
	want_register("lr", 240, NULL);
	want_register("sp", 248, NULL);
	want_register("pc", 256, NULL);
	want_register("pstate", 264, NULL);
	want_register("x31", -1, "-");
	want_register("xzr", -1, "-");
	want_register("di", -1, "-");
	want_register("x", -1, "-");
	want_register("w", -1, "-");
	want_register("", -1, "-");
	want_register("w0", -1, "did you mean %x0");
	want_register("W19", -1, "did you mean %x19");
	want_register("X3", -1, "did you mean %x3");
	want_register("r12", -1, "did you mean %x12");
	want_register("fp", -1, "did you mean %x29");
	want_register("wsp", -1, "did you mean %sp");
	want_register("SP", -1, "did you mean %sp");
	want_register("w31", -1, "-");
	if (strcmp(kpe_register_name(240) ?: "-", "x30") || kpe_register_name(272) ||
	    strcmp(kpe_register_name(kpe_registers.retval), "x0"))
		unit_fail("names of offsets");
}

static void want_word(unsigned int word, bool stacked, unsigned int at)
{
	const struct kpe_word got = kpe_param_word(word);

	if (got.stacked != stacked || got.at != at)
		unit_fail("word %u is %s %u", word, got.stacked ? "stack" : "register", got.at);
}

UNIT_CASE(test_words, "arm64: words of parameters")
{
	want_word(0, false, 0);
	want_word(7, false, 56);
	want_word(8, true, 0);
	want_word(9, true, 1);
	if (kpe_return_word.stacked || kpe_return_word.at != 240)
		unit_fail("the return address is elsewhere");
}

/* --------------------------------------------------------------- parameters */

UNIT_CASE(test_places, "arm64: places of parameters")
{
	WANT('l', "lcllllll", 0, 1, 2, 3, 4, 5, 6, 7);
	WANT('l', "llllllllcl", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
	/* records of up to two words, however they are packed */
	WANT('l', "4l3l0l", 0, 2, 3, 5, 6, 6);
	WANT('l', "lpl", 0, 1, 3);
	/* longer ones by reference */
	WANT('l', "5l", -1, 1);
	WANT('l', "lR4", 0, -2, 2);
	WANT('l', "llllllll5l", 0, 1, 2, 3, 4, 5, 6, 7, -9, 9);
	/* 16 bytes at an even register, if they are aligned */
	WANT('l', "wl", 0, 2);
	WANT('l', "lwl", 0, 2, 4);
	WANT('l', "lWl", 0, 2, 4);
	WANT('l', "lPl", 0, 1, 3);
	WANT('l', "lRw", 0, -2, 2);
	/* nothing follows in a register what has none */
	WANT('l', "lllllll4l", 0, 1, 2, 3, 4, 5, 6, 8, 10);
	WANT('l', "lllllllwl", 0, 1, 2, 3, 4, 5, 6, 8, 10);
	WANT('l', "llllllwl", 0, 1, 2, 3, 4, 5, 6, 8);
	/* the same on the stack */
	WANT('l', "lllllllllwl", 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12);
	WANT('l', "lllllllll4l", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11);
	/* numbers with a fraction: eight have registers of their own */
	WANT('l', "ldl", 0, UNSEEN, 1);
	WANT('d', "dddddddddl", UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN,
	     UNSEEN, UNSEEN);
	WANT('l', "ddddddddl", UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN, 0);
	WANT('l', "lDl", 0, UNSEEN, UNSEEN);
	/* a large result has a register of its own */
	WANT('5', "ll", 0, 1);
	WANT('4', "ll", 0, 1);
	WANT('0', "l", 0);
}

/* ------------------------------------------------------------- instructions */

UNIT_CASE(test_lengths, "arm64: lengths and fillings")
{
	static const u32 code[] = { 0xd65f03c0, 0xd503201f, 0xd503201f, 0xd4200080, 0xd4200080 };
	const u8 *bytes = (const u8 *)code;

	if (kpe_insn_length(bytes, 3) || kpe_insn_length(bytes, 4) != 4 ||
	    kpe_insn_length(bytes, 20) != 4 || kpe_insn_alignment != 4)
		unit_fail("length");
	if (!kpe_insn_is_filling(bytes + 4, 8) || kpe_insn_is_filling(bytes, 12) ||
	    kpe_insn_is_filling(bytes + 4, 7) || kpe_insn_is_filling(bytes + 4, 12))
		unit_fail("filling");
	if (!kpe_insn_is_patched(bytes + 4) || !kpe_insn_is_patched(bytes + 12) ||
	    kpe_insn_is_patched(bytes))
		unit_fail("what the kernel patches");
}

#define NOP		0xd503201f
#define BTI		0xd503245f	/* bti c */
#define MOV_X9		0xaa1e03e9	/* mov x9, x30 */
#define BRK		0xd4200080	/* a probe's */
#define CALL		0x94000001
#define RET		0xd65f03c0
#define SUB		0xd10043ff	/* sub sp, sp, #16 */

static void want_site(u32 first, u32 second, u32 third, unsigned int wanted)
{
	const u32 code[KPE_ARM64_HEAD] = { first, second, third };

	if (kpe_site_in(code) != wanted)
		unit_fail("%x %x %x: site at %u", first, second, third, kpe_site_in(code));
}

UNIT_CASE(test_sites, "arm64: sites of ftrace")
{
	want_site(MOV_X9, NOP, SUB, 1);
	want_site(MOV_X9, CALL, SUB, 1);
	want_site(BRK, NOP, SUB, 1);
	want_site(BTI, MOV_X9, NOP, 2);
	want_site(0xd50324df, MOV_X9, CALL, 2);	/* bti jc */
	want_site(BRK, MOV_X9, NOP, 2);
	want_site(BTI, BRK, CALL, 2);
	/* another hint, no room for it, nothing of ftrace's */
	want_site(0xd503233f, MOV_X9, NOP, 0);	/* paciasp */
	want_site(MOV_X9, SUB, NOP, 0);
	want_site(BTI, NOP, NOP, 0);
	want_site(SUB, MOV_X9, NOP, 0);
	want_site(BTI, SUB, MOV_X9, 0);
}

/* The hash of a type ahead of a function, which may look like an instruction */
UNIT_CASE(test_hashes, "arm64: hashes of types")
{
	static const u32 hashes[] = { 0x68cd120f, 0xffff8000, 0xa540670c };
	static const u32 code[] = { NOP, BRK, RET, CALL, 0x17cd120f, 0xd61f0200, 0 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(hashes); i++)
		if (!kpe_is_hash(hashes[i]))
			unit_fail("%x is no hash", hashes[i]);
	for (i = 0; i < ARRAY_SIZE(code); i++)
		if (kpe_is_hash(code[i]))
			unit_fail("%x is a hash", code[i]);
}

#define STP		0xa9be7bfd	/* stp x29, x30, [sp, #-32]! */
#define MOV		0x910003fd	/* mov x29, sp */
#define LDP		0xa8c27bfd	/* ldp x29, x30, [sp], #32 */

/* Is there a frame before each instruction, and at the end? */
UNIT_CASE(test_frames, "arm64: frames")
{
	static const struct {
		u32 code[8];
		const char *frame;
	} all[] = {
		{ { 0xd503201f, 0xd503201f, 0x8b000000, RET }, "00000" },
		/* paciasp; stp x19, x20, [sp, #16]; autiasp */
		{ { 0xd503233f, STP, MOV, 0xa90153f3, LDP, 0xd50323bf, RET, 0xd503201f },
		  "000110011" },
		/* above local variables: stp x29, x30, [sp, #64]; add x29, sp, #64 */
		{ { 0xd10143ff, 0xa9047bfd, 0x910103fd, 0xa9447bfd }, "00010" },
		/* one jump is to another function; b */
		{ { STP, MOV, LDP, 0x14000000, 0xd503201f }, "001011" },
		/* a breakpoint hides what makes it, or something before */
		{ { STP, BRK, LDP, RET }, "00101" }, { { BRK, STP, MOV, 0xd503201f }, "00011" },
		/* not from sp: mov x29, x19; mov x19, sp; add x29, x19, #0 */
		{ { STP, 0xaa1303fd, 0x910003f3, 0x9100027d }, "00000" },
	};
	unsigned int i, n;

	for (i = 0; i < ARRAY_SIZE(all); i++)
		for (n = 0; all[i].frame[n]; n++)
			if (kpe_insn_has_frame((const u8 *)all[i].code, 4 * n) !=
			    (all[i].frame[n] == '1'))
				unit_fail("row %u before instruction %u", i, n);
	if (kpe_insn_has_frame((const u8 *)all[1].code, 11))
		unit_fail("half an instruction");
}

/* ------------------------------------------------ what refers to a function */

#define TEXT		0xffff800008010000UL
#define FUNCTION	0xffff800008230560UL

static unsigned int nr_found;

static void count_found(struct kpe_refer *r, unsigned int at, unsigned long target)
{
	if (target != r->lo)
		unit_fail("a target of %lx", target);
	if (!kpe_refer_is_operand(r->code, r->len, at))
		unit_fail("no operand at %u", at);
	nr_found++;
}

/* Return: how often the code refers to an address */
static unsigned int count_of(const u32 *code, unsigned int nr, unsigned long addr)
{
	struct kpe_refer r = {
		.code = (const u8 *)code, .len = nr * 4, .end = nr * 4, .addr = TEXT,
		.lo = addr, .span = 1, .found = count_found,
	};

	nr_found = 0;
	kpe_refer_find(&r);
	return nr_found;
}

static unsigned int count_references(const u32 *code, unsigned int nr)
{
	return count_of(code, nr, FUNCTION);
}

/* @code at the third place, with one thing after another beside it */
static void want_reference(const char *text, u32 code, u32 next, unsigned int wanted)
{
	const u32 nop = 0xd503201f;
	const u32 all[] = { nop, nop, code, nop, next, nop };
	unsigned int got = count_references(all, ARRAY_SIZE(all));

	if (got != wanted)
		unit_fail("%s: %u", text, got);
}

/* x3 is something else after the sum has taken its place, unless a way leads past that. */
static void test_overwritten_page(u32 adrp)
{
	const u32 nop = 0xd503201f, same = 3 << 5 | 3, page = adrp | 3;
	const u32 wanted = 0x91000000 | 0x560 << 10 | same, other = 0x91000000 | 8 << 10 | same;
	const struct {
		const char *what;
		u32 code[4];
		unsigned int nr;
	} rows[] = {
		{ "added at once", { page, wanted, nop, nop }, 1 },
		{ "added to another sum", { page, other, wanted, nop }, 0 },
		{ "added to a copy before", { page, other + 1, wanted, nop }, 1 },
		{ "on another way, b.ne", { page, 0x54000061, other, wanted }, 1 },
		{ "on another way, cbz", { page, 0xb4000067, other, wanted }, 1 },
		{ "on another way, br", { page, 0xd61f0200, other, wanted }, 1 },
		{ "a second page", { page, other, page, wanted }, 1 },
	};
	unsigned int got;

	for_each_row(row, rows) {
		u32 all[] = { nop, nop, row->code[0], row->code[1],
			      row->code[2], row->code[3], nop };

		got = count_references(all, ARRAY_SIZE(all));
		if (got != row->nr)
			unit_fail("%s: %u", row->what, got);
	}
}

UNIT_CASE(test_references, "arm64: what refers to a function")
{
	const u32 nop = 0xd503201f;
	const u32 words = (FUNCTION - TEXT - 8) / 4;
	const u32 pages = (FUNCTION >> 12) - (TEXT >> 12);
	const u32 adrp = 0x90000000 | pages << 29 | pages >> 2 << 5;
	const u64 pointer = FUNCTION;
	u32 literal[4] = { nop, nop };

	want_reference("bl", 0x94000000 | words, nop, 1);
	want_reference("b", 0x14000000 | words, nop, 1);
	want_reference("bl to the next", 0x94000000 | (words + 1), nop, 0);
	want_reference("b.ne, of another distance", 0x54000001 | (words & 0x7ffff) << 5, nop, 0);
	want_reference("adrp and add", adrp | 3, 0x91000000 | 0x560 << 10 | 3 << 5 | 4, 1);
	want_reference("adrp alone", adrp | 3, nop, 0);
	want_reference("add to another", adrp | 3, 0x91000000 | 0x560 << 10 | 5 << 5, 0);
	want_reference("add of another", adrp | 3, 0x91000000 | 0x564 << 10 | 3 << 5, 0);
	test_overwritten_page(adrp);
	memcpy(literal + 2, &pointer, sizeof(pointer));
	if (count_references(literal, 4) != 1)
		unit_fail("a pointer");
}

/* Branches with less room for a distance */
UNIT_CASE(test_near_references, "arm64: what refers to one that is near")
{
	static const u32 codes[] = {
		0x54000040 | 1,		/* b.ne +8 */
		0xb4000040 | 7,		/* cbz x7 */
		0x35000040 | 7,		/* cbnz w7 */
		0x37180040 | 7,		/* tbnz w7, #3 */
		0x10000040 | 7,		/* adr x7 */
	};

	for_each_row(row, codes) {
		const u32 all[] = { 0xd503201f, 0xd503201f, *row, 0xd503201f };

		if (count_of(all, ARRAY_SIZE(all), TEXT + 16) != 1)
			unit_fail("%x", *row);
	}
}
