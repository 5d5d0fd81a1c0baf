// SPDX-License-Identifier: GPL-2.0
/*
 * insn_test - lengths of instructions, on instructions written out by hand and
 * on random bytes
 *
 * Code is always read out of memory that ends where its room does.
 */
#include <stdio.h>
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "arch/insn.h"
#include "unit.h"

#define MAX_BYTES	32
#define RANDOM_RUNS	300000

static unsigned int parse(const char *hex, u8 *bytes)
{
	unsigned int n = 0;
	int used;

	while (sscanf(hex, " %2hhx%n", &bytes[n], &used) == 1) {
		hex += used;
		n++;
	}
	return n;
}

static unsigned int length_in(const u8 *bytes, unsigned int room)
{
	u8 *copy = kmemdup(bytes, room ?: 1, GFP_KERNEL);
	unsigned int length = kpe_insn_length(room ? copy : copy + 1, room);

	kfree(copy);
	return length;
}

/* @hex is one instruction, whatever comes behind it. */
static void want_all(const char *const *hex, unsigned int nr)
{
	u8 bytes[MAX_BYTES];
	unsigned int i, n, room, got;

	for (i = 0; i < nr; i++) {
		memset(bytes, 0xcc, sizeof(bytes));
		n = parse(hex[i], bytes);
		for (room = 0; room <= n + 1; room++) {
			got = length_in(bytes, room);
			if (got != (room >= n ? n : 0))
				unit_fail("%s: %u in a room of %u", hex[i], got, room);
		}
	}
}

/* @hex begins no instruction, whatever comes behind it. */
static void want_none(const char *const *hex, unsigned int nr)
{
	u8 bytes[MAX_BYTES];
	unsigned int i, room, got;

	for (i = 0; i < nr; i++) {
		memset(bytes, 0x90, sizeof(bytes));
		parse(hex[i], bytes);
		for (room = 0; room <= KPE_MAX_INSN + 1; room++) {
			got = length_in(bytes, room);
			if (got)
				unit_fail("%s: %u in a room of %u", hex[i], got, room);
		}
	}
}

#define WANT(want, ...) do {						\
	static const char *const hex[] = { __VA_ARGS__ };		\
									\
	want(hex, ARRAY_SIZE(hex));					\
} while (0)

UNIT_CASE(test_one_byte, "insn: opcodes of one byte")
{
	WANT(want_all, "90", "c3", "cc", "f1", "f4", "9b", "55", "cf", "d7",
	     "01 d8", "63 c8", "86 c4", "88 c1", "89 e5", "8e d8", "8f c0", "d1 e0", "d3 f8",
	     "d9 e8", "db e3", "ff d0", "fe c0", "ff f0", "6a 01", "70 fe", "eb fe", "e3 00",
	     "e4 60", "cd 80", "a8 01", "c0 e0 05", "83 c4 08", "6b c0 0a", "c6 c0 01", "80 c9 80",
	     "c2 08 00", "ca 08 00", "c8 10 00 01");
}

UNIT_CASE(test_modrm, "insn: ModRM, SIB and displacements")
{
	WANT(want_all, "8b 00", "8b 07", "8b 40 08", "8b 80 00 01 00 00",
	     "8b 7f 08", "8b bf 00 01 00 00", "8d 84 00 00 01 00 00", "ff a8 00 01 00 00",
	     "ff 58 08", "8b 05 00 01 00 00", "8b 45 00", "8b 85 00 00 00 00", "8b 04 18",
	     "8b 04 25 00 00 00 00", "8b 04 c5 00 00 00 00", "8b 44 24 10", "8b 44 25 10",
	     "8b 84 24 00 01 00 00", "8b 84 25 00 01 00 00", "8b c4", "8b c5", "41 8b 04 24",
	     "41 8b 45 00", "43 8b 04 2c", "67 8b 00", "67 8b 04 24", "67 8b 40 08",
	     "67 8b 05 00 01 00 00", "8d 04 80");
}

/* Without a prefix, with 66, with REX.W, with both; REX.W wins. */
UNIT_CASE(test_immediates, "insn: immediates of each operand size")
{
	WANT(want_all, "05 01 02 03 04", "66 05 01 02", "48 05 01 02 03 04",
	     "66 48 05 01 02 03 04", "40 05 01 02 03 04", "68 01 02 03 04", "66 68 01 02",
	     "66 48 68 01 02 03 04", "69 c0 01 02 03 04", "66 69 c0 01 02", "48 69 c0 01 02 03 04",
	     "81 c0 01 02 03 04", "66 81 c0 01 02", "66 81 00 01 02", "66 81 40 08 01 02",
	     "66 81 04 25 00 00 00 00 01 02", "a9 01 02 03 04", "66 a9 01 02", "66 47 a9 01 02",
	     "c7 05 00 00 00 00 01 02 03 04", "66 c7 05 00 00 00 00 01 02", "48 c7 c0 01 02 03 04",
	     "c7 f8 00 00 00 00", "c6 f8 00", "b0 01", "66 b0 01", "48 b0 01", "b8 01 02 03 04",
	     "66 b8 01 02", "48 b8 01 02 03 04 05 06 07 08", "bf 01 02 03 04",
	     "66 49 bf 01 02 03 04 05 06 07 08", "a0 01 02 03 04 05 06 07 08",
	     "48 a1 01 02 03 04 05 06 07 08", "66 a3 01 02 03 04 05 06 07 08", "67 a2 01 02 03 04",
	     "f6 c0 01", "f6 c8 01", "f6 d0", "f6 18", "f6 05 00 00 00 00 01", "f7 c0 01 02 03 04",
	     "66 f7 c0 01 02", "48 f7 c0 01 02 03 04",
	     "f7 d8", "66 f7 d8", "48 f7 f1", "48 f7 44 24 08 01 02 03 04");
}

UNIT_CASE(test_branches, "insn: branches")
{
	WANT(want_all, "e8 01 02 03 04", "e9 01 02 03 04", "66 e8 01 02",
	     "66 48 e8 01 02 03 04", "2e e8 01 02 03 04", "0f 84 01 02 03 04", "66 0f 85 01 02",
	     "3e 75 00", "ff 25 00 00 00 00", "3e ff e0", "41 ff d3", "f2 e9 01 02 03 04", "f3 c3");
}

UNIT_CASE(test_two_byte, "insn: opcodes of two bytes")
{
	WANT(want_all, "0f 05", "0f 0b", "0f a2", "0f 01 d0", "0f 01 f8",
	     "0f 01 3c 24", "0f 00 d0", "0f 0d 08", "0f 18 08", "0f 1f 00",
	     "66 0f 1f 84 00 00 00 00 00", "f3 0f 1e fa", "0f 20 c0", "0f 22 d8", "44 0f 20 c0",
	     "0f 23 f8", "0f 30", "0f af c3", "0f b6 05 00 00 00 00", "0f a4 c2 05", "0f a5 c2",
	     "0f ac c2 05", "0f ba 2c 24 05", "66 0f ba e0 03", "0f b9 40 08", "0f ff c0",
	     "f3 0f b8 c1", "f0 0f c7 0f", "0f c8", "49 0f cf", "0f ae f0", "0f 70 c0 1b",
	     "0f 71 d0 05", "66 0f 73 d8 08", "0f 77", "0f c2 c1 02", "0f c4 c0 01",
	     "66 0f c5 c0 01", "0f c6 c0 1b", "0f 0f c1 bf", "0f 0e", "f3 0f a7 c8", "0f 78 c0",
	     "0f 79 c0", "66 0f 78 c0 01 02", "f2 0f 78 c0 01 02", "f3 0f 09",
	     /* registers, whatever the mode says */
	     "0f 20 04", "0f 22 80", "0f 21 45");
}

UNIT_CASE(test_three_byte, "insn: opcodes of three bytes")
{
	WANT(want_all, "66 0f 38 00 c1", "0f 38 f0 06", "f2 48 0f 38 f1 c1",
	     "66 0f 38 82 08", "66 0f 38 de c1", "66 0f 38 f5 06", "0f 38 cb 44 24 08",
	     "66 0f 38 14 c0", "66 0f 38 3f c0", "66 0f 3a 0f c1 08", "66 0f 3a 44 c1 11",
	     "66 48 0f 3a 16 c0 01", "66 0f 3a df c1 01", "66 0f 3a 22 04 25 00 00 00 00 01",
	     "0f 3a cc c1 00");
}

UNIT_CASE(test_vex, "insn: VEX, EVEX and XOP")
{
	WANT(want_all, "c5 f8 77", "c5 fc 77", "c5 fd 6f 06", "c5 f9 70 c0 1b",
	     "c5 e9 73 da 08", "c5 f8 c6 c0 1b", "c5 f8 c2 c1 02", "c5 fd 6f 05 00 00 00 00",
	     "c5 f8 90 c8", "c4 e1 f9 6e c0", "c4 e2 7d 18 44 24 08",
	     "c4 e2 69 90 04 1d 00 00 00 00", "c4 e3 7d 39 c1 01", "c4 e3 fb f0 c0 19",
	     "c4 41 7c 77", "62 f1 7c 48 28 06", "62 f1 fd 48 6f 46 01", "62 f2 7d 48 5a 06",
	     "62 f3 f5 48 25 c1 96", "62 f1 75 48 72 e1 05", "62 f1 fd 48 7f 05 00 00 00 00",
	     "62 f5 7c 48 58 c1", "62 f6 7d 48 98 c1", "62 f1 7d 48 7a c0", "62 f1 7d 48 78 c0",
	     "8f 00", "41 8f 04 24");
}

UNIT_CASE(test_prefixes, "insn: prefixes")
{
	WANT(want_all, "66 90", "f3 90", "66 66 90", "65 48 8b 04 25 00 00 00 00",
	     "26 88 00", "36 88 00", "64 88 00", "f0 48 0f b1 0e", "f2 66 a5", "f3 48 a5",
	     "67 e3 00", "66 66 2e 0f 1f 84 00 00 00 00 00", "66 66 66 2e 0f 1f 84 00 00 00 00 00",
	     /* a REX that another prefix follows does nothing */
	     "48 66 b8 01 02", "48 2e b8 01 02 03 04", "48 40 b8 01 02 03 04",
	     "40 48 b8 01 02 03 04 05 06 07 08");
}

UNIT_CASE(test_none, "insn: no instructions")
{
	WANT(want_none, "06", "07", "0e", "16", "17", "1e", "1f", "27", "2f",
	     "37", "3f", "60", "61", "82", "9a", "ce", "d4", "d5", "d6", "ea", "66 06", "48 27",
	     "f0 9a", "0f 04", "0f 0a", "0f 0c", "0f 24 c0", "0f 27 c0", "0f 36",
	     "0f 39", "0f 3b", "0f 3f", "0f 7a c0", "0f 7b c0");
}

UNIT_CASE(test_limit, "insn: 14, 15 and 16 bytes")
{
	WANT(want_all, "66 66 66 66 66 66 66 66 66 66 66 66 66 90",
	     "66 66 66 66 66 66 66 66 66 66 66 66 66 66 90",
	     "2e 2e 2e 2e 2e 2e 2e 2e 2e 2e b8 01 02 03 04",
	     "2e 2e 2e 2e c7 84 24 00 00 00 00 01 02 03 04",
	     "2e 2e 2e 2e 2e 48 b8 01 02 03 04 05 06 07 08");
	WANT(want_none, "66 66 66 66 66 66 66 66 66 66 66 66 66 66 66 90",
	     "2e 2e 2e 2e 2e 2e 2e 2e 2e 2e 2e b8 01 02 03 04",
	     "2e 2e 2e 2e 2e c7 84 24 00 00 00 00 01 02 03 04",
	     "2e 2e 2e 2e 2e 2e 48 b8 01 02 03 04 05 06 07 08");
}

/* What begins many instructions, to get far into the decoder. */
static void fill(u8 *bytes)
{
	static const u8 starts[] = { 0x66, 0x67, 0xf2, 0xf3, 0x48, 0x41, 0x0f,
				     0x0f, 0xc4, 0xc5, 0x62, 0x8f, 0xf7, 0x81 };
	unsigned int i, n = rand() % 5;

	for (i = 0; i < MAX_BYTES; i++)
		bytes[i] = i < n ? starts[rand() % ARRAY_SIZE(starts)] : rand();
}

/* An instruction has the same length in all rooms that it fits into. */
UNIT_CASE(test_random, "insn: random bytes")
{
	u8 bytes[MAX_BYTES];
	unsigned int i, room, got, length, known = 0;

	srand(1);
	for (i = 0; i < RANDOM_RUNS; i++) {
		fill(bytes);
		length = length_in(bytes, MAX_BYTES);
		known += !!length;
		if (length > KPE_MAX_INSN)
			unit_fail("an instruction of %u bytes", length);
		room = rand() % (KPE_MAX_INSN + 2);
		got = length_in(bytes, room);
		if (got != (room >= length ? length : 0))
			unit_fail("run %u: %u in a room of %u, not %u", i, got, room, length);
		if (length && length_in(bytes, length) != length)
			unit_fail("run %u: not in its own room", i);
	}
	if (known < RANDOM_RUNS / 2)
		unit_fail("only %u instructions", known);
}

static void want_filling(const char *hex, bool wanted)
{
	u8 bytes[MAX_BYTES];
	unsigned int n = parse(hex, bytes);
	u8 *copy = kmemdup(bytes, n, GFP_KERNEL);

	if (kpe_insn_is_filling(copy, n) != wanted)
		unit_fail("%s: %sfilling", hex, wanted ? "no " : "");
	kfree(copy);
}

UNIT_CASE(test_filling, "insn: what fills space")
{
	want_filling("90", true);
	want_filling("66 90 0f 1f 00 90", true);
	want_filling("0f 1f 80 00 00 00 00 0f 1f 44 00 00", true);
	want_filling("66 66 2e 0f 1f 84 00 00 00 00 00", true);
	want_filling("cc 90 cc cc", true);
	/* pause, endbr64, nothing but prefixes, the beginning of a nop */
	want_filling("f3 90", false);
	want_filling("f3 0f 1e fa", false);
	want_filling("66 66", false);
	want_filling("90 0f 1f", false);
	want_filling("90 31 c0 90", false);
	want_filling("00 00", false);
}
