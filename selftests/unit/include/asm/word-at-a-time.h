/* SPDX-License-Identifier: GPL-2.0 */
/* word-at-a-time - user-space stand-in: where a word has its first NUL */
#ifndef UNIT_ASM_WORD_AT_A_TIME_H
#define UNIT_ASM_WORD_AT_A_TIME_H

#include <linux/types.h>

struct word_at_a_time {
	unsigned long unused;
};

#define WORD_AT_A_TIME_CONSTANTS { 0 }

/* The highest bit of each byte that is 0; all are right, the kernel's need not */
static inline unsigned long has_zero(unsigned long word, unsigned long *bits,
				     const struct word_at_a_time *c)
{
	unsigned int i;

	(void)c;
	*bits = 0;
	for (i = 0; i < 8 * sizeof(word); i += 8)
		if (!(word >> i & 0xff))
			*bits |= 0x80UL << i;
	return *bits;
}

#endif
