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

#define KPE_FAR		(~0U)
#define KPE_MAX_NEAR	3

/**
 * struct kpe_nears - the names that are nearest to one
 * @asked: for
 * @nr: of them
 * @scores: from kpe_near(), ascending
 * @names: the names
 */
struct kpe_nears {
	const char *asked;
	unsigned int nr;
	unsigned int scores[KPE_MAX_NEAR];
	char names[KPE_MAX_NEAR][KSYM_NAME_LEN];
};

unsigned int kpe_near(const char *asked, const char *name);
void kpe_near_begin(struct kpe_nears *near, const char *asked);
void kpe_near_consider(struct kpe_nears *near, const char *name);
const char *kpe_near_say(const struct kpe_nears *near, char *buf, size_t size);

#endif
