// SPDX-License-Identifier: GPL-2.0
/*
 * near - which names are like another
 */
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/types.h>
#include "near.h"

#define MAX_LENGTH	63	/* of names whose slips are counted */
#define MAX_SLIPS	3
#define SLIP		8	/* a slip more is worse than some characters around */
#define PART		(2 * SLIP)
#define MIN_PART	4	/* characters; shorter ones are part of everything */

/*
 * Characters wrong, missing, too many, or two that changed places: the fewest
 * that lead from @a to @b, by rows of prefixes of @b.
 */
static unsigned int count_slips(const char *a, size_t n, const char *b,
				size_t m)
{
	u8 rows[3][MAX_LENGTH + 1], *before = rows[0], *last = rows[1];
	u8 *row = rows[2], *spare;
	size_t i, j;

	for (i = 0; i <= n; i++)
		last[i] = i;
	for (j = 1; j <= m; j++) {
		row[0] = j;
		for (i = 1; i <= n; i++) {
			row[i] = min3(row[i - 1] + 1, last[i] + 1,
				      last[i - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				row[i] = min(row[i], (u8)(before[i - 2] + 1));
		}
		spare = before;
		before = last;
		last = row;
		row = spare;
	}
	return last[n];
}

/**
 * kpe_near() - how like each other are two names
 * @asked: what somebody wrote
 * @name: what he may have meant
 *
 * Context: any. Return: the less the nearer; KPE_FAR if he cannot have.
 */
unsigned int kpe_near(const char *asked, const char *name)
{
	size_t n = strlen(asked), m = strlen(name);
	size_t apart = max(n, m) - min(n, m);
	size_t most = min_t(size_t, MAX_SLIPS, (n + 2) / 3);
	unsigned int slips;

	if (max(n, m) <= MAX_LENGTH && apart <= most) {
		slips = count_slips(asked, n, name, m);
		if (slips <= most)
			return slips * SLIP;
	}
	if (n >= MIN_PART && strstr(name, asked))
		return PART + apart;
	return KPE_FAR;
}
