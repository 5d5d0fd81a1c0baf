/* SPDX-License-Identifier: GPL-2.0 */
/* passing_places - rows of parameters and the words that they are in, for any architecture */
#ifndef KPE_PASSING_PLACES_H
#define KPE_PASSING_PLACES_H

#include "arch/registers.h"
#include "unit.h"

static const struct kpe_value values[] = {
	['c'] = { .size = 1, .widest = 1 },
	['l'] = { .size = 8, .widest = 8 },
	['w'] = { .size = 16, .widest = 16 },
	/* structures: empty, of 12, 16 and 17 bytes, of a number of 16, packed ones */
	['0'] = { .size = 0, .record = true },
	['3'] = { .size = 12, .widest = 4, .record = true },
	['4'] = { .size = 16, .widest = 8, .record = true },
	['5'] = { .size = 17, .widest = 8, .record = true },
	['W'] = { .size = 16, .widest = 16, .record = true },
	['p'] = { .size = 9, .widest = 8, .record = true, .packed = true },
	['P'] = { .size = 16, .widest = 16, .record = true, .packed = true },
	['d'] = { .size = 8, .widest = 8, .floats = true },
	['D'] = { .size = 16, .widest = 8, .record = true, .floats = true },
	['R'] = { .size = 48, .widest = 16, .record = true },
};

#define UNSEEN	(-1000)

/*
 * @params: a letter each; @words: of each one, -N - 1 by reference, or UNSEEN; @result:
 * likewise
 */
static inline void want_places(char result, const char *params, const int *words)
{
	struct kpe_passing passing;
	struct kpe_passed passed;
	unsigned int i;
	int got;

	kpe_passing_begin(&passing, &values[(u8)result]);
	for (i = 0; params[i]; i++) {
		passed = kpe_place_param(&passing, &values[(u8)params[i]]);
		got = passed.by_reference ? -(int)passed.word - 1 : (int)passed.word;
		if (passed.is_unseen)
			got = UNSEEN;
		if (got != words[i])
			unit_fail("%c(%s): %u is %d, not %d", result, params, i, got, words[i]);
	}
}

#define WANT(result, params, ...) \
	want_places(result, params, (const int[]){ __VA_ARGS__ })

#endif
