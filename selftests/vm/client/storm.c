// SPDX-License-Identifier: GPL-2.0
/* Directories that are renamed over and over, while a file in them is looked at */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "client.h"

static int make_dir(int in, const char *name)
{
	int fd;

	if (mkdirat(in, name, 0700))
		die(name);
	fd = openat(in, name, O_RDONLY | O_DIRECTORY);
	if (fd < 0)
		die(name);
	return fd;
}

static void look_forever(int fd)
{
	struct stat st;

	for (;;)
		if (fstat(fd, &st))
			die("fstat");
}

static void renumber(int in, char letter, unsigned long n)
{
	char from[32], to[32];

	snprintf(from, sizeof(from), "%c%lu", letter, n);
	snprintf(to, sizeof(to), "%c%lu", letter, n + 1);
	if (renameat(in, from, in, to))
		die("renameat");
}

/* The lower directory goes first, so its number is that of the upper one, or one more. */
int client_storm(int argc, char **argv)
{
	int top, upper, fd;
	unsigned long n;
	time_t end;
	pid_t pid;

	if (argc != 4)
		bad_usage("storm DIR DEPTH SECONDS");
	top = open(argv[1], O_RDONLY | O_DIRECTORY);
	if (top < 0)
		die(argv[1]);
	upper = make_dir(top, "t0");
	for (n = to_number(argv[2]); n; n--)
		upper = make_dir(upper, "d");
	fd = openat(make_dir(upper, "d0"), "f", O_RDWR | O_CREAT, 0600);
	if (fd < 0)
		die("f");
	pid = fork();
	if (!pid)
		look_forever(fd);
	end = time(NULL) + to_number(argv[3]);
	for (n = 0; time(NULL) < end; n++) {
		renumber(upper, 'd', n);
		renumber(top, 't', n);
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	printf("%lu\n", n);
	return 0;
}
