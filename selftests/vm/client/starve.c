// SPDX-License-Identifier: GPL-2.0
/*
 * A write for which memory ends: so many bytes are to be had, and then none.
 *
 * What is undone for want of memory has none for that, either. The kernel counts
 * what is allocated by tasks that are made to fail, see fault-injection.rst.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "client.h"

static void set(const char *path, const char *text)
{
	ssize_t len = strlen(text);
	int fd = open(path, O_WRONLY);

	if (fd < 0 || write(fd, text, len) != len || close(fd))
		die(path);
}

static void allow(unsigned long bytes)
{
	char text[32];

	snprintf(text, sizeof(text), "%lu", bytes);
	set("/sys/kernel/debug/failslab/task-filter", "Y");
	set("/sys/kernel/debug/failslab/probability", "100");
	set("/sys/kernel/debug/failslab/interval", "1");
	set("/sys/kernel/debug/failslab/times", "-1");
	set("/sys/kernel/debug/failslab/space", text);
}

int client_starve(int argc, char **argv)
{
	ssize_t written;
	size_t len;
	char *buf;
	int fd, on;

	if (argc < 3)
		bad_usage("starve FILE BYTES");
	buf = slurp(&len);
	fd = open_mode(argv[1], "append");
	on = open("/proc/self/make-it-fail", O_WRONLY);
	if (on < 0 || mlockall(MCL_CURRENT))
		die("make-it-fail");
	allow(to_number(argv[2]));
	if (write(on, "1", 1) != 1)
		die("make-it-fail");
	written = write(fd, buf, len);
	if (pwrite(on, "0", 1, 0) != 1)
		die("make-it-fail");
	if (written < 0)
		die("write");
	return close(fd);
}
