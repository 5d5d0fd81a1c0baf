// SPDX-License-Identifier: GPL-2.0
/*
 * Definitions in two tracers, at random or of stdin: what the second takes the first is to
 * take, too.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
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

/* 1 if the second takes it */
static int compare(char **files, const char *line, size_t len)
{
	int err;

	if (!is_ascii(line) || try(files[1], line, len))
		return 0;
	err = try(files[0], line, len);
	if (err)
		printf("%s %s\n", errno_name(err), line);
	return 1;
}

static unsigned long compare_random(char **files, unsigned long lines)
{
	unsigned long taken = 0;
	char line[FUZZ_LINE + 1];

	for (; lines; lines--) {
		size_t len = percent(80) ? fuzz_plain_line(line) : fuzz_line(line);

		taken += compare(files, line, len);
	}
	return taken;
}

static unsigned long compare_read(char **files)
{
	unsigned long taken = 0;
	char line[FUZZ_LINE + 1];

	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = '\0';
		taken += compare(files, line, strlen(line));
	}
	return taken;
}

int client_both(int argc, char **argv)
{
	unsigned long taken;

	if (argc != 3 && argc != 5)
		bad_usage("both FILE OTHER [LINES SEED]");
	if (argc == 5) {
		random_seed(to_number(argv[4]));
		taken = compare_random(argv + 1, to_number(argv[3]));
	} else {
		taken = compare_read(argv + 1);
	}
	printf("taken %lu\n", taken);
	return 0;
}
