// SPDX-License-Identifier: GPL-2.0
/* A file that is held open until the caller says go. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "client.h"

int client_hold(int argc, char **argv)
{
	const char *mode = argc > 2 ? argv[2] : "read";
	char buf[CLIENT_PAGE];
	ssize_t n;
	int fd;

	if (argc < 2)
		bad_usage("hold FILE [read|append|trunc|both]");
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
