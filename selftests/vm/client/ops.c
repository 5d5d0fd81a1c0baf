// SPDX-License-Identifier: GPL-2.0
/* Calls on one open file in a given order, and a file opened over and over. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "client.h"

/* What is read goes to stdout; with @all, up to the end of the file. */
static void read_in_pieces(int fd, size_t size, int all)
{
	char *buf = malloc(size);
	ssize_t n;

	if (!buf)
		die("malloc");
	while ((n = read(fd, buf, size)) > 0) {
		fwrite(buf, 1, n, stdout);
		if (!all)
			break;
	}
	if (n < 0)
		die("read");
	free(buf);
}

static void one_op(int fd, const char *op)
{
	const char *value = strchr(op, '=');

	if (!value)
		bad_usage("ops FILE MODE[@USER-ID] read=N|once=N|seek=N|write=TEXT...");
	value++;
	if (!strncmp(op, "read=", 5))
		read_in_pieces(fd, to_number(value), 1);
	else if (!strncmp(op, "once=", 5))
		read_in_pieces(fd, to_number(value), 0);
	else if (!strncmp(op, "seek=", 5) && lseek(fd, to_number(value), SEEK_SET) < 0)
		die("lseek");
	else if (!strncmp(op, "write=", 6) && write(fd, value, strlen(value)) < 0)
		die("write");
}

/* "MODE@USER": opened with that effective user id, and used by root */
static int open_by(const char *file, char *mode)
{
	char *user = strchr(mode, '@');
	int fd;

	if (!user)
		return open_mode(file, mode);
	*user++ = '\0';
	if (seteuid(to_number(user)))
		die("seteuid");
	fd = open_mode(file, mode);
	if (seteuid(0))
		die("seteuid");
	return fd;
}

int client_ops(int argc, char **argv)
{
	int fd, i;

	if (argc < 4)
		bad_usage("ops FILE MODE[@USER-ID] read=N|once=N|seek=N|write=TEXT...");
	fd = open_by(argv[1], argv[2]);
	for (i = 3; i < argc; i++)
		one_op(fd, argv[i]);
	if (close(fd))
		die("close");
	return 0;
}

static long now(void)
{
	struct timespec t;

	if (clock_gettime(CLOCK_MONOTONIC, &t))
		die("clock_gettime");
	return t.tv_sec;
}

/* A file that cannot be opened right now is no failure: that is the game. */
int client_pound(int argc, char **argv)
{
	unsigned long opened = 0;
	char buf[CLIENT_PAGE];
	long end;
	int fd, i;

	if (argc < 4)
		bad_usage("pound MODE SECONDS FILE...");
	end = now() + to_number(argv[2]);
	for (i = 3; now() < end; i = i + 1 < argc ? i + 1 : 3) {
		fd = try_open(argv[i], argv[1]);
		if (fd < 0)
			continue;
		opened++;
		while (read(fd, buf, sizeof(buf)) > 0)
			;
		close(fd);
	}
	printf("%lu\n", opened);
	return 0;
}
