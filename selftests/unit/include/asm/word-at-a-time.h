/* SPDX-License-Identifier: GPL-2.0 */
/* word-at-a-time - user-space stand-in: where a word has its first NUL */
#ifndef UNIT_ASM_WORD_AT_A_TIME_H
#define UNIT_ASM_WORD_AT_A_TIME_H

#include <linux/types.h>

struct word_at_a_time {
	unsigned long unused;
};

#define WORD_AT_A_TIME_CONSTANTS { 0 }

/* The number of the first byte that is 0, and 1 more; 0: none is */
static inline unsigned long has_zero(unsigned long word, unsigned long *bits,
				     const struct word_at_a_time *c)
{
	unsigned int i;

	(void)c;
	*bits = 0;
	for (i = sizeof(word); i--; )
		if (!(word >> 8 * i & 0xff))
			*bits = i + 1;
	return *bits;
}

#define prep_zero_mask(word, bits, c)	((void)(word), (bits))
#define create_zero_mask(bits)		(bits)
#define find_zero(mask)			((mask) - 1)

#endif
