// SPDX-License-Identifier: GPL-2.0
/*
 * An operation whose first allocation fails, then its second, and so on until
 * none is left to fail.
 *
 * Each time, what was refused must have changed nothing and must work at the
 * next try; what was done nevertheless must have been done as it is without a
 * failure. /proc/thread-self/fail-nth counts the allocations of this thread only.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "client.h"

#define USAGE "failnth [-p] [-e ERRNO] [-s STEP] [-d DIR] [-r FILE] FILE OPERATION ARG... -- [UNDO ARG...]"
#define MAX_TEXT 1048576UL
#define MAX_NTH 20000

/* no allocation of ours, and no page fault, while allocations fail */
struct text {
	size_t len;
	char bytes[MAX_TEXT];
};

static struct text listing, now_listing, wanted, got, names, now_names, told, now_told;
static int nth_file;

/* --------------------------------------------------------------- operations */

static int done(int result)
{
	return result < 0 ? errno : 0;
}

static int closed(int fd, int err)
{
	return close(fd) && !err ? errno : err;
}

static int write_file(char **arg, int flags)
{
	int fd = open(arg[0], O_WRONLY | flags);
	size_t len = arg[1] ? strlen(arg[1]) : 0;

	if (fd < 0)
		return errno;
	return closed(fd, len ? done(write(fd, arg[1], len)) : 0);
}

static int op_append(char **arg)
{
	return write_file(arg, O_APPEND);
}

static int op_trunc(char **arg)
{
	return write_file(arg, O_TRUNC);
}

static int op_write(char **arg)
{
	return write_file(arg, 0);
}

static int slurp_file(const char *path, struct text *text)
{
	int fd = open(path, O_RDONLY);
	ssize_t n;

	text->len = 0;
	if (fd < 0)
		return errno;
	while ((n = read(fd, text->bytes + text->len, MAX_TEXT - text->len)) > 0)
		text->len += n;
	return closed(fd, done(n));
}

static int op_read(char **arg)
{
	return slurp_file(arg[0], &got);
}

static int op_mkdir(char **arg)
{
	return done(mkdir(arg[0], 0700));
}

static int op_rmdir(char **arg)
{
	return done(rmdir(arg[0]));
}

static int op_insmod(char **arg)
{
	int fd = open(arg[0], O_RDONLY);

	if (fd < 0)
		return errno;
	return closed(fd, done(syscall(SYS_finit_module, fd, arg[1] ? arg[1] : "", 0)));
}

static int op_rmmod(char **arg)
{
	return done(syscall(SYS_delete_module, arg[0], O_NONBLOCK));
}

/* A shell's allocations are not ours. */
static int op_sh(char **arg)
{
	return system(arg[0]) ? ECHILD : 0;
}

/* ID [FILTER]: opened on one CPU, and closed */
static int op_perf(char **arg)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.config = atoi(arg[0]),
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW,
	};
	int fd = syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0)
		return errno;
	return closed(fd, arg[1] ? done(ioctl(fd, PERF_EVENT_IOC_SET_FILTER, arg[1])) : 0);
}

static const struct operation {
	const char *name;
	int (*run)(char **arg);
} operations[] = {
	{ "append", op_append }, { "trunc", op_trunc }, { "write", op_write }, { "read", op_read },
	{ "mkdir", op_mkdir }, { "rmdir", op_rmdir }, { "insmod", op_insmod },
	{ "rmmod", op_rmmod }, { "perf", op_perf }, { "sh", op_sh },
};

struct step {
	int (*run)(char **arg);
	char **arg;
};

/* an operation that is not given does nothing */
static void to_step(struct step *step, char **words)
{
	size_t i;

	for (i = 0; words[0] && i < ARRAY_SIZE(operations); i++) {
		if (strcmp(words[0], operations[i].name))
			continue;
		if (!words[1])
			break;
		step->run = operations[i].run;
		step->arg = words + 1;
		return;
	}
	if (words[0])
		bad_usage(USAGE);
}

static int run(const struct step *step)
{
	got.len = 0;
	return step->run ? step->run(step->arg) : 0;
}

/* ----------------------------------------------------------------- failures */

static void set_nth(unsigned int nth)
{
	char text[16];
	int len = snprintf(text, sizeof(text), "%u", nth);

	if (pwrite(nth_file, text, len, 0) != len)
		die("fail-nth");
}

static unsigned int nth_left(void)
{
	char text[16] = "";

	if (pread(nth_file, text, sizeof(text) - 1, 0) < 0)
		die("fail-nth");
	return strtoul(text, NULL, 10);
}

/* Has the allocation number @nth of the step failed? */
static int run_failing(const struct step *step, unsigned int nth, int *err)
{
	unsigned int left;

	set_nth(nth);
	*err = run(step);
	left = nth_left();
	set_nth(0);
	return !left;
}

/* ------------------------------------------------------------------- checks */

static const char *operation_name;

static noreturn void complain(unsigned int nth, const char *what, int err)
{
	printf("%s: allocation %u: %s%s%s\n", operation_name, nth, what,
	       err ? ": " : "", err ? errno_name(err) : "");
	exit(1);
}

/* Where the allocation was that made an operation fail: into the kernel log. */
static void be_verbose(const char *level)
{
	static const char * const files[] = {
		"/sys/kernel/debug/failslab/verbose",
		"/sys/kernel/debug/fail_page_alloc/verbose",
	};
	size_t i;
	int fd;

	for (i = 0; i < ARRAY_SIZE(files); i++) {
		fd = open(files[i], O_WRONLY);
		if (fd < 0 || write(fd, level, 1) != 1 || close(fd))
			die(files[i]);
	}
}

static int same(const struct text *a, const struct text *b)
{
	return a->len == b->len && !memcmp(a->bytes, b->bytes, a->len);
}

static void show_both(const char *name, const struct text *text,
		      const char *name2, const struct text *text2)
{
	printf("%s:\n%.*s%s:\n%.*s", name, (int)text->len, text->bytes,
	       name2, (int)text2->len, text2->bytes);
}

static void must_list_the_same(const char *file, unsigned int nth, const char *when)
{
	int err = slurp_file(file, &now_listing);

	if (err)
		complain(nth, "the list cannot be read", err);
	if (same(&listing, &now_listing))
		return;
	show_both("before", &listing, "after", &now_listing);
	complain(nth, when, 0);
}

static void must_work(const struct step *step, unsigned int nth, int expected)
{
	int err = run(step);

	if (err != expected)
		complain(nth, "the next try", err);
	if (!same(&got, &wanted))
		complain(nth, "the next try reads something else", 0);
}

struct trial {
	const char *file, *dir, *tells;
	struct step op, undo;
	int expected;
	/* what is read in spite of a failure may be wrong */
	bool reads_part;
	unsigned int points, refused, partly, wrong;
};

/* What fails for want of memory says so; it may also fail as it should. */
static void check_errno(struct trial *t, unsigned int nth, int err)
{
	if (err == ENOMEM || err == t->expected)
		return;
	/* what the kernel says of a module whose BTF it has no memory to validate */
	if (err == ELOOP && t->op.run == op_insmod)
		return;
	printf("%s: allocation %u: a wrong errno: %s\n", operation_name, nth, errno_name(err));
	if (t->wrong++)
		return;
	be_verbose("2");
	run_failing(&t->op, nth, &err);
	be_verbose("0");
}

/* What is in the directory that the operation makes, sorted. */
static void read_names(const char *path, struct text *text)
{
	struct dirent **entries;
	int n, i;

	text->len = 0;
	n = path ? scandir(path, &entries, NULL, alphasort) : 0;
	for (i = 0; i < n; i++) {
		text->len += snprintf(text->bytes + text->len, MAX_TEXT - text->len,
				      "%s ", entries[i]->d_name);
		free(entries[i]);
	}
	if (n > 0)
		free(entries);
}

/*
 * What was done in spite of a failure must be whole. But older kernels go on
 * without a file of an event that they have no memory for.
 */
static void must_be_whole(struct trial *t, unsigned int nth)
{
	read_names(t->dir, &now_names);
	if (t->dir && !now_names.len)
		complain(nth, "done, but without its directory", 0);
	t->partly += !same(&names, &now_names);
	if (!t->reads_part && !same(&got, &wanted)) {
		show_both("wanted", &wanted, "got", &got);
		complain(nth, "reads something else", 0);
	}
	if (!t->tells)
		return;
	if (!slurp_file(t->tells, &now_told) && same(&told, &now_told))
		return;
	show_both("whole", &told, "now", &now_told);
	complain(nth, "not done as it should be", 0);
}

static void take_back(struct trial *t, unsigned int nth)
{
	int err = run(&t->undo);

	if (err)
		complain(nth, "undo", err);
	must_list_the_same(t->file, nth, "the list is another one after undo");
}

/* Fails allocation @nth; 0 if there is none. */
static int try_nth(struct trial *t, unsigned int nth)
{
	int failed, err;

	failed = run_failing(&t->op, nth, &err);
	t->points += failed;
	if (!failed && err != t->expected)
		complain(nth, "failed without a reason", err);
	if (err)
		check_errno(t, nth, err);
	if (err != t->expected) {
		t->refused++;
		must_list_the_same(t->file, nth, "the list has changed");
		must_work(&t->op, nth, t->expected);
	} else {
		must_be_whole(t, nth);
	}
	take_back(t, nth);
	return failed;
}

static void reference(struct trial *t)
{
	int err = slurp_file(t->file, &listing);

	if (err)
		complain(0, "the list cannot be read", err);
	err = run(&t->op);
	if (err != t->expected)
		complain(0, "fails by itself", err);
	wanted = got;
	read_names(t->dir, &names);
	if (t->tells && slurp_file(t->tells, &told))
		complain(0, "nothing to be read", 0);
	take_back(t, 0);
}

static int to_errno(const char *name)
{
	int err;

	for (err = 1; err < 200; err++)
		if (!strcmp(errno_name(err), name))
			return err;
	bad_usage(USAGE);
}

static char **split_at_dashes(char **words)
{
	for (; *words; words++) {
		if (strcmp(*words, "--"))
			continue;
		*words = NULL;
		return words + 1;
	}
	bad_usage(USAGE);
}

int client_failnth(int argc, char **argv)
{
	struct trial t = { 0 };
	unsigned int nth = 1, step = 1;
	char **undo_words;
	int option;

	while ((option = getopt(argc, argv, "+d:e:pr:s:")) != -1) {
		if (option == 'e')
			t.expected = to_errno(optarg);
		else if (option == 'd')
			t.dir = optarg;
		else if (option == 'p')
			t.reads_part = true;
		else if (option == 'r')
			t.tells = optarg;
		else if (option == 's')
			step = to_number(optarg);
		else
			bad_usage(USAGE);
	}
	if (argc - optind < 4 || !step)
		bad_usage(USAGE);
	argv += optind;
	undo_words = split_at_dashes(argv);
	t.file = argv[0];
	operation_name = argv[1];
	to_step(&t.op, argv + 1);
	to_step(&t.undo, undo_words);
	nth_file = open("/proc/thread-self/fail-nth", O_RDWR);
	if (nth_file < 0)
		die("/proc/thread-self/fail-nth");
	if (mlockall(MCL_CURRENT | MCL_FUTURE))
		die("mlockall");
	reference(&t);
	while (try_nth(&t, nth)) {
		nth += step;
		if (nth > MAX_NTH)
			complain(nth, "there is no end to it", 0);
	}
	printf("%u points: %u refused, %u did without", t.points, t.refused, t.points - t.refused);
	if (t.partly)
		printf(" (%u lack a file)", t.partly);
	printf("\n");
	return t.wrong != 0;
}
