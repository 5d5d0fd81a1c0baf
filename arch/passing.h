/* SPDX-License-Identifier: GPL-2.0 */
/*
 * passing - where the calling convention puts parameters
 *
 * Contract: pure. Parameters are placed one after the other, from the first one. Each
 * architecture has a file passing.c. Also builds in user space.
 */
#ifndef KPE_PASSING_H
#define KPE_PASSING_H

#include <linux/types.h>

/**
 * struct kpe_value - what counts of a value
 * @size: bytes; 0 for an empty structure, which is not passed
 * @widest: bytes of its widest part
 * @packed: a part of it is not naturally aligned
 * @record: it is a structure or union
 */
struct kpe_value {
	u64 size;
	u64 widest;
	bool packed;
	bool record;
};

/**
 * struct kpe_passing - words used so far
 * @regs: registers for parameters
 * @stack: words of the stack
 */
struct kpe_passing {
	unsigned int regs;
	unsigned int stack;
};

/**
 * struct kpe_passed - a parameter's place
 * @word: index of its first word for kpe_param_word()
 * @by_reference: the word is the address of the value
 */
struct kpe_passed {
	unsigned int word;
	bool by_reference;
};

void kpe_passing_begin(struct kpe_passing *passing, const struct kpe_value *result);
struct kpe_passed kpe_place_param(struct kpe_passing *passing,
				  const struct kpe_value *param);

/* Number of words that a value takes; a value of unknown size takes one */
static inline unsigned int kpe_words_of(const struct kpe_value *value)
{
	u64 words = (value->size + sizeof(long) - 1) / sizeof(long);

	/* An empty structure of GNU C is not passed. */
	if (!words)
		return value->record ? 0 : 1;
	return words < U16_MAX ? words : U16_MAX;
}

#endif
