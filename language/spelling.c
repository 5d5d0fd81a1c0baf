// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/types.h>
#include "language/spelling.h"

#define MAX_LENGTH	63	/* longest name that is compared */
#define MAX_SLIPS	3
#define SLIP		8	/* more than the penalty for additional characters */
#define PART		(2 * SLIP)
#define MIN_PART	4	/* shorter strings are part of too many names */

/*
 * Damerau-Levenshtein distance: the fewest wrong, missing, additional or swapped
 * characters between @a and @b. It keeps the last rows of the table only.
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

/*
 * How different two names are. @asked: name as written. Return: less is more similar;
 * KPE_SPELLING_FAR: not similar.
 */
unsigned int kpe_spelling_distance(const char *asked, const char *name)
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
	return KPE_SPELLING_FAR;
}

/*
 * Begin a search for similar names. @spelling: initialized. @asked: name as written; must live
 * as long as the search.
 */
void kpe_spelling_begin(struct kpe_spelling *spelling, const char *asked)
{
	spelling->asked = asked;
	spelling->most = KPE_SPELLINGS;
	spelling->nr = 0;
}

static bool is_known(const struct kpe_spelling *spelling, const char *name)
{
	unsigned int i;

	for (i = 0; i < spelling->nr; i++)
		if (!strcmp(spelling->names[i], name))
			return true;
	return false;
}

/* Add a name to the search. @name: existing name; copied if it is similar. */
void kpe_spelling_consider(struct kpe_spelling *spelling, const char *name)
{
	unsigned int score = kpe_spelling_distance(spelling->asked, name);
	unsigned int at = spelling->nr;

	if (score == KPE_SPELLING_FAR || is_known(spelling, name))
		return;
	while (at && spelling->scores[at - 1] > score)
		at--;
	if (at == spelling->most)
		return;
	spelling->nr = min(spelling->nr + 1, spelling->most);
	memmove(&spelling->scores[at + 1], &spelling->scores[at],
		(spelling->nr - at - 1) * sizeof(spelling->scores[0]));
	memmove(&spelling->names[at + 1], &spelling->names[at],
		(spelling->nr - at - 1) * sizeof(spelling->names[0]));
	spelling->scores[at] = score;
	strscpy(spelling->names[at], name, sizeof(spelling->names[at]));
}

/*
 * Format the result of a search. @buf: filled; the text may be cut. Return: @buf, or NULL if no
 * name is similar.
 */
const char *kpe_spelling_say(const struct kpe_spelling *spelling, char *buf, size_t size)
{
	size_t len = 0;
	unsigned int i;

	for (i = 0; i < spelling->nr && len < size; i++)
		len += snprintf(buf + len, size - len, "%s%s",
				i ? ", " : "did you mean ", spelling->names[i]);
	return spelling->nr ? buf : NULL;
}
