// SPDX-License-Identifier: GPL-2.0
/*
 * spelling_test - which names are like another, against a definition of slips that
 * needs no table
 */
#include <stdio.h>
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "language/spelling.h"
#include "unit.h"

#define SLIP		8	/* what a slip counts */
#define PART		16	/* what a part of a name counts */
#define RANDOM_RUNS	20000
#define RANDOM_LENGTH	9

static void want(const char *asked, const char *name, unsigned int score)
{
	unsigned int got = kpe_spelling_distance(asked, name);

	if (got != score)
		unit_fail("%s, %s: %u, not %u", asked, name, got, score);
}

UNIT_CASE(test_nearest, "near: the nearest of many")
{
	static const char * const names[] = {
		"ksys_read_iter", "vfs_read", "vfs_reed", "vfs_rea", "vfs_read",
		"nothing_like_it", "vfs_raed", "vfs_red",
	};

	kpe_spelling_begin("vfs_reading", 8);
	if (kpe_spelling_say())
		unit_fail("near nothing: %s", kpe_hint);
	for_each_row(row, names)
		kpe_spelling_consider(*row);
	if (strcmp(kpe_spelling_say() ?: "", "did you mean vfs_read, vfs_reed, vfs_rea"))
		unit_fail("%s", kpe_hint);
	if (strcmp(kpe_spelling_found(3) ?: "", "vfs_raed"))
		unit_fail("not vfs_raed");
	kpe_spelling_begin("x", 1);
	if (kpe_spelling_say() || kpe_spelling_found(0))
		unit_fail("begun again");
}

/* Slips are counted in names of up to 63 characters. */
UNIT_CASE(test_long_names, "near: long names")
{
	char a[66], b[66];
	unsigned int n;

	for (n = 62; n <= 64; n++) {
		memset(a, 'x', n);
		memset(b, 'x', n);
		a[n] = '\0';
		b[n] = '\0';
		b[n / 2] = 'y';
		want(a, b, n <= 63 ? SLIP : KPE_SPELLING_FAR);
		b[n - 1] = '\0';
		want(a, b, n <= 63 ? 2 * SLIP : KPE_SPELLING_FAR);
	}
	memset(b, 'x', 65);
	b[65] = '\0';
	want(a, b, PART + 1);
	want("xxxx", b, PART + 61);
}

/* By the meaning of the word: tries every way */
static unsigned int slips(const char *a, size_t n, const char *b, size_t m)
{
	unsigned int least;

	if (!n || !m)
		return n + m;
	least = slips(a + 1, n - 1, b + 1, m - 1) + (*a != *b);
	if (*a == *b)
		return least;
	least = min(least, slips(a + 1, n - 1, b, m) + 1);
	least = min(least, slips(a, n, b + 1, m - 1) + 1);
	if (n > 1 && m > 1 && a[0] == b[1] && a[1] == b[0])
		least = min(least, slips(a + 2, n - 2, b + 2, m - 2) + 1);
	return least;
}

static void fill_randomly(char *text)
{
	size_t n = rand() % RANDOM_LENGTH, i;

	for (i = 0; i < n; i++)
		text[i] = 'a' + rand() % 3;
	text[n] = '\0';
}

UNIT_CASE(test_random_names, "near: random names")
{
	char a[RANDOM_LENGTH], b[RANDOM_LENGTH];
	unsigned int i, most, wanted;
	size_t n;

	srand(1);
	for (i = 0; i < RANDOM_RUNS; i++) {
		fill_randomly(a);
		fill_randomly(b);
		n = strlen(a);
		most = min((unsigned int)(n + 3) / 4, 2U);
		wanted = slips(a, n, b, strlen(b));
		if (wanted <= most)
			wanted *= SLIP;
		else if (n >= 4 && strstr(b, a))
			wanted = PART + strlen(b) - n;
		else
			wanted = KPE_SPELLING_FAR;
		want(a, b, wanted);
	}
}
