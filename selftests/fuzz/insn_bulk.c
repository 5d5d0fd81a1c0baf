// SPDX-License-Identifier: GPL-2.0
/*
 * insn_bulk COUNT [SEED] - lengths of random instructions, against objdump
 *
 * Each lies in a slot of its own, which begins with an instruction whatever is
 * in the one before it: the second half of a slot is nops. What differs from
 * objdump must have one of the reasons below, unless that knows no instruction.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <linux/kernel.h>
#include <linux/string.h>

#include "arch/insn.h"
#include "insn_listing.h"
#include "random.h"

#define SLOT		32	/* bytes */
#define RANDOM		16	/* of a slot; the others are nops */
#define NOP		0x90
#define BATCH		100000	/* slots in one run of objdump */
#define MAX_SHOWN	40	/* differences without a reason */

static unsigned long compared, alike, unexplained;

/* ------------------------------------------------------------- instructions */

static u8 *put_prefixes(u8 *p)
{
	static const u8 prefixes[] = {
		0x66, 0x67, 0xf0, 0xf2, 0xf3, 0x2e, 0x36, 0x3e, 0x26, 0x64, 0x65,
	};
	unsigned int n = below(4);

	while (n--)
		*p++ = prefixes[below(ARRAY_SIZE(prefixes))];
	if (!below(3))
		*p++ = 0x40 | below(16);
	return p;
}

static void put_opcode(u8 *p)
{
	switch (below(7)) {
	case 0:
	case 1:
		*p = 0x0f;
		break;
	case 2:
		p[0] = 0x0f;
		p[1] = below(2) ? 0x38 : 0x3a;
		break;
	case 3:
		*p = 0xc5;
		break;
	case 4:
		p[0] = 0xc4;
		p[1] = (p[1] & 0xe0) | below(4);
		break;
	case 5:
		p[0] = 0x62;
		p[1] = (p[1] & 0xf0) | below(8);
		p[2] |= 4;
		break;
	}
}

/* Everything is random, but more often than by chance it is an instruction. */
static void fill_slot(u8 *slot)
{
	unsigned int i;

	for (i = 0; i < RANDOM; i++)
		slot[i] = random_word() >> 56;
	if (below(4))
		put_opcode(put_prefixes(slot));
	memset(slot + RANDOM, NOP, SLOT - RANDOM);
}

/* ------------------------------------------------------------------ reasons */

static bool is_rex(u8 byte)
{
	return (byte & 0xf0) == 0x40;
}

static bool is_prefix(u8 byte)
{
	return is_rex(byte) || memchr("\x66\x67\xf0\xf2\xf3\x26\x2e\x36\x3e\x64\x65", byte, 11);
}

static bool is_xop(const u8 *code)
{
	while (is_prefix(*code))
		code++;
	return code[0] == 0x8f && (code[1] & 0x1f) >= 8;
}

static bool has_idle_rex(const u8 *code)
{
	for (; is_prefix(*code); code++)
		if (is_rex(code[0]) && is_prefix(code[1]))
			return true;
	return false;
}

/**
 * struct reason - why objdump may see another length
 * @what: those have in common that it is true of
 * @has: is it one of them?
 * @times: met
 */
static struct reason {
	const char *what;
	bool (*has)(const u8 *code);
	unsigned long times;
} reasons[] = {
	{ "XOP", is_xop },
	/* It begins anew behind such a REX. A processor keeps 66, 67, F2, F3. */
	{ "REX before another prefix", has_idle_rex },
};

static bool explained(const u8 *code, unsigned int got)
{
	unsigned int i;

	for (i = 0; got && i < ARRAY_SIZE(reasons); i++) {
		if (reasons[i].has(code)) {
			reasons[i].times++;
			return true;
		}
	}
	return false;
}

/* --------------------------------------------------------------- comparison */

static void show(const u8 *code, unsigned int got, unsigned int wanted)
{
	char hex[3 * RANDOM + 1] = "";
	unsigned int i;

	if (unexplained++ >= MAX_SHOWN)
		return;
	for (i = 0; i < RANDOM; i++)
		sprintf(hex + 3 * i, " %02x", code[i]);
	printf("#%s: %u bytes, objdump has %u\n", hex, got, wanted);
}

static void check(struct text *t)
{
	unsigned int got, wanted;
	u32 i;

	for (i = 0; i < t->nr; i++) {
		const u8 *code = t->code + t->insns[i].at;

		if (t->insns[i].at % SLOT)
			continue;
		wanted = listing_length(t, i);
		if (!wanted)
			continue;
		compared++;
		got = kpe_insn_length(code, SLOT);
		if (got == wanted)
			alike++;
		else if (!explained(code, got))
			show(code, got, wanted);
	}
}

static void disassemble(const u8 *slots, unsigned int nr)
{
	struct text t = { .check = check };
	char name[] = "/tmp/insn_bulk.XXXXXX", args[128];
	int fd = mkstemp(name);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "wb");
	bool ok;

	if (!f || fwrite(slots, SLOT, nr, f) != nr || fclose(f))
		err(1, "%s", name);
	snprintf(args, sizeof(args), "-D -b binary -m i386:x86-64 %s", name);
	ok = listing_read(&t, args);
	unlink(name);
	if (!ok)
		errx(1, "objdump failed");
}

/* Opcode @op of map @map with the @form'th prefix and ModRM */
static void put_form(u8 *slot, unsigned int map, u8 op, unsigned int form)
{
	static const u8 prefixes[] = { NOP, 0x66, 0xf2, 0xf3 };
	static const u8 maps[] = { 0, 0x38, 0x3a };
	u8 prefix = prefixes[form & 3];

	memset(slot, NOP, SLOT);
	if (prefix != NOP)
		*slot++ = prefix;
	*slot++ = 0x0f;
	if (map)
		*slot++ = maps[map];
	*slot++ = op;
	*slot = (form & 4 ? 0xc0 : 0) | (form & 0x38);
}

/* Each opcode with each prefix and each register field, with memory and without */
static void try_forms(void)
{
	unsigned int map, op, form, nr = 0;
	u8 *slots = calloc(3 * 256 * 64, SLOT);

	if (!slots)
		abort();
	for (map = 0; map < 3; map++)
		for (op = 0; op < 256; op++)
			for (form = 0; form < 64; form++)
				put_form(slots + SLOT * nr++, map, op, form);
	disassemble(slots, nr);
	free(slots);
}

static void try_random(unsigned long count)
{
	u8 *slots = calloc(BATCH, SLOT);
	unsigned long i, nr;

	if (!slots)
		abort();
	for (; count; count -= nr) {
		nr = min_t(unsigned long, count, BATCH);
		for (i = 0; i < nr; i++)
			fill_slot(slots + SLOT * i);
		disassemble(slots, nr);
	}
	free(slots);
}

int main(int argc, char **argv)
{
	unsigned long seed, i;

	if (argc < 2 || argc > 3)
		errx(2, "usage: insn_bulk COUNT [SEED]");
	seed = argc > 2 ? strtoul(argv[2], NULL, 0) : 0;
	if (!seed)
		seed = time(NULL);
	random_seed(seed);
	printf("# seed %lu\n", seed);
	try_forms();
	try_random(strtoul(argv[1], NULL, 0));
	printf("# %lu instructions, %lu alike, %lu without a reason not\n",
	       compared, alike, unexplained);
	for (i = 0; i < ARRAY_SIZE(reasons); i++)
		printf("# %lu %s\n", reasons[i].times, reasons[i].what);
	return unexplained || !alike;
}
