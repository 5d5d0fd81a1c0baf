/* SPDX-License-Identifier: GPL-2.0 */
/*
 * spelling - find similar names
 *
 * Contract: names are similar if few typing errors lead from one to the other, or if the name
 * contains the text asked for. Some words have a cure of their own. There is one search at a
 * time, and one text that is appended to errors: both change under kpe_mutex only.
 */
#ifndef KPE_SPELLING_H
#define KPE_SPELLING_H

#include <linux/types.h>

#define KPE_SPELLING_FAR	(~0U)
#define KPE_MAX_SPELLINGS	12	/* are found */
#define KPE_SPELLINGS		3	/* are said */
#define KPE_HINT_SIZE		900	/* bytes; fits an entry of the kernel's error log */

#define KPE_ONE_SLIP		8	/* distance of names that differ by a slip of the hand */

/* A hint of a condition */
#define KPE_QUOTE_TEXT		"text is written in quotes"

extern char kpe_hint[KPE_HINT_SIZE];

unsigned int kpe_spelling_distance(const char *asked, const char *name);
void kpe_spelling_begin(const char *asked, size_t len);
void kpe_spelling_consider(const char *name);
const char *kpe_spelling_found(unsigned int i);
unsigned int kpe_spelling_best(void);
const char *kpe_spelling_say(void);
const char *kpe_word_cure(const char *word, size_t len);

#endif
