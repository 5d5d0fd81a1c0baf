// SPDX-License-Identifier: GPL-2.0
/*
 * The alignment of notes differs, and of a module only the memory around them is known.
 * So each word is tried as the start of a note: the sixteen bytes at the start of a
 * build-id note are unique.
 */
#include <linux/string.h>
#include "kernel/buildid.h"

#define NOTE_BUILD_ID	3	/* type of "GNU" notes */
#define NOTE_ALIGN	4

struct note {
	u32 name_size;
	u32 size;
	u32 type;
	char name[4];
};

static bool is_build_id(const struct note *note)
{
	return note->name_size == sizeof(note->name) && note->size &&
	       note->size <= KPE_MAX_BUILD_ID && note->type == NOTE_BUILD_ID &&
	       !memcmp(note->name, "GNU", sizeof(note->name));
}

/* Find the first one in memory with notes, aligned to four bytes. Return: false if none is. */
bool kpe_find_build_id(const void *data, size_t size, struct kpe_build_id *id)
{
	const u8 *at = data, *end = at + size;
	struct note note;

	memset(id, 0, sizeof(*id));
	for (; end - at >= (ptrdiff_t)sizeof(note); at += NOTE_ALIGN) {
		memcpy(&note, at, sizeof(note));
		if (!is_build_id(&note) ||
		    end - at - (ptrdiff_t)sizeof(note) < (ptrdiff_t)note.size)
			continue;
		id->len = note.size;
		memcpy(id->bytes, at + sizeof(note), note.size);
		return true;
	}
	return false;
}
