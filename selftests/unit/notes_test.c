// SPDX-License-Identifier: GPL-2.0
/* notes_test - the build-id in memory that has notes in it */
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/string.h>

#include "kernel/buildid.h"
#include "unit.h"

#define MAX_MEMORY 512

/**
 * struct memory - words that look like notes
 * @bytes: them
 * @size: how many are used
 */
struct memory {
	u8 bytes[MAX_MEMORY];
	size_t size;
};

static void add_word(struct memory *m, u32 word)
{
	memcpy(m->bytes + m->size, &word, sizeof(word));
	m->size += sizeof(word);
}

static void add_bytes(struct memory *m, const void *bytes, size_t size)
{
	memcpy(m->bytes + m->size, bytes, size);
	m->size += size;
}

/* The bytes of it are 1, 2, 3.. */
static void add_note(struct memory *m, const char *name, u32 type, u32 size)
{
	u32 name_size = strlen(name) + 1;
	unsigned int i;

	add_word(m, name_size);
	add_word(m, size);
	add_word(m, type);
	add_bytes(m, name, name_size);
	m->size = (m->size + 3) & ~3UL;
	for (i = 0; i < size; i++)
		m->bytes[m->size++] = i + 1;
	m->size = (m->size + 3) & ~3UL;
}

/* Is what is found in the first @size bytes of @len bytes? 0: nothing is */
static void expect(const char *what, const struct memory *m, size_t size, unsigned int len)
{
	u8 *copy = malloc(size ?: 1);
	struct kpe_build_id id;
	unsigned int i;
	bool found;

	memcpy(copy, m->bytes, size);
	memset(&id, 0x55, sizeof(id));
	found = kpe_find_build_id(copy, size, &id);
	free(copy);
	if (found != !!len || id.len != len)
		unit_fail("%s: %u bytes, not %u", what, id.len, len);
	for (i = 0; i < KPE_MAX_BUILD_ID; i++) {
		if (id.bytes[i] != (i < len ? i + 1 : 0))
			unit_fail("%s: byte %u is %u", what, i, id.bytes[i]);
	}
}

UNIT_CASE(test_alone, "notes: limit of a build-id")
{
	unsigned int len;

	for (len = 0; len <= KPE_MAX_BUILD_ID + 1; len++) {
		struct memory m = { };

		add_note(&m, "GNU", 3, len);
		expect("alone", &m, m.size, len > KPE_MAX_BUILD_ID ? 0 : len);
	}
}

/* As a kernel has them: others before and behind, aligned to 4 and to 8 */
UNIT_CASE(test_among_others, "notes: a build-id among others")
{
	unsigned int skip;

	for (skip = 0; skip < 64; skip += 4) {
		struct memory m = { .size = skip };

		add_note(&m, "Xen", 6, 8);
		add_note(&m, "Linux", 0x100, 0);
		add_note(&m, "GNU", 5, 16);
		add_note(&m, "GNU", 3, 20);
		add_note(&m, "Linux", 0x101, 4);
		expect("among others", &m, m.size, 20);
	}
}

UNIT_CASE(test_first, "notes: the first of several")
{
	struct memory m = { };

	add_note(&m, "GNU", 3, 16);
	add_note(&m, "GNU", 3, 20);
	expect("the first of two", &m, m.size, 16);
}

UNIT_CASE(test_none, "notes: no build-id")
{
	struct memory m = { };

	expect("no memory", &m, 0, 0);
	add_note(&m, "GNU", 1, 16);
	add_note(&m, "GNV", 3, 16);
	add_note(&m, "GNUU", 3, 16);
	add_note(&m, "G", 3, 16);
	expect("none", &m, m.size, 0);
}

/* Whatever is cut off, nothing is read behind the end. */
UNIT_CASE(test_cut, "notes: cut anywhere")
{
	struct memory m = { };
	size_t size;

	add_note(&m, "Xen", 6, 8);
	add_note(&m, "GNU", 3, 20);
	for (size = 0; size <= m.size; size++)
		expect("cut", &m, size, size < m.size ? 0 : 20);
}
