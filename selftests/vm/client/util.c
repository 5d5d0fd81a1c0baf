// SPDX-License-Identifier: GPL-2.0
/* What the subcommands share. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "client.h"

const char *errno_name(int err)
{
	const char *name = strerrorname_np(err);

	return name ? name : "unknown";
}

/* A call failed: its errno on stdout for scripts, what it was on stderr. */
noreturn void die(const char *what)
{
	int err = errno;

	printf("%s\n", errno_name(err));
	fflush(stdout);
	fprintf(stderr, "client: %s: %s\n", what, strerror(err));
	exit(1);
}

noreturn void bad_usage(const char *text)
{
	fprintf(stderr, "usage: client %s\n", text);
	exit(2);
}

unsigned long to_number(const char *text)
{
	char *end;
	unsigned long value;

	errno = 0;
	value = strtoul(text, &end, 0);
	if (errno || *end || end == text) {
		fprintf(stderr, "client: not a number: %s\n", text);
		exit(2);
	}
	return value;
}

/* All of stdin, in memory of its own. */
char *slurp(size_t *len)
{
	size_t size = 1 << 20;
	char *buf = malloc(size);
	ssize_t n;

	*len = 0;
	if (!buf)
		die("malloc");
	while ((n = read(0, buf + *len, size - *len)) > 0) {
		*len += n;
		if (*len == size) {
			size *= 2;
			buf = realloc(buf, size);
			if (!buf)
				die("realloc");
		}
	}
	if (n < 0)
		die("read stdin");
	return buf;
}

/* Never O_CREAT: a missing control file is an error, not a new file. */
static const struct {
	const char *name;
	int flags;
} modes[] = {
	{ "append", O_WRONLY | O_APPEND }, { "trunc", O_WRONLY | O_TRUNC }, { "read", O_RDONLY },
	{ "both", O_RDWR | O_APPEND }, { "write", O_WRONLY }, { "rdwr", O_RDWR },
	{ "read-trunc", O_RDONLY | O_TRUNC }, { "rdwr-trunc", O_RDWR | O_TRUNC },
};

/* open(2), -1 if that fails; without a mode "append" */
int try_open(const char *path, const char *mode)
{
	size_t i;

	for (i = 0; mode && i < ARRAY_SIZE(modes); i++)
		if (!strcmp(modes[i].name, mode))
			return open(path, modes[i].flags);
	if (mode)
		bad_usage("... append|trunc|read|both|write|rdwr|read-trunc|rdwr-trunc");
	return open(path, modes[0].flags);
}

int open_mode(const char *path, const char *mode)
{
	int fd = try_open(path, mode);

	if (fd < 0)
		die(path);
	return fd;
}

/* 0, or the errno of what failed; EIO if only a part was written */
int write_text(const char *path, int flags, const char *text, size_t len)
{
	int fd = open(path, O_WRONLY | flags), err = 0;
	ssize_t n;

	if (fd < 0)
		return errno;
	n = len ? write(fd, text, len) : 0;
	if (n < 0)
		err = errno;
	else if ((size_t)n != len)
		err = EIO;
	if (close(fd) && !err)
		err = errno;
	return err;
}

/* Exit status of a command. */
int run_command(char **argv)
{
	int status;
	pid_t pid = fork();

	if (pid < 0)
		die("fork");
	if (!pid) {
		execvp(argv[0], argv);
		fprintf(stderr, "client: %s: %s\n", argv[0], strerror(errno));
		_exit(127);
	}
	if (waitpid(pid, &status, 0) < 0)
		die("waitpid");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
