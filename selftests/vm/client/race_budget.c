// SPDX-License-Identifier: GPL-2.0
/*
 * The actor "budget": events with budgets are defined, hit, stop, are enabled again at
 * once, and are deleted. What they record is asserted whatever the others do. Those may
 * delete these events while nobody uses them, turn off recording or ftrace, or unload
 * the tracer, but nobody else enables them or calls the function.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "client.h"
#include "race.h"
#include "random.h"

#define STOP		5
#define RATE		3
#define GROUP		"race_budget"
#define STOPS		GROUP "/stops"
#define RATES		GROUP "/rates"
#define INSTANCE	RACE_TRACEFS "/instances/" GROUP
#define ENABLE		RACE_TRACEFS "/events/" STOPS "/enable"
#define ENABLE_THERE	INSTANCE "/events/" STOPS "/enable"
#define ENABLE_RATES	RACE_TRACEFS "/events/" RATES "/enable"

static const char stops[] = "p:" STOPS " null_lseek $stop=5\n";
static const char rates[] = "p:" RATES " null_lseek $rate=3\n";
static const char reason[] = "# " STOPS ": stopped by $stop=5,";

static const char *control(const char *name)
{
	static char path[256];

	snprintf(path, sizeof(path), "%s/%s", race_control, name);
	return path;
}

static noreturn void wrong(const char *what, unsigned long records)
{
	printf("budget: %s: %lu records\n", what, records);
	exit(1);
}

/* ------------------------------------------------------------ what is shown */

/**
 * struct seen - a line of kprobe_status
 * @recorded: the column
 * @limited: likewise
 * @is_stopped: a line says that it was stopped by its budget
 */
struct seen {
	unsigned long recorded;
	unsigned long limited;
	bool is_stopped;
};

/* Return: false if it cannot be read */
static bool read_all(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY);
	size_t len = 0;
	ssize_t n;

	if (race_tally(fd) < 0)
		return false;
	while ((n = read(fd, text + len, size - 1 - len)) > 0)
		len += n;
	close(fd);
	text[len] = '\0';
	return race_tally(n) >= 0;
}

/* Return: false if there is no such event */
static bool look(const char *event, struct seen *seen)
{
	static char text[65536], begin[64];
	const char *line;

	text[0] = '\n';
	if (!read_all(control("kprobe_status"), text + 1, sizeof(text) - 1))
		return false;
	snprintf(begin, sizeof(begin), "\n%s ", event);
	line = strstr(text, begin);
	if (!line || sscanf(line, " %*s %*s %*s %*s %*s %*s %*s %lu %*s %*s %*s %*s %*s %lu",
			    &seen->recorded, &seen->limited) != 2)
		return false;
	seen->is_stopped = strstr(text, reason);
	return true;
}

/* Return: false also if there is no such file */
static bool is_on(const char *enable)
{
	char text[8];

	return read_all(enable, text, sizeof(text)) && *text == '1';
}

/* --------------------------------------------------------------------- hits */

static void hit(unsigned int times)
{
	int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

	while (times--)
		lseek(fd, 0, SEEK_CUR);
	close(fd);
}

/* Perhaps two at once */
static void hit_together(unsigned int times)
{
	pid_t pid = below(2) ? fork() : -1;

	hit(times);
	if (!pid)
		_exit(0);
	if (pid > 0)
		waitpid(pid, NULL, 0);
}

/* -------------------------------------------------------------------- $stop */

/* Return: false if it does not stop, as recording or ftrace is turned off */
static bool run_out(void)
{
	int tries;

	for (tries = 0; tries < 50; tries++) {
		hit_together(2 * STOP);
		if (!is_on(ENABLE) && !is_on(ENABLE_THERE))
			return true;
		race_nap(4000);
	}
	return false;
}

/*
 * It has recorded @before when it was enabled, and may since have recorded up to @most
 * records. If it stopped, it was not before the last that enabled it got all of its own.
 */
static void must_stop_in_time(unsigned long before, unsigned long most)
{
	bool is_off = run_out();
	unsigned long records;
	struct seen now;

	if (!look(STOPS, &now))
		return;
	records = now.recorded - before;
	if (records > most)
		wrong("more than $stop allows", records);
	if (is_off && !now.is_stopped)
		wrong("disabled, and nobody says why", records);
	if (is_off && records < STOP)
		wrong("stopped too early", records);
	race_tally(0);
}

/* Disabled and enabled again, while it is about to be disabled as it has stopped */
static void enable_anew(unsigned long before)
{
	struct seen now = { .recorded = before };
	unsigned long most = 2 * STOP;

	hit(STOP);
	race_nap(1000);
	if (race_write(ENABLE, "0"))
		return;
	if (below(2)) {
		if (!look(STOPS, &now))
			return;
		if (now.recorded > before + STOP)
			wrong("more than $stop allows at first", now.recorded - before);
		most = STOP;
	}
	if (!race_write(ENABLE, "1"))
		must_stop_in_time(now.recorded, most);
}

/* The same for one more buffer: the first may still be enabled then, or not */
static void enable_elsewhere(unsigned long before)
{
	hit(STOP);
	race_nap(1000);
	if (!race_write(ENABLE_THERE, "1"))
		must_stop_in_time(before, 3 * STOP);
}

static void let_it_stop(void)
{
	struct seen before;

	race_write(control("kprobe_events"), stops);
	if (!look(STOPS, &before) || race_write(ENABLE, "1"))
		return;
	switch (below(3)) {
	case 0:
		must_stop_in_time(before.recorded, STOP);
		break;
	case 1:
		enable_anew(before.recorded);
		break;
	default:
		enable_elsewhere(before.recorded);
	}
	race_write(ENABLE, "0");
	race_write(ENABLE_THERE, "0");
	if (below(2))
		race_write(control("kprobe_events"), "-:" STOPS "\n");
}

/* -------------------------------------------------------------------- $rate */

/*
 * A second begins at most so often; it may have lost a tick. Of two hits at once, one may
 * be left out for another that is not recorded, as recording is turned off.
 */
static void must_keep_the_rate(const struct seen *before, const struct seen *after,
			       double time, bool alone)
{
	unsigned long records = after->recorded - before->recorded;
	unsigned int seconds = time + 0.1;

	if (records > RATE * (seconds + 1UL))
		wrong("more than $rate allows", records);
	if (alone && after->limited != before->limited && records < RATE)
		wrong("limited too early", records);
	race_tally(0);
}

static void keep_the_rate(void)
{
	struct seen before, after;
	bool alone = below(2);
	double start;
	int i;

	race_write(control("kprobe_events"), rates);
	start = race_now();
	if (!look(RATES, &before) || race_write(ENABLE_RATES, "1"))
		return;
	for (i = 0; i < 10; i++) {
		if (alone)
			hit(RATE);
		else
			hit_together(RATE);
		race_nap(20000);
	}
	race_write(ENABLE_RATES, "0");
	if (look(RATES, &after))
		must_keep_the_rate(&before, &after, race_now() - start, alone);
	if (below(2))
		race_write(control("kprobe_events"), "-:" RATES "\n");
}

/* The instance stays: making one takes long, and all have to wait. */
void race_budget(void)
{
	mkdir(INSTANCE, 0700);
	if (below(4))
		let_it_stop();
	else
		keep_the_rate();
}
