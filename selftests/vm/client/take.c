// SPDX-License-Identifier: GPL-2.0
/* All that a pipe of the tracer has, by read(2) or by splice(2), without waiting. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include "client.h"

/* By way of a pipe, which is what splice(2) wants. */
static ssize_t splice_some(int fd, char *buf, size_t size)
{
	static int ends[2] = { -1, -1 };
	ssize_t n;

	if (ends[0] < 0 && pipe(ends))
		die("pipe");
	n = splice(fd, NULL, ends[1], NULL, size, SPLICE_F_NONBLOCK);
	return n > 0 ? read(ends[0], buf, n) : n;
}

/* take FILE, or splice FILE */
int client_take(int argc, char **argv)
{
	char buf[4 * CLIENT_PAGE];
	ssize_t n;
	int fd;

	if (argc < 2)
		bad_usage("take|splice FILE");
	fd = open(argv[1], O_RDONLY | O_NONBLOCK);
	if (fd < 0)
		die(argv[1]);
	while ((n = *argv[0] == 's' ? splice_some(fd, buf, sizeof(buf))
				    : read(fd, buf, sizeof(buf))) > 0)
		fwrite(buf, 1, n, stdout);
	if (n < 0 && errno != EAGAIN)
		die(argv[1]);
	return 0;
}
