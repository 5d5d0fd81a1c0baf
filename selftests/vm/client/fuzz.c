// SPDX-License-Identifier: GPL-2.0
/*
 * Definitions at random: written, enabled, hit, shown, listed and written again.
 *
 * A write is taken or refused as a whole; what is refused changes nothing; what is
 * taken can be enabled and, at the entry of a function that is called, is hit;
 * and what the listing says is taken again and listed the same.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "client.h"
#include "files.h"
#include "fuzz_text.h"
#include "names.h"
#include "random.h"

#define RUN		"/sys/module/kpe_target/parameters/run"
#define LINES_A_ROUND	200
#define LISTING		(1024 * 1024)

static struct {
	unsigned long tried, writes, taken, refused, enabled, hit, again, rounds;
} count;

static const char *tracefs, *control;
static unsigned long seed;
static char last[16 * FUZZ_LINE];

static noreturn void __attribute__((format(printf, 1, 2)))
fail(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vprintf(format, ap);
	va_end(ap);
	printf("\nseed %lu, round %lu, after %lu lines; the last write was:\n%s\n",
	       seed, count.rounds, count.tried, last);
	exit(1);
}

static char *path_of(const char *dir, const char *name)
{
	static char paths[4][512];
	static unsigned int turn;
	char *path = paths[turn++ % 4];

	snprintf(path, sizeof(paths[0]), "%s/%s", dir, name);
	return path;
}

static char *read_text(const char *path, char *buf, size_t size)
{
	int fd = open(path, O_RDONLY);
	size_t len = 0;
	ssize_t n = 0;

	if (fd < 0)
		fail("%s: %s", path, strerror(errno));
	while (len + 1 < size && (n = read(fd, buf + len, size - len - 1)) > 0)
		len += n;
	if (n < 0)
		fail("%s: %s", path, strerror(errno));
	close(fd);
	buf[len] = '\0';
	return buf;
}

/* All of it, for what printing it does */
static void read_through(const char *path)
{
	static char page[CLIENT_PAGE * 4];
	int fd = open(path, O_RDONLY);

	if (fd < 0)
		fail("%s: %s", path, strerror(errno));
	while (read(fd, page, sizeof(page)) > 0)
		;
	close(fd);
}

static char *listing(void)
{
	static char buf[2][LISTING];
	static unsigned int turn;

	return read_text(path_of(control, "kprobe_events"), buf[turn++ % 2], LISTING);
}

/* -------------------------------------------------------------- definitions */

/* What a line may be refused for; anything else is a fault of the tracer's. */
static int may_be(int err)
{
	static const int errors[] = {
		EINVAL, ENOENT, E2BIG, EEXIST, EBUSY, ERANGE, EOPNOTSUPP, EILSEQ, EADDRNOTAVAIL,
		ESTALE, EACCES, EPERM, ENOSPC, ENAMETOOLONG, ENOTUNIQ,
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(errors); i++)
		if (errors[i] == err)
			return 1;
	return 0;
}

static void define(unsigned int lines)
{
	const char *events = path_of(control, "kprobe_events");
	int compare = !below(8), err;
	char *before = compare ? listing() : NULL;
	size_t len = 0;

	count.tried += lines;
	count.writes++;
	while (lines--) {
		len += fuzz_line(last + len);
		last[len++] = '\n';
	}
	last[len] = '\0';
	err = write_text(events, O_APPEND, last, len);
	if (!err) {
		count.taken++;
		return;
	}
	count.refused++;
	if (!may_be(err))
		fail("refused with %s", errno_name(err));
	if (compare && strcmp(before, listing()))
		fail("refused with %s, but the listing was\n%s", errno_name(err), before);
}

static void define_some(unsigned int total)
{
	unsigned int n;

	for (; total; total -= n) {
		n = below(10) ? 1 : 1 + below(8);
		if (n > total)
			n = total;
		define(n);
	}
}

/* ----------------------------------------------------------------- the rest */

/* Has an earlier line of @list the same group? */
static int group_is_known(const char *list, const char *line, const char *group)
{
	size_t len = strlen(group);

	for (; list < line; list = strchr(list, '\n') + 1) {
		const char *name = strchr(list, ':') + 1;

		if (!strncmp(name, group, len) && name[len] == '/')
			return 1;
	}
	return 0;
}

static void switch_all(const char *list, const char *value)
{
	char group[256], enable[300];
	const char *line;
	int err;

	for (line = list; *line; line = strchr(line, '\n') + 1) {
		if (sscanf(line, "%*[^:]:%255[^/]", group) != 1)
			fail("listed without a group: %s", line);
		if (group_is_known(list, line, group))
			continue;
		snprintf(enable, sizeof(enable), "events/%s/enable", group);
		err = write_text(path_of(tracefs, enable), 0, value, 1);
		if (err)
			fail("%s to %s: %s", value, enable, errno_name(err));
	}
}

static void call_all(void)
{
	static const char *const others[] = { "dup", "clones", "notrace", "proc" };
	size_t i;
	int err = 0;

	for (i = 0; !err && fuzz_functions[i]; i++)
		err = write_text(RUN, 0, fuzz_functions[i], strlen(fuzz_functions[i]));
	for (i = 0; !err && i < ARRAY_SIZE(others); i++)
		err = write_text(RUN, 0, others[i], strlen(others[i]));
	if (err)
		fail("%s: %s", RUN, errno_name(err));
}

/* The profile has a line for each of the listing's. */
static void check_hits(const char *list)
{
	static char profile[LISTING];
	const char *hits = read_text(path_of(control, "kprobe_profile"), profile, sizeof(profile));
	unsigned long n;

	for (; *list; list = strchr(list, '\n') + 1) {
		const char *place = strchr(list, ' ') + 1;

		if (sscanf(hits, "%*s %lu", &n) != 1)
			fail("no profile of %.*s", (int)strcspn(list, "\n"), list);
		hits = strchr(hits, '\n') + 1;
		count.enabled++;
		count.hit += !!n;
		if (!n && fuzz_is_called(place, strcspn(place, "\n ")))
			fail("not hit: %.*s", (int)strcspn(list, "\n"), list);
	}
	if (*hits)
		fail("the profile has more: %s", hits);
}

static void read_formats(const char *list)
{
	char name[256], path[320];

	for (; *list; list = strchr(list, '\n') + 1) {
		if (below(4) || sscanf(list, "%*[^:]:%255s", name) != 1)
			continue;
		snprintf(path, sizeof(path), "events/%s/format", name);
		read_through(path_of(tracefs, path));
	}
}

static void clear(void)
{
	const char *events = path_of(control, "kprobe_events");
	int err = write_text(events, O_TRUNC, "", 0);

	if (err)
		fail("clearing: %s", errno_name(err));
	if (*listing())
		fail("not cleared");
}

/* What is listed defines the same, if its lines are not longer than allowed. */
static void define_again(const char *list)
{
	int err = write_text(path_of(control, "kprobe_events"), O_APPEND, list, strlen(list));
	const char *now = listing();

	if (err)
		fail("%s of the listing\n%s", errno_name(err), list);
	if (strcmp(list, now))
		fail("listed\n%sdefined again\n%s", list, now);
	count.again++;
}

static void round_of(unsigned int lines)
{
	char *list;

	count.rounds++;
	define_some(lines - lines / 8);
	switch_all(listing(), "1");
	/* while all is enabled */
	define_some(lines / 8);
	switch_all(listing(), "1");
	list = strdup(listing());
	call_all();
	check_hits(list);
	read_formats(list);
	read_through(path_of(tracefs, "trace"));
	read_through(path_of(control, "kprobe_status"));
	read_through(path_of(control, "kprobe_export"));
	switch_all(list, "0");
	write_text(path_of(tracefs, "trace"), O_TRUNC, "", 0);
	clear();
	if (*list)
		define_again(list);
	clear();
	free(list);
}

/* What is there for names to be mixed up with */
static char *make_others(void)
{
	if (mkdir(path_of(tracefs, "instances/" NAMES_INSTANCE), 0700))
		fail("no instance: %s", strerror(errno));
	return files_listing(tracefs);
}

static void check_others(char *before)
{
	char *after = files_listing(tracefs);

	if (files_compare(before, after))
		fail("files of others are not as they were");
	free(before);
	free(after);
	if (rmdir(path_of(tracefs, "instances/" NAMES_INSTANCE)))
		fail("the instance stays: %s", strerror(errno));
}

int client_fuzz(int argc, char **argv)
{
	char *others;
	time_t began = time(NULL);
	unsigned long lines, now;

	if (argc != 5)
		bad_usage("fuzz TRACEFS CONTROL-DIR LINES SEED");
	tracefs = argv[1];
	control = argv[2];
	lines = to_number(argv[3]);
	seed = to_number(argv[4]);
	random_seed(seed);
	others = make_others();
	for (; lines; lines -= now) {
		now = lines < LINES_A_ROUND ? lines : LINES_A_ROUND;
		round_of(now);
	}
	check_others(others);
	printf("%lu lines in %lu writes, %lu taken, %lu refused; ",
	       count.tried, count.writes, count.taken, count.refused);
	printf("in %lu rounds %lu probes enabled, %lu hit; ", count.rounds,
	       count.enabled, count.hit);
	printf("%lu listings defined again; %ld s, seed %lu\n", count.again,
	       (long)(time(NULL) - began), seed);
	return !count.taken || !count.refused || !count.hit;
}
