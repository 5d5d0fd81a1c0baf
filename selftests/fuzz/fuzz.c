// SPDX-License-Identifier: GPL-2.0
/* fuzz - what the fuzzers share */
#include <err.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/string.h>

#include "fuzz.h"
#include "unit.h"

#define MAX_COUNTS 16

static struct {
	const char *what;
	unsigned long times;
} counts[MAX_COUNTS];

static void show_counts(void)
{
	unsigned int i;

	for (i = 0; i < MAX_COUNTS && counts[i].what; i++)
		fprintf(stderr, "# %lu %s\n", counts[i].times, counts[i].what);
}

void fuzz_count(const char *what)
{
	unsigned int i;

	if (!counts[0].what)
		atexit(show_counts);
	for (i = 0; counts[i].what && counts[i].what != what; i++) {
		if (i + 1 == MAX_COUNTS)
			abort();
	}
	counts[i].what = what;
	counts[i].times++;
}

const char *fuzz_seeds_dir(int argc, char **argv)
{
	static const char option[] = "--seeds=";
	int i;

	for (i = 1; i < argc; i++) {
		if (!strncmp(argv[i], option, strlen(option)))
			return argv[i] + strlen(option);
	}
	return NULL;
}

void fuzz_write_seed(const char *dir, const void *data, size_t size)
{
	static unsigned int n;
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), "%s/seed%u", dir, n++);
	f = fopen(path, "wb");
	if (!f || fwrite(data, 1, size, f) != size || fclose(f))
		err(1, "%s", path);
}

/* FNV-1a */
u64 fuzz_hash(const u8 *data, size_t size)
{
	u64 hash = 0xcbf29ce484222325ULL;

	while (size--)
		hash = (hash ^ *data++) * 0x100000001b3ULL;
	return hash;
}

void unit_fail(const char *fmt, ...)
{
	va_list ap;

	fputs("# ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	abort();
}
