// SPDX-License-Identifier: GPL-2.0
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include "language/spelling.h"

#define MAX_LENGTH	63	/* longest name that is compared */
#define MAX_SLIPS	2
#define PART		(MAX_SLIPS * KPE_ONE_SLIP)
#define MIN_PART	4	/* shorter strings are part of too many names */

/* Damerau-Levenshtein distance: the fewest wrong, missing, additional or swapped characters */
static unsigned int count_slips(const char *a, size_t n, const char *b,
				size_t m)
{
	u8 rows[3][MAX_LENGTH + 1];
	size_t i, j;

	for (i = 0; i <= n; i++)
		rows[0][i] = i;
	for (j = 1; j <= m; j++) {
		const u8 *before = rows[(j + 1) % 3], *last = rows[(j - 1) % 3];
		u8 *row = rows[j % 3];

		row[0] = j;
		for (i = 1; i <= n; i++) {
			row[i] = min3(row[i - 1] + 1, last[i] + 1,
				      last[i - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				row[i] = min(row[i], (u8)(before[i - 2] + 1));
		}
	}
	return rows[m % 3][n];
}

/* Return: less is more similar; KPE_SPELLING_FAR: not similar */
unsigned int kpe_spelling_distance(const char *asked, const char *name)
{
	size_t n = strlen(asked), m = strlen(name);
	size_t apart = max(n, m) - min(n, m);
	size_t most = min_t(size_t, MAX_SLIPS, (n + 3) / 4);
	unsigned int slips;

	if (max(n, m) <= MAX_LENGTH && apart <= most) {
		slips = count_slips(asked, n, name, m);
		if (slips <= most)
			return slips * KPE_ONE_SLIP;
	}
	if (n >= MIN_PART && strstr(name, asked))
		return PART + apart;
	return KPE_SPELLING_FAR;
}

char kpe_hint[KPE_HINT_SIZE];

static struct {
	char asked[KSYM_NAME_LEN];
	unsigned int nr;
	struct {
		unsigned int score;	/* ascending */
		char name[KSYM_NAME_LEN];
	} found[KPE_MAX_SPELLINGS];
} search;

/* Begin a search. Of a name that nothing can have, nothing is found. */
void kpe_spelling_begin(const char *asked, size_t len)
{
	if (len >= sizeof(search.asked))
		len = 0;
	memcpy(search.asked, asked, len);
	search.asked[len] = '\0';
	search.nr = 0;
}

void kpe_spelling_consider(const char *name)
{
	unsigned int score = kpe_spelling_distance(search.asked, name);
	unsigned int i, at = search.nr;

	if (score == KPE_SPELLING_FAR)
		return;
	for (i = 0; i < search.nr; i++)
		if (!strcmp(search.found[i].name, name))
			return;
	while (at && search.found[at - 1].score > score)
		at--;
	if (at == KPE_MAX_SPELLINGS)
		return;
	search.nr = min(search.nr + 1, (unsigned int)KPE_MAX_SPELLINGS);
	memmove(&search.found[at + 1], &search.found[at],
		(search.nr - at - 1) * sizeof(search.found[0]));
	search.found[at].score = score;
	strscpy(search.found[at].name, name, sizeof(search.found[at].name));
}

/* Return: the names, the most similar first; NULL at the end */
const char *kpe_spelling_found(unsigned int i)
{
	return i < search.nr ? search.found[i].name : NULL;
}

unsigned int kpe_spelling_best(void)
{
	return search.nr ? search.found[0].score : KPE_SPELLING_FAR;
}

/* What people write, and what they should */
static const struct {
	const char *word;
	const char *cure;
} words[] = {
	{ "comm", "write $comm" },
	{ "$pid", "write $current->pid" }, { "pid", "write $current->pid" },
	{ "$tid", "write $current->pid" }, { "tid", "write $current->pid" },
	{ "$tgid", "write $current->tgid" }, { "tgid", "write $current->tgid" },
	{ "$uid", "write $current->cred->uid.val" }, { "uid", "write $current->cred->uid.val" },
	{ "current", "write $current" }, { "$task", "write $current" },
	{ "$ret", "write $retval" }, { "ret", "write $retval" }, { "retval", "write $retval" },
	{ "$return", "write $retval" }, { "$rv", "write $retval" },
	{ "$latency", "write $elapsed" }, { "$duration", "write $elapsed" },
	{ "elapsed", "write $elapsed" }, { "args", "write $arg*" },
	{ "kstack", "write $kstack" }, { "$stacktrace", "write $kstack" },
	{ ">", "a condition begins with if" }, { ">=", "a condition begins with if" },
	{ "<", "a condition begins with if" }, { "<=", "a condition begins with if" },
	{ "==", "a condition begins with if" }, { "!=", "a condition begins with if" },
	{ "&&", "a condition begins with if" }, { "||", "a condition begins with if" },
};

/* Return: what to write instead of a word that is none, as a hint, or NULL */
const char *kpe_word_cure(const char *word, size_t len)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (strlen(words[i].word) == len && !memcmp(words[i].word, word, len))
			return words[i].cure;
	return NULL;
}

/* Return: the result of a search as a hint, or NULL if no name is similar */
const char *kpe_spelling_say(void)
{
	size_t len = 0;
	unsigned int i;

	for (i = 0; i < search.nr && i < KPE_SPELLINGS && len < sizeof(kpe_hint); i++)
		len += snprintf(kpe_hint + len, sizeof(kpe_hint) - len, "%s%s",
				i ? ", " : "did you mean ", search.found[i].name);
	return search.nr ? kpe_hint : NULL;
}
