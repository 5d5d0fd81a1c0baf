// SPDX-License-Identifier: GPL-2.0
/* insn_listing - instructions as objdump has them */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/string.h>

#include "arch/insn.h"
#include "insn_listing.h"

#define MAX_LINE	64	/* bytes that objdump may show in one line */

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

u32 listing_end(const struct text *t, u32 i)
{
	return i + 1 < t->nr ? t->insns[i + 1].at : t->size;
}

u32 listing_length(const struct text *t, u32 i)
{
	u32 length = listing_end(t, i) - t->insns[i].at;
	bool cut = t->open && i + 1 == t->nr;

	return t->insns[i].none || cut || length > KPE_MAX_INSN ? 0 : length;
}

static void flush(struct text *t)
{
	t->check(t);
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

bool listing_read(struct text *t, const char *args)
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
