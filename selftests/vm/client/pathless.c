// SPDX-License-Identifier: GPL-2.0
/* fstat(2) of a file that no path leads to, and what its link in /proc says it is */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include "client.h"

#define USAGE	"pathless socket|memfd|eventfd|namespace"

static int open_kind(const char *kind)
{
	if (!strcmp(kind, "socket"))
		return socket(AF_UNIX, SOCK_DGRAM, 0);
	if (!strcmp(kind, "memfd"))
		return memfd_create("a name", 0);
	if (!strcmp(kind, "eventfd"))
		return eventfd(0, 0);
	if (!strcmp(kind, "namespace"))
		return open("/proc/self/ns/mnt", O_RDONLY);
	bad_usage(USAGE);
}

int client_pathless(int argc, char **argv)
{
	char link[64], text[256];
	struct stat of_file;
	ssize_t n;
	int fd;

	if (argc != 2)
		bad_usage(USAGE);
	fd = open_kind(argv[1]);
	if (fd < 0 || fstat(fd, &of_file))
		die(argv[1]);
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, text, sizeof(text));
	if (n < 0)
		die(link);
	printf("%.*s\n", (int)n, text);
	return 0;
}
