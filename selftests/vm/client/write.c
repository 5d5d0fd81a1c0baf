// SPDX-License-Identifier: GPL-2.0
/* Subcommands that write control files, and the bare system call. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifndef __aarch64__
#include <x86intrin.h>
#endif
#include "client.h"

static int report(ssize_t written, size_t len)
{
	if (written < 0)
		die("write");
	if ((size_t)written != len) {
		printf("short write: %zd of %zu\n", written, len);
		return 1;
	}
	return 0;
}

/* close(2) may have something to say too */
static int finish(int fd, int status)
{
	if (close(fd))
		die("close");
	return status;
}

int client_write(int argc, char **argv)
{
	size_t len;
	char *buf;
	int fd;

	if (argc < 2)
		bad_usage("write FILE [append|trunc]");
	buf = slurp(&len);
	fd = open_mode(argv[1], argv[2]);
	return finish(fd, report(write(fd, buf, len), len));
}

#ifdef __aarch64__
static unsigned long long ticks(void)
{
	unsigned long long now;

	asm volatile("isb; mrs %0, cntvct_el0" : "=r"(now) : : "memory");
	return now;
}
#else
#define ticks() __rdtsc()
#endif

/*
 * Where QEMU counts instructions a time stamp is one of them, or a nanosecond of
 * waiting; clocks of the kernel are not that exact.
 */
static int ticks_of_reading(const char *file)
{
	unsigned long long before = ticks();
	static char buf[1 << 16];
	ssize_t got;
	int fd = open_mode(file, "read");

	do {
		got = read(fd, buf, sizeof(buf));
	} while (got > 0);
	if (got < 0)
		die("read");
	printf("%llu\n", ticks() - before);
	return 0;
}

int client_ticks(int argc, char **argv)
{
	unsigned long long before;
	ssize_t written;
	size_t len;
	char *buf;
	int fd;

	if (argc < 2)
		bad_usage("ticks FILE [append|trunc|write|read]");
	if (argc > 2 && !strcmp(argv[2], "read"))
		return ticks_of_reading(argv[1]);
	buf = slurp(&len);
	before = ticks();
	fd = open_mode(argv[1], argv[2]);
	written = write(fd, buf, len);
	if (finish(fd, report(written, len)))
		return 1;
	printf("%llu\n", ticks() - before);
	return 0;
}

int client_split(int argc, char **argv)
{
	size_t len, step, at, part;
	char *buf;
	int fd;

	if (argc < 3 || !to_number(argv[2]))
		bad_usage("split FILE N [append|trunc]");
	step = to_number(argv[2]);
	buf = slurp(&len);
	fd = open_mode(argv[1], argv[3]);
	for (at = 0; at < len; at += part) {
		part = len - at < step ? len - at : step;
		if (report(write(fd, buf + at, part), part))
			return 1;
	}
	return finish(fd, 0);
}

/* The last byte that write(2) is told of lies behind the end of a mapping. */
int client_efault(int argc, char **argv)
{
	size_t len, size;
	char *buf, *map;
	int fd;

	if (argc < 2)
		bad_usage("efault FILE [append|trunc]");
	buf = slurp(&len);
	size = (len / CLIENT_PAGE + 1) * CLIENT_PAGE;
	map = mmap(NULL, size + CLIENT_PAGE, PROT_READ | PROT_WRITE,
		   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (map == MAP_FAILED)
		die("mmap");
	if (mprotect(map + size, CLIENT_PAGE, PROT_NONE))
		die("mprotect");
	memcpy(map + size - len, buf, len);
	fd = open_mode(argv[1], argv[2]);
	return finish(fd, report(write(fd, map + size - len, len + 1), len + 1));
}

/* Map the page of @address, and put @text there. */
static const char *text_at(unsigned long address, const char *text)
{
	void *page = (void *)(address & -CLIENT_PAGE);
	char *at = (char *)address;

	if (mmap(page, CLIENT_PAGE, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != page)
		die("mmap");
	memcpy(at, text, strlen(text) + 1);
	return at;
}

int client_ustr(int argc, char **argv)
{
	const char *text;
	char line[256];
	size_t len;
	int fd;

	if (argc < 4 || !strstr(argv[3], "%#lx"))
		bad_usage("ustr FILE TEXT FORMAT [ADDRESS]");
	text = argc > 4 ? text_at(to_number(argv[4]), argv[2]) : argv[2];
	len = strstr(argv[3], "%#lx") - argv[3];
	snprintf(line, sizeof(line), "%.*s%#lx%s", (int)len, argv[3],
		 (unsigned long)text, argv[3] + len + strlen("%#lx"));
	fd = open_mode(argv[1], "append");
	return finish(fd, report(write(fd, line, strlen(line)), strlen(line)));
}

/* A word that holds its own address, then a pointer to the text twice. */
int client_uptr(int argc, char **argv)
{
	const void *words[3] = { words, argv[2], argv[2] };
	char line[256];
	int fd, len;

	if (argc < 4)
		bad_usage("uptr FILE TEXT BEFORE");
	len = snprintf(line, sizeof(line), "%s%#lx", argv[3], (unsigned long)words);
	fd = open_mode(argv[1], "append");
	return finish(fd, report(write(fd, line, len), len));
}

int client_call(int argc, char **argv)
{
	long arg[6] = { 0 };
	long ret;
	int i;

	if (argc < 2)
		bad_usage("call NUMBER [ARG...]");
	for (i = 0; i < 6 && i + 2 < argc; i++)
		arg[i] = to_number(argv[i + 2]);
	ret = syscall(to_number(argv[1]), arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
	if (ret < 0)
		die("syscall");
	printf("%ld\n", ret);
	return 0;
}
