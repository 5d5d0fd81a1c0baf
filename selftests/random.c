// SPDX-License-Identifier: GPL-2.0
/* random - numbers for tests, by xorshift64* */
#include "random.h"

static unsigned long state = 1;

void random_seed(unsigned long seed)
{
	state = seed ? seed : 1;
}

unsigned long random_word(void)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return state * 0x2545f4914f6cdd1dUL;
}

/* The upper half is the better one. */
unsigned int below(unsigned int n)
{
	return (random_word() >> 32) % n;
}

int percent(unsigned int n)
{
	return below(100) < n;
}
