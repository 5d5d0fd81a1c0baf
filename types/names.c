// SPDX-License-Identifier: GPL-2.0
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "types/names.h"

/* Visit all names. Fill @names if it is not NULL. Return: bytes that it needs */
static size_t walk(struct kpe_tref type, unsigned int size, struct kpe_names *names)
{
	u64 mask = ~0ULL >> (64 - 8 * size), value;
	unsigned int i, n = 0;
	const char *text;
	size_t at, len;

	while (n < KPE_MAX_NAMES && kpe_btf_enumerator(type, n, &text, &value))
		n++;
	at = struct_size(names, each, n);
	for (i = 0; i < n; i++, at += len) {
		kpe_btf_enumerator(type, i, &text, &value);
		len = strlen(text) + 1;
		if (!names)
			continue;
		names->each[i].value = value & mask;
		names->each[i].at = at;
		memcpy((char *)names + at, text, len);
		names->nr = n;
		names->bytes = at + len;
	}
	return n ? at : 0;
}

/*
 * Make the table of an enum's names. @pool: of the table. @size: bytes of its values. Context:
 * may sleep. Return: the table; NULL if @type is no enum or has no names, or without memory.
 */
struct kpe_names *kpe_names_of(struct kpe_pool *pool, struct kpe_tref type, unsigned int size)
{
	size_t bytes = walk(type, size, NULL);
	struct kpe_names *names = bytes ? kpe_pool_alloc(pool, bytes) : NULL;

	if (names)
		walk(type, size, names);
	return names;
}
