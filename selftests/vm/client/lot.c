// SPDX-License-Identifier: GPL-2.0
/* Many probes of one event, without those that are refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "client.h"

#define MAX_LOT		5000
#define MAX_LINE	256

static char *places[MAX_LOT];
static char text[MAX_LOT * MAX_LINE];
static const char *start;	/* of each line */
static int fd;

/* One write of some of the places. Return: 0, or -1 with none of them defined. */
static int define(size_t from, size_t to)
{
	size_t i, len = 0;

	for (i = from; i < to; i++)
		len += snprintf(text + len, MAX_LINE, "%s %s\n", start, places[i]);
	return write(fd, text, len) < 0 ? -1 : 0;
}

/* Halves what is refused, down to the places to blame. Return: how many are not. */
static size_t define_some(size_t from, size_t to)
{
	size_t middle = from + (to - from) / 2;

	if (from == to)
		return 0;
	if (!define(from, to))
		return to - from;
	if (to - from == 1) {
		printf("refused %s\n", places[from]);
		return 0;
	}
	return define_some(from, middle) + define_some(middle, to);
}

/* lot FILE START: places on stdin, one a line; START is what a definition begins with */
int client_lot(int argc, char **argv)
{
	size_t len, nr = 0;
	char *all, *place;

	if (argc != 3)
		bad_usage("lot FILE START");
	start = argv[2];
	all = slurp(&len);
	all[len] = '\0';
	for (place = strtok(all, "\n"); place; place = strtok(NULL, "\n")) {
		if (nr == MAX_LOT || strlen(place) + strlen(start) + 3 > MAX_LINE)
			bad_usage("lot FILE START: no more than 5000 short places");
		places[nr++] = place;
	}
	fd = open_mode(argv[1], "append");
	printf("accepted %zu\n", define_some(0, nr));
	return 0;
}
