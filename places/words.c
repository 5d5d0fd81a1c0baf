// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include "compat/unaligned.h"
#include "places/words.h"

#define STEP	4	/* bytes; in a packed structure, pointers are at any multiple */

static u32 word_at(const struct kpe_words *w, unsigned int at)
{
	return get_unaligned((const u32 *)(w->data + at));
}

/* The address that a distance leads to */
static unsigned long leads_to(const struct kpe_words *w, unsigned int at)
{
	return w->addr + at + (long)(s32)word_at(w, at);
}

static bool found(struct kpe_words *w, unsigned int at, unsigned long target, bool is_distance)
{
	if (target - w->lo >= w->span)
		return false;
	w->at = at;
	w->next = at + STEP;
	w->target = target;
	w->is_distance = is_distance;
	return true;
}

/**
 * kpe_words_next() - find the next word
 * @w: see struct kpe_words
 *
 * Return: false at the end.
 */
bool kpe_words_next(struct kpe_words *w)
{
	const u32 lo = w->lo, span = min_t(unsigned long, w->span, U32_MAX);
	const u32 here = (u32)w->addr - lo;
	unsigned int i;
	u32 word;

	for (i = w->next; i + KPE_WORDS_TAIL <= w->len; i += STEP) {
		word = word_at(w, i);
		if (word - lo < span &&
		    found(w, i, get_unaligned((const u64 *)(w->data + i)), false))
			return true;
		if (word + here + i < span && found(w, i, leads_to(w, i), true))
			return true;
	}
	return false;
}
