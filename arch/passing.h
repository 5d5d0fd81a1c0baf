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
 * @floats: it is, or has, a floating-point number
 */
struct kpe_value {
	u64 size;
	u64 widest;
	bool packed;
	bool record;
	bool floats;
};

/**
 * struct kpe_passing - words used so far
 * @regs: registers for parameters
 * @stack: words of the stack
 * @floats: registers for floating-point numbers
 * @is_lost: where the next parameter is depends on rules that nothing here knows
 */
struct kpe_passing {
	unsigned int regs;
	unsigned int stack;
	unsigned int floats;
	bool is_lost;
};

/**
 * struct kpe_passed - a parameter's place
 * @word: index of its first word for kpe_param_word()
 * @by_reference: the word is the address of the value
 * @is_unseen: it is in no word that a probe can see, or that is unknown
 */
struct kpe_passed {
	unsigned int word;
	bool by_reference;
	bool is_unseen;
};

#define KPE_NR_FLOATS	8	/* registers for floating-point numbers, of each machine */

/*
 * Numbers have registers of their own, which probes do not see. Records with numbers, and
 * numbers for which no register is left, are where it would take more rules to know.
 */
static inline bool kpe_is_unseen(struct kpe_passing *passing, const struct kpe_value *param)
{
	if (!param->floats)
		return passing->is_lost;
	passing->is_lost |= param->record || param->size > sizeof(long) ||
			    passing->floats++ >= KPE_NR_FLOATS;
	return true;
}

/* Begin with a function that returns @result */
void kpe_passing_begin(struct kpe_passing *passing, const struct kpe_value *result);
/* Place the next parameter */
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
