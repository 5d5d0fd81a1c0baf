// SPDX-License-Identifier: GPL-2.0
/*
 * The System V ABI: registers if enough are left for all of a value, else the stack. A
 * later parameter may still have a register.
 */
#include <linux/kernel.h>
#include "arch/registers.h"

#define NR_REGS	6

/* Values longer than two words, or unaligned, are passed in memory. */
static bool fits_registers(const struct kpe_value *value)
{
	return kpe_words_of(value) <= 2 && !value->packed;
}

/* A result in memory takes a hidden first parameter. */
void kpe_passing_begin(struct kpe_passing *passing, const struct kpe_value *result)
{
	*passing = (struct kpe_passing){ .regs = !fits_registers(result) };
}

/* On the stack it begins at an even word if a part has 16 bytes. */
struct kpe_passed kpe_place_param(struct kpe_passing *passing,
				  const struct kpe_value *param)
{
	const unsigned int words = kpe_words_of(param);
	struct kpe_passed passed = { .word = passing->regs };

	if (kpe_is_unseen(passing, param))
		return (struct kpe_passed){ .is_unseen = true };
	if (fits_registers(param) && passing->regs + words <= NR_REGS) {
		passing->regs += words;
		return passed;
	}
	/* The size of a packed type need not be a multiple of its parts. */
	if (param->widest == 16 && !param->packed && !(param->size % 16))
		passing->stack += passing->stack % 2;
	passed.word = NR_REGS + passing->stack;
	passing->stack += words;
	return passed;
}
