// SPDX-License-Identifier: GPL-2.0
/*
 * notes_fuzz - any bytes as notes of ELF, and as two names
 *
 * A build-id that is found is one by a second reading of the bytes, and the
 * first. A name has no slips only if it is the same.
 */
#include <stdlib.h>

#include <linux/string.h>

#include "fuzz.h"
#include "language/spelling.h"
#include "kernel/buildid.h"
#include "unit.h"

#define MAX_LENGTH	63

/* Two notes, of which the second is a build-id; and two names with a slip */
static void write_seeds(const char *dir)
{
	static const u8 notes[] = {
		6, 0, 0, 0, 4, 0, 0, 0, 0, 1, 0, 0, 'L', 'i', 'n', 'u', 'x', 0, 0, 0,
		1, 2, 3, 4,
		4, 0, 0, 0, 8, 0, 0, 0, 3, 0, 0, 0, 'G', 'N', 'U', 0,
		1, 2, 3, 4, 5, 6, 7, 8,
	};
	static const char names[] = "vfs_readvfs_raed";

	fuzz_write_seed(dir, notes, sizeof(notes));
	fuzz_write_seed(dir, names, strlen(names));
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *dir = fuzz_seeds_dir(*argc, *argv);

	if (dir) {
		write_seeds(dir);
		exit(0);
	}
	return 0;
}

static u32 word_at(const u8 *p)
{
	return p[0] | p[1] << 8 | p[2] << 16 | (u32)p[3] << 24;
}

/* Bytes of the build-id whose note begins at @at, 0 if none does */
static u32 build_id_at(const u8 *data, size_t size, size_t at)
{
	static const u8 head[] = { 3, 0, 0, 0, 'G', 'N', 'U', 0 };
	u32 len;

	if (size - at < 16 || word_at(data + at) != 4 || memcmp(data + at + 8, head, sizeof(head)))
		return 0;
	len = word_at(data + at + 4);
	return len <= KPE_MAX_BUILD_ID && len <= size - at - 16 ? len : 0;
}

static void check_notes(const u8 *data, size_t size)
{
	struct kpe_build_id id;
	bool found = kpe_find_build_id(data, size, &id);
	size_t at = 0;
	u32 len = 0;

	for (; at + 16 <= size; at += 4) {
		len = build_id_at(data, size, at);
		if (len)
			break;
	}
	if (found != !!len || id.len != len)
		unit_fail("a build-id of %u bytes, not %u", id.len, len);
	if (len && memcmp(id.bytes, data + at + 16, len))
		unit_fail("not the build-id at %zu", at);
	if (found)
		fuzz_count("build-ids");
}

/* Slips are not counted in names that are longer: these are parts. */
static bool is_like_itself(const char *name)
{
	unsigned int score = kpe_spelling_distance(name, name);

	return strlen(name) <= MAX_LENGTH ? !score : score != KPE_SPELLING_FAR;
}

/* Both lie in memory of just their length. */
static void check_names(const u8 *data, size_t size)
{
	size_t half = size / 2;
	char *a = strndup((const char *)data, half);
	char *b = strndup((const char *)data + half, size - half);
	unsigned int score = kpe_spelling_distance(a, b);

	if (score != KPE_SPELLING_FAR)
		fuzz_count("names that are near");
	if (!score && strcmp(a, b))
		unit_fail("%s and %s: no slip", a, b);
	if (!is_like_itself(a) || !is_like_itself(b))
		unit_fail("%s or %s is not like itself", a, b);
	free(a);
	free(b);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	u8 *copy = malloc(size ?: 1);

	memcpy(copy, data, size);
	check_notes(copy, size);
	free(copy);
	check_names(data, size);
	return 0;
}
