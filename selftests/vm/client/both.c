// SPDX-License-Identifier: GPL-2.0
/* Definitions at random, in two tracers: what the second takes the first is to take, too. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include "client.h"
#include "fuzz_text.h"
#include "random.h"

/* Names are of ASCII in our tracer, see differences.rst. */
static int is_ascii(const char *line)
{
	while (*line > 0)
		line++;
	return !*line;
}

/* 0, and nothing is left of it, or the errno */
static int try(const char *file, const char *line, size_t len)
{
	int err = write_text(file, O_APPEND, line, len);

	if (!err && write_text(file, O_TRUNC, "", 0))
		die(line);
	return err;
}

int client_both(int argc, char **argv)
{
	unsigned long lines, taken = 0;
	char line[FUZZ_LINE + 1];

	if (argc < 5)
		bad_usage("both FILE OTHER LINES SEED");
	random_seed(to_number(argv[4]));
	for (lines = to_number(argv[3]); lines; lines--) {
		size_t len = percent(80) ? fuzz_plain_line(line) : fuzz_line(line);
		int err;

		if (!is_ascii(line) || try(argv[2], line, len))
			continue;
		taken++;
		err = try(argv[1], line, len);
		if (err)
			printf("%s %s\n", errno_name(err), line);
	}
	printf("taken %lu\n", taken);
	return 0;
}
