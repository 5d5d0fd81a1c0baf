/* SPDX-License-Identifier: GPL-2.0 */
/*
 * words - find the words of data that are addresses, or distances to them
 *
 * Contract: pure. Also builds in user space.
 */
#ifndef KPE_WORDS_H
#define KPE_WORDS_H

#include <linux/types.h>

#define KPE_WORDS_TAIL	8	/* bytes that are looked at, from a word on */

/**
 * struct kpe_words - iterate over words of data
 * @data: data
 * @len: bytes of @data
 * @addr: address of @data, a multiple of 4
 * @lo: the first address that is asked about
 * @span: bytes from there
 * @next: offset where to go on; at first 0
 * @at: filled; offset of the word
 * @target: filled; the address, within @span
 * @is_distance: filled; the word has 4 bytes and is the distance from itself to @target
 */
struct kpe_words {
	const u8 *data;
	unsigned int len;
	unsigned long addr;
	unsigned long lo;
	unsigned long span;
	unsigned int next;
	unsigned int at;
	unsigned long target;
	bool is_distance;
};

bool kpe_words_next(struct kpe_words *w);

#endif
