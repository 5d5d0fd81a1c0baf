/* SPDX-License-Identifier: GPL-2.0 */
/*
 * spelling - which names are like another
 *
 * Contract: pure, in storage of the caller's. Names are like one another if few
 * slips of a hand lead from one to the other, or if what was asked for is a part
 * of the name.
 */
#ifndef KPE_SPELLING_H
#define KPE_SPELLING_H

#include <linux/kallsyms.h>
#include <linux/types.h>

#define KPE_SPELLING_FAR		(~0U)
#define KPE_MAX_SPELLINGS	3

/**
 * struct kpe_spelling - the names that are nearest to one
 * @asked: for
 * @nr: of them
 * @scores: from kpe_spelling_distance(), ascending
 * @names: the names
 */
struct kpe_spelling {
	const char *asked;
	unsigned int nr;
	unsigned int scores[KPE_MAX_SPELLINGS];
	char names[KPE_MAX_SPELLINGS][KSYM_NAME_LEN];
};

unsigned int kpe_spelling_distance(const char *asked, const char *name);
void kpe_spelling_begin(struct kpe_spelling *spelling, const char *asked);
void kpe_spelling_consider(struct kpe_spelling *spelling, const char *name);
const char *kpe_spelling_say(const struct kpe_spelling *spelling, char *buf, size_t size);

#endif
