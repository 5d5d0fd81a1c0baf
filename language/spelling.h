/* SPDX-License-Identifier: GPL-2.0 */
/*
 * spelling - find similar names
 *
 * Contract: pure; the caller provides the memory. Names are similar if few typing
 * errors lead from one to the other, or if the name contains the text asked for.
 */
#ifndef KPE_SPELLING_H
#define KPE_SPELLING_H

#include <linux/kallsyms.h>
#include <linux/types.h>

#define KPE_SPELLING_FAR		(~0U)
#define KPE_SPELLINGS		3	/* are said */
#define KPE_MAX_SPELLINGS	12

/**
 * struct kpe_spelling - search for similar names
 * @asked: name as written
 * @most: number of names to find at most; KPE_SPELLINGS at first
 * @nr: number of names found
 * @scores: from kpe_spelling_distance(), ascending
 * @names: names found
 */
struct kpe_spelling {
	const char *asked;
	unsigned int most;
	unsigned int nr;
	unsigned int scores[KPE_MAX_SPELLINGS];
	char names[KPE_MAX_SPELLINGS][KSYM_NAME_LEN];
};

unsigned int kpe_spelling_distance(const char *asked, const char *name);
void kpe_spelling_begin(struct kpe_spelling *spelling, const char *asked);
void kpe_spelling_consider(struct kpe_spelling *spelling, const char *name);
const char *kpe_spelling_say(const struct kpe_spelling *spelling, char *buf, size_t size);

#endif
