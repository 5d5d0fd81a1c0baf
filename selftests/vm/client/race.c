// SPDX-License-Identifier: GPL-2.0
/*
 * Actors that get in each other's way: each is a process that does one kind of
 * thing until the time is over. What a call is refused with is counted; what is
 * no answer to a race is for the caller to find in the figures.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "client.h"
#include "race.h"
#include "random.h"

#define MAX_RUNNING	64
#define MAX_ERRNO	256
#define PATIENCE	60	/* seconds for the last step; a guest is slow */

/**
 * struct tally - how an actor fared; shared with its process
 * @done: calls that did what they should
 * @steps: how many
 * @refused: calls that failed, by errno
 */
struct tally {
	unsigned long done;
	unsigned long steps;
	unsigned long refused[MAX_ERRNO];
};

struct running {
	const struct race_actor *actor;
	struct tally *tally;
	pid_t pid;
};

static struct running running[MAX_RUNNING];
static struct tally *own;
static int *stop, *yield;
static bool changes_priority;
const char *race_control;

/* ---------------------------------------------------------------- for steps */

/* What a system call has returned. Return: the same. */
int race_tally(long result)
{
	if (result >= 0)
		own->done++;
	else if (errno < MAX_ERRNO)
		own->refused[errno]++;
	return result;
}

/* One write(2), and never a new file. "" opens with O_TRUNC and writes nothing. */
int race_write(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | (*text ? O_APPEND : O_TRUNC) | O_NONBLOCK);
	int ret = fd;

	if (fd >= 0 && *text)
		ret = write(fd, text, strlen(text));
	race_tally(ret);
	if (fd >= 0)
		close(fd);
	return ret < 0 ? -1 : 0;
}

/* To the end, or for a while: some have none */
void race_read(const char *path)
{
	char buf[CLIENT_PAGE];
	int fd = open(path, O_RDONLY | O_NONBLOCK), pieces;
	ssize_t n = 0;

	if (race_tally(fd) < 0)
		return;
	for (pieces = 0; pieces < 64; pieces++) {
		n = read(fd, buf, 1 + below(sizeof(buf)));
		if (n <= 0)
			break;
	}
	race_tally(n);
	close(fd);
}

/* Up to so many microseconds */
void race_nap(unsigned int most)
{
	usleep(below(most));
}

/* Between steps: who is amid one comes to its end. */
void race_ask_to_yield(bool asked)
{
	__atomic_store_n(yield, asked, __ATOMIC_RELAXED);
}

/* ------------------------------------------------------------------- driver */

double race_now(void)
{
	struct timespec t;

	if (clock_gettime(CLOCK_MONOTONIC, &t))
		die("clock_gettime");
	return t.tv_sec + t.tv_nsec / 1e9;
}

static const struct race_actor *find_actor(const char *name)
{
	size_t i;

	for (i = 0; i < race_nr_actors; i++)
		if (!strcmp(race_actors[i].name, name))
			return &race_actors[i];
	fprintf(stderr, "client: no actor: %s\n", name);
	exit(2);
}

static void *shared(size_t size)
{
	void *mem = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (mem == MAP_FAILED)
		die("mmap");
	return mem;
}

/*
 * Another one now and then: who wakes up above the others stops them wherever in the
 * kernel they are, and who is below them stays there.
 */
static void change_priority(void)
{
	static const int policies[] = {
		SCHED_OTHER, SCHED_OTHER, SCHED_BATCH, SCHED_IDLE, SCHED_FIFO,
	};
	struct sched_param param = { 0 };
	int policy = policies[below(ARRAY_SIZE(policies))];

	if (policy == SCHED_FIFO)
		param.sched_priority = 1 + below(3);
	if (sched_setscheduler(0, policy, &param) ||
	    setpriority(PRIO_PROCESS, 0, (int)below(40) - 20))
		die("priority");
}

/* It is turns that make a race, not load; and who can do nothing waits longer. */
static void step_and_rest(const struct race_actor *actor)
{
	unsigned long done = own->done;

	actor->step();
	own->steps++;
	race_nap(own->done == done ? 10000 : 3000);
}

static noreturn void act(const struct running *me, unsigned int seed)
{
	own = me->tally;
	/* small seeds are alike */
	random_seed((seed + 1) * 2654435761U + (me - running + 1) * 40503U);
	while (!__atomic_load_n(stop, __ATOMIC_RELAXED)) {
		if (changes_priority && !below(8))
			change_priority();
		if (me->actor->yields && __atomic_load_n(yield, __ATOMIC_RELAXED))
			race_nap(20000);
		else
			step_and_rest(me->actor);
	}
	exit(0);
}

static void start(struct running *me, const char *name, unsigned int seed)
{
	me->actor = find_actor(name);
	me->tally = shared(sizeof(*me->tally));
	me->pid = fork();
	if (me->pid < 0)
		die("fork");
	if (!me->pid)
		act(me, seed);
}

static void print_tally(const struct running *me)
{
	int i;

	printf("%s: %lu steps, %lu done", me->actor->name, me->tally->steps, me->tally->done);
	for (i = 0; i < MAX_ERRNO; i++)
		if (me->tally->refused[i])
			printf(", %lu %s", me->tally->refused[i], errno_name(i));
	printf("\n");
}

/* Where the kernel has a process that does not come back */
static void print_stack(pid_t pid)
{
	char path[64], text[CLIENT_PAGE];
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/stack", pid);
	fd = open(path, O_RDONLY);
	n = fd < 0 ? -1 : read(fd, text, sizeof(text));
	if (n > 0)
		printf("%.*s", (int)n, text);
	if (fd >= 0)
		close(fd);
}

/* Return: 0 if it ended as it should. */
static int finish(struct running *me, double until)
{
	int status;
	pid_t pid;

	while (!(pid = waitpid(me->pid, &status, WNOHANG)) && race_now() < until)
		usleep(10000);
	print_tally(me);
	if (pid == me->pid && !status)
		return 0;
	if (pid == me->pid) {
		printf("%s: died with %#x\n", me->actor->name, status);
		return 1;
	}
	printf("%s: stuck\n", me->actor->name);
	print_stack(me->pid);
	return 1;
}

static int all_have_done_something(int nr)
{
	int i;

	for (i = 0; i < nr; i++)
		if (!running[i].tally->done)
			return 0;
	return 1;
}

/* Some seconds, and a few times as many where the machine is slow */
static void let_run(int nr, unsigned long seconds)
{
	double start = race_now();

	while (race_now() < start + seconds ||
	       (!all_have_done_something(nr) && race_now() < start + 4 * seconds))
		usleep(50000);
	__atomic_store_n(stop, 1, __ATOMIC_RELAXED);
}

/* race [-p] SECONDS SEED CONTROL-DIR ACTOR... */
int client_race(int argc, char **argv)
{
	int i, nr, bad = 0;
	unsigned int seed;
	double until;

	changes_priority = argc > 1 && !strcmp(argv[1], "-p");
	argc -= changes_priority;
	argv += changes_priority;
	nr = argc - 4;
	if (nr < 1 || nr > MAX_RUNNING)
		bad_usage("race [-p] SECONDS SEED CONTROL-DIR ACTOR...");
	seed = to_number(argv[2]);
	race_control = argv[3];
	stop = shared(sizeof(*stop));
	yield = shared(sizeof(*yield));
	for (i = 0; i < nr; i++)
		start(&running[i], argv[4 + i], seed);
	let_run(nr, to_number(argv[1]));
	until = race_now() + PATIENCE;
	for (i = 0; i < nr; i++)
		bad |= finish(&running[i], until);
	return bad;
}
