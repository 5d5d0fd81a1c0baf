// SPDX-License-Identifier: GPL-2.0
/* A file that is held open until the caller says go. */
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "client.h"

static bool stdin_has_ended(void)
{
	struct pollfd in = { .fd = 0, .events = POLLIN };

	return poll(&in, 1, 0) > 0 && in.revents & POLLHUP;
}

/* Open a file as soon as it is there, unless the caller says go before that. */
static int catch(const char *path, const char *mode)
{
	int fd;

	while ((fd = try_open(path, mode)) < 0) {
		if (errno != ENOENT || stdin_has_ended())
			die(path);
		usleep(100);
	}
	return fd;
}

int client_hold(int argc, char **argv)
{
	const char *mode = argc > 2 ? argv[2] : "read";
	char buf[CLIENT_PAGE];
	ssize_t n;
	int fd;

	if (argc < 2)
		bad_usage("hold|catch FILE [read|append|trunc|both]");
	if (strcmp(argv[0], "hold"))
		fd = catch(argv[1], mode);
	else
		fd = open_mode(argv[1], mode);
	printf("ready\n");
	fflush(stdout);
	while ((n = read(0, buf, sizeof(buf))) > 0)
		if (strcmp(mode, "read") && write(fd, buf, n) != n)
			die("write");
	if (strcmp(mode, "read") && strcmp(mode, "both"))
		return 0;
	while ((n = read(fd, buf, sizeof(buf))) > 0)
		fwrite(buf, 1, n, stdout);
	if (n < 0)
		die("read");
	return 0;
}
