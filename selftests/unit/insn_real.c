// SPDX-License-Identifier: GPL-2.0
/*
 * insn_real FILE... - the instructions of the code of real kernels, against
 * what objdump makes of it
 *
 * A file is an ELF file. objdump goes through its sections from their first
 * byte. In two ways its lines differ from what a processor does, and are put
 * right:
 * - prefixes on a line of their own belong to the instruction behind them
 * - fwait is an instruction, also before one of the FPU
 */
#include <ctype.h>
#include <err.h>
#include <stdio.h>
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/string.h>

#include "arch/insn.h"
#include "unit.h"

#define MAX_LINE	64	/* bytes that objdump may show in one line */

/**
 * struct listed - an instruction as objdump has it
 * @at: offset of its first byte in the code
 * @none: objdump knows no instruction there
 */
struct listed {
	u32 at;
	bool none;
};

/**
 * struct text - code without gaps
 * @next: address behind it
 * @code: its bytes
 * @insns: its instructions
 * @size: how many bytes
 * @nr: how many instructions
 * @room: how many fit into @code, and into @insns
 * @open: the last of @insns are prefixes only, so far
 */
struct text {
	unsigned long next;
	u8 *code;
	struct listed *insns;
	u32 size, nr, room;
	bool open;
};

static const char **files;

/**
 * struct figures - what was done with the code of a file
 * @compared: instructions looked at
 * @differences: of their lengths
 */
static struct figures {
	unsigned long compared, differences;
} figures;

static bool is_prefix(u8 byte)
{
	return (byte & 0xf0) == 0x40 ||
	       memchr("\x66\x67\xf0\xf2\xf3\x26\x2e\x36\x3e\x64\x65", byte, 11);
}

static void make_room(struct text *t)
{
	if (t->size + MAX_LINE <= t->room)
		return;
	t->room = 2 * t->room + MAX_LINE;
	t->code = realloc(t->code, t->room);
	t->insns = realloc(t->insns, t->room * sizeof(*t->insns));
	if (!t->code || !t->insns)
		abort();
}

/* The next @n bytes are an instruction, or the rest of one. */
static void add(struct text *t, const u8 *bytes, u32 n, const char *name)
{
	u32 i;

	if (!t->open)
		t->insns[t->nr++].at = t->size;
	t->insns[t->nr - 1].none = strstr(name, "(bad)");
	t->open = true;
	for (i = 0; i < n; i++) {
		t->open &= is_prefix(bytes[i]);
		t->code[t->size++] = bytes[i];
	}
}

static void add_line(struct text *t, const u8 *bytes, u32 n, const char *name)
{
	u32 i;

	make_room(t);
	for (i = 0; i + 1 < n && is_prefix(bytes[i]); i++)
		;
	if (i + 1 < n && bytes[i] == 0x9b) {
		add(t, bytes, i + 1, "fwait");
		add_line(t, bytes + i + 1, n - i - 1, name);
	} else {
		add(t, bytes, n, name);
	}
}

/* Length that it should have; 0: it is none */
static u32 listing_length(const struct text *t, u32 i)
{
	u32 end = i + 1 < t->nr ? t->insns[i + 1].at : t->size, length = end - t->insns[i].at;
	bool cut = t->open && i + 1 == t->nr;

	return t->insns[i].none || cut || length > KPE_MAX_INSN ? 0 : length;
}

static void differs(struct text *t, u32 at, u32 got, u32 wanted)
{
	char hex[3 * KPE_MAX_INSN + 1] = "";
	u32 i;

	for (i = 0; i < KPE_MAX_INSN && at + i < t->size; i++)
		sprintf(hex + 3 * i, " %02x", t->code[at + i]);
	unit_fail("%#lx:%s: length %u, not %u", t->next - t->size + at, hex, got, wanted);
	figures.differences++;
}

static void check_text(struct text *t)
{
	u32 i, got, wanted;

	for (i = 0; i < t->nr; i++) {
		got = kpe_insn_length(t->code + t->insns[i].at, t->size - t->insns[i].at);
		wanted = listing_length(t, i);
		if (!wanted)
			continue;
		if (got != wanted)
			differs(t, t->insns[i].at, got, wanted);
	}
	figures.compared += t->nr;
}

/* What has no gap has been read. */
static void flush(struct text *t)
{
	check_text(t);
	t->size = 0;
	t->nr = 0;
	t->open = false;
}

/* "ADDRESS:\tBYTE BYTE ...\tTEXT" is a line of code. */
static void read_line(struct text *t, const char *line)
{
	u8 bytes[MAX_LINE];
	u32 n = 0;
	char *p;
	unsigned long address = strtoul(line, &p, 16);

	if (p == line || p[0] != ':' || p[1] != '\t')
		return;
	for (p += 2; n < MAX_LINE && isxdigit(p[0]) && isxdigit(p[1]); p += 3) {
		bytes[n++] = strtoul(p, NULL, 16);
		if (p[2] != ' ')
			break;
	}
	if (address != t->next)
		flush(t);
	t->next = address + n;
	add_line(t, bytes, n, p);
}

static void read_listing(struct text *t, FILE *listing)
{
	char *line = NULL;
	size_t size = 0;

	while (getline(&line, &size, listing) > 0) {
		if (!strncmp(line, "Disassembly", strlen("Disassembly")))
			flush(t);
		else
			read_line(t, line);
	}
	flush(t);
	free(line);
}

/* False: objdump failed. All that @t holds is freed. */
static bool listing_read(struct text *t, const char *args)
{
	char *command;
	FILE *listing;
	bool ok;

	if (asprintf(&command, "LC_ALL=C objdump -z -w %s", args) < 0)
		abort();
	listing = popen(command, "r");
	free(command);
	if (!listing)
		return false;
	read_listing(t, listing);
	ok = !pclose(listing);
	free(t->code);
	free(t->insns);
	return ok;
}

static void test_text(void)
{
	static unsigned int turn;
	struct text t = { };
	char *args;

	figures = (struct figures){ };
	if (asprintf(&args, "-d '%s'", files[turn++]) < 0)
		abort();
	if (!listing_read(&t, args) || !figures.compared)
		unit_fail("objdump failed");
	free(args);
	printf("# compared %lu instructions, %lu differences\n",
	       figures.compared, figures.differences);
}

int main(int argc, char **argv)
{
	struct unit_case *cases = calloc(argc, sizeof(*cases));
	unsigned int i, nr = argc - 1;
	int status;

	if (!nr)
		errx(1, "usage: insn_real FILE...");
	files = (const char **)argv + 1;
	for (i = 0; i < nr; i++) {
		cases[i] = (struct unit_case){ files[i], test_text };
		if (strrchr(files[i], '/'))
			cases[i].name = strrchr(files[i], '/') + 1;
	}
	status = unit_main(cases, nr);
	free(cases);
	return status;
}
