// SPDX-License-Identifier: GPL-2.0
/*
 * AAPCS64, without what is in the registers for floating point. Once a parameter is on the
 * stack, all others follow it there.
 */
#include <linux/kernel.h>
#include "arch/registers.h"

#define NR_REGS	8

/* Does a value begin at an even word? A part that is not aligned does not count. */
static bool is_even(const struct kpe_value *value)
{
	return value->widest == 16 && !value->packed && !(value->size % 16);
}

/* A result in memory has a register of its own. */
void kpe_passing_begin(struct kpe_passing *passing, const struct kpe_value *result)
{
	*passing = (struct kpe_passing){ };
}

/* A record of more than two words is passed by reference. */
struct kpe_passed kpe_place_param(struct kpe_passing *passing,
				  const struct kpe_value *param)
{
	struct kpe_passed passed = { .by_reference = param->record && kpe_words_of(param) > 2 };
	const unsigned int words = passed.by_reference ? 1 : kpe_words_of(param);
	const bool even = !passed.by_reference && is_even(param);

	if (kpe_is_unseen(passing, param))
		return (struct kpe_passed){ .is_unseen = true };
	if (even)
		passing->regs += passing->regs % 2;
	if (passing->regs + words <= NR_REGS) {
		passed.word = passing->regs;
		passing->regs += words;
		return passed;
	}
	passing->regs = NR_REGS;
	if (even)
		passing->stack += passing->stack % 2;
	passed.word = NR_REGS + passing->stack;
	passing->stack += words;
	return passed;
}
