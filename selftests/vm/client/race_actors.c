// SPDX-License-Identifier: GPL-2.0
/*
 * What the actors of a race do. All use the same few names, at random, so that
 * each is often in the middle of what another is about to take away.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "client.h"
#include "race.h"
#include "random.h"

#define NAMES		5	/* of events */
#define MANY		NAMES	/* the name of one with many probes */
#define INSTANCES	2
#define BINDS		2

static char path[256];
static char text[1024];

/* Formats into one of the two; the name of an event is often all that varies. */
static const char *in(const char *format, unsigned int n)
{
	snprintf(path, sizeof(path), format, n);
	return path;
}

static const char *say(const char *format, unsigned int n)
{
	snprintf(text, sizeof(text), format, n);
	return text;
}

static const char *control(const char *name)
{
	snprintf(path, sizeof(path), "%s/%s", race_control, name);
	return path;
}

static const char *event_file(const char *name)
{
	snprintf(path, sizeof(path), RACE_TRACEFS "/events/race/e%u/%s", below(NAMES + 1), name);
	return path;
}

#define PICK(table) ((table)[below(ARRAY_SIZE(table))])

/* -------------------------------------------------------------- definitions */

/* where parameters are, for a format */
#ifdef __aarch64__
#define FIRST	"%%x0"
#define SECOND	"%%x1"
#define THIRD	"%%x2"
#else
#define FIRST	"%%di"
#define SECOND	"%%si"
#define THIRD	"%%dx"
#endif

static const char * const definitions[] = {
	"p:race/e%u kpe_target:kpe_target_ret x=" FIRST ":u64\n",
	"p:race/e%u kpe_target:kpe_target_str s=+0(" FIRST "):string u=+u0(" SECOND "):u64\n",
	"r:race/e%u kpe_target:kpe_target_ret got=$retval:u64 e=$elapsed\n",
	"r2:race/e%u kpe_target:kpe_target_recurse got=$retval x=entry(" FIRST ")\n",
	"p:race/e%u kpe_target2:kpe_target_ret x=" FIRST ":u64\n",
	"r:race/e%u kpe_target2:kpe_target_ret got=$retval:u64\n",
	"p:race/e%u kpe_target:kpe_target_[rs]*\n",
	"p:race/e%u write_null n=" THIRD ":u64\n",
	"r:race/e%u write_null n=$retval c=$comm\n",
	"p:race/e%u update_process_times\n",
	"p:race/e%u kpe_target:.kpe_text+0x0 x=" FIRST ":u64\n",
	"p:race/e%u kpe_target:kpe_target_ret x=" FIRST ":u64 $stop=20\n",
	"p:race/e%u write_null n=" THIRD ":u64 $every=2 $rate=100 $stop=30\n",
	"r:race/e%u write_null n=$retval $stop=10 if n > 0\n",
	"p:race/e%u write_null n=" THIRD ":u64 hist:keys=n,common_pid:vals=n:size=4\n",
	"p:race/e%u kpe_target:kpe_target_str s=+0(" FIRST "):string hist:keys=s if s ~ \"k*\"\n",
	"r:race/e%u kpe_target:kpe_target_ret e=$elapsed hist:keys=e.log2:vals=e.max\n",
};

static const char * const changes[] = {
	"-:race/e%u\n",
	"-:race/e%u\n",
	"-:race/e%1$u\np:race/e%1$u write_null n=" THIRD ":u64\n",
	"p:race/e%1$u write_null\np:race/f%1$u write_null x=%%none\n",
	"p:race/e%1$u write_null n=" THIRD ":u64\np:race/f%1$u write_null\n-:race/f%1$u\n",
	"p:race/e%1$u write_null n=" THIRD ":u64\np:race/c write_null\n",
	"-:race/c\n",
};

/* An event that is enabled, or has a trigger, is not deleted. */
static void let_go_of(unsigned int n)
{
	/* the last opens with O_TRUNC: all of hist's */
	static const char * const triggers[] = {
		"!stacktrace", "!stacktrace", "!stacktrace", "!enable_event:race:e0",
		"!disable_event:race:e1", "",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(triggers); i++)
		race_write(in(RACE_TRACEFS "/events/race/e%u/trigger", n), triggers[i]);
	race_write(in(RACE_TRACEFS "/events/race/e%u/enable", n), "0");
}

static void step_define(void)
{
	unsigned int n = below(NAMES);

	if (below(2)) {
		race_write(control("kprobe_events"), say(PICK(definitions), n));
	} else {
		if (below(2))
			let_go_of(n);
		race_write(control("kprobe_events"), say(PICK(changes), n));
	}
	if (!below(10))
		race_write(control("kprobe_hist"), below(2) ? "" : say("race/e%u\n", n));
	if (!below(40))
		race_write(control("kprobe_events"), "");
}

/*
 * Names of tracefs's own files and folders. GROUP/EVENT may be the end of the path of a folder
 * that has nothing to do with events: some are refused, others must harm nobody.
 */
static const char *const names_of_folders[] = {
	"per_cpu/cpu0", "per_cpu/cpu1", "instances/foo", "foo/events", "foo/options", "foo/per_cpu",
	"events/module", "events/kprobes", "events/printk", "events/instances",
};

/* As groups or as events */
static const char *const names_of_files[] = {
	"enable", "filter", "trigger", "format", "id", "hist", "header_page", "header_event",
	"inject", "trace", "trace_pipe", "tracing_on", "stats", "README", "kprobe_events",
	"error_log", "set_event", "events", "instances", "options", "per_cpu", "cpu0", "module",
	"kprobes", "trace_kprobe", "ftrace", "foo",
};

/* Events with names that others have, too; none of them stays. */
static void step_names(void)
{
	char name[64];

	if (percent(50))
		snprintf(name, sizeof(name), "%s", PICK(names_of_folders));
	else
		snprintf(name, sizeof(name), "%s/%s", PICK(names_of_files),
			 percent(50) ? "x" : PICK(names_of_files));
	snprintf(text, sizeof(text), "p:%s write_null\n", name);
	if (race_write(control("kprobe_events"), text))
		return;
	snprintf(path, sizeof(path), RACE_TRACEFS "/events/%s/enable", name);
	race_write(path, "1");
	race_read(path);
	race_write(path, "0");
	snprintf(text, sizeof(text), "-:%s\n", name);
	race_write(control("kprobe_events"), text);
}

/* Of an event with many probes; the actor knows which of them it has defined. */
static const char * const many_places[] = {
	"kpe_target:kpe_target_ret", "kpe_target:kpe_target_str", "write_null",
	"kpe_target:kpe_target_recurse", "kpe_target:kpe_target_other", "read_null",
	"write_full", "kpe_target2:kpe_target_ret",
};

/* Lines that define or delete; they name a probe by its place. */
static void say_many(bool comes, unsigned int which)
{
	int len = 0;
	size_t i;

	text[0] = '\0';
	for (i = 0; i < ARRAY_SIZE(many_places); i++)
		if (which & 1U << i)
			len += snprintf(text + len, sizeof(text) - len,
					"%c:race/e%u %s\n", comes ? 'p' : '-',
					MANY, many_places[i]);
}

/* Some come, others go, while others turn the event on and off. */
static void step_many(void)
{
	static unsigned int defined;
	unsigned int all = (1U << ARRAY_SIZE(many_places)) - 1;
	unsigned int which = below(all) + 1;
	bool comes = !(which & defined);

	which &= comes ? all : defined;
	say_many(comes, which);
	if (!comes)
		race_write(in(RACE_TRACEFS "/events/race/e%u/enable", MANY), "0");
	if (!race_write(control("kprobe_events"), text)) {
		defined ^= which;
	} else if (errno != EBUSY) {
		/* somebody has cleared all */
		race_write(control("kprobe_events"), say("-:race/e%u\n", MANY));
		defined = 0;
	}
}

/*
 * Another tracer takes a name, or gives it back: what was ready when it was taken cannot
 * be committed. A uprobe event: what a kprobe event leaves while ftrace is turned off
 * makes the kernel warn when the last to use ftrace goes (known-bugs.rst).
 */
static void step_clash(void)
{
	race_write(RACE_TRACEFS "/dynamic_events",
		   below(2) ? "p:race/c /kpe/kpe_target.ko:0x40\n" : "-:race/c\n");
}

/* Killed at any moment, with what it has defined in use or not */
static void own_something(void)
{
	unsigned int n = below(3);
	int fd = open(control("kprobe_owned"), O_RDWR | O_APPEND);

	say("p:race_own/o%u kpe_target:kpe_target_ret x=" FIRST ":u64\n", n);
	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		return;
	race_write(in(RACE_TRACEFS "/events/race_own/o%u/enable", n), "1");
	if (below(2))
		pause();
}

static void step_owner(void)
{
	pid_t pid = fork();

	if (race_tally(pid) < 0)
		return;
	if (!pid) {
		own_something();
		_exit(0);
	}
	race_nap(20000);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* -------------------------------------------------------------------- users */

static void step_enable(void)
{
	switch (below(8)) {
	case 0:
		race_write(RACE_TRACEFS "/events/race/enable", "0");
		break;
	case 1:
		race_write(RACE_TRACEFS "/events/race/enable", "1");
		break;
	case 2:
		race_write(RACE_TRACEFS "/set_event", say("race:e%u\n", below(NAMES)));
		break;
	case 3:
		race_write(RACE_TRACEFS "/set_event", say("!race:e%u\n", below(NAMES)));
		break;
	case 4:
		race_write(in(RACE_TRACEFS "/events/race/e%u/enable", MANY), below(2) ? "1" : "0");
		break;
	default:
		race_write(event_file("enable"), below(2) ? "1" : "0");
	}
}

static void step_filter(void)
{
	static const char * const filters[] = {
		"common_pid > 0", "common_pid < 0", "x == 5", "n == 1 || n > 4",
		"s ~ \"*text*\"", "got != 3 && common_pid != 1", "0", "0",
	};

	race_write(event_file("filter"), PICK(filters));
}

static void step_trigger(void)
{
	static const char * const triggers[] = {
		"hist:keys=common_pid", "!hist:keys=common_pid", "hist:keys=x:sort=x if x > 2",
		"!hist:keys=x:sort=x if x > 2", "stacktrace:2", "!stacktrace:2",
		"stacktrace if x == 1", "!stacktrace if x == 1", "enable_event:race:e0",
		"!enable_event:race:e0", "disable_event:race:e1:3", "!disable_event:race:e1:3",
	};

	race_write(event_file("trigger"), PICK(triggers));
	if (!below(4))
		race_read(event_file("hist"));
}

/* Return: an event's number, 0 if it has none any more. */
static unsigned long read_id(const char *file)
{
	char id[16] = "";
	int fd = open(file, O_RDONLY);

	if (race_tally(fd) < 0)
		return 0;
	race_tally(read(fd, id, sizeof(id) - 1));
	close(fd);
	return strtoul(id, NULL, 10);
}

/* A counter that is opened, used and closed: alone, filtered, or on all CPUs */
static void step_perf(void)
{
	static const char * const filters[] = { "common_pid > 0", "x == 2" };
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr),
		.config = read_id(event_file("id")),
		.sample_period = below(2),
	};
	long long count;
	int fd;

	if (!attr.config)
		return;
	fd = syscall(__NR_perf_event_open, &attr, -1, below(2), -1, 0);
	if (race_tally(fd) < 0)
		return;
	if (below(2))
		race_tally(ioctl(fd, PERF_EVENT_IOC_SET_FILTER, PICK(filters)));
	race_nap(3000);
	race_tally(read(fd, &count, sizeof(count)));
	close(fd);
}

/* Anybody may ask perf for the event through which the tracer works, again and again. */
static void step_knock(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr),
		.config = read_id(RACE_TRACEFS "/events/trace_kprobe/gate/id"),
	};
	unsigned int n = 1 + below(200);
	int fd;

	while (attr.config && n--) {
		fd = syscall(__NR_perf_event_open, &attr, 0, -1, -1, 0);
		if (race_tally(fd) >= 0)
			close(fd);
	}
}

/*
 * Stock kernels of 6.1 read freed memory for whoever is about to use a file of an
 * event in an instance that is removed: one after the other.
 */
static void one_at_a_time(int operation)
{
	static int fd;

	if (!fd)
		fd = open("/tmp/race_instances", O_CREAT | O_RDWR | O_CLOEXEC, 0600);
	if (flock(fd, operation))
		die("flock");
}

static void remove_instance(unsigned int n)
{
	one_at_a_time(LOCK_EX);
	race_tally(rmdir(in(RACE_TRACEFS "/instances/race%u", n)));
	one_at_a_time(LOCK_UN);
}

static void use_instance(unsigned int n)
{
	static const char * const uses[][2] = {
		{ "enable", "1" }, { "enable", "1" }, { "enable", "0" },
		{ "trigger", "hist:keys=common_pid" }, { "trigger", "!hist:keys=common_pid" },
	};
	size_t i = below(ARRAY_SIZE(uses));

	snprintf(path, sizeof(path), RACE_TRACEFS "/instances/race%u/events/race/e%u/%s",
		 n, below(NAMES), uses[i][0]);
	one_at_a_time(LOCK_EX);
	race_write(path, uses[i][1]);
	one_at_a_time(LOCK_UN);
}

/* Most often one that is there: making one takes long, and all have to wait. */
static void step_instance(void)
{
	unsigned int n = below(INSTANCES), i;

	if (!below(5))
		race_tally(mkdir(in(RACE_TRACEFS "/instances/race%u", n), 0700));
	for (i = below(4); i; i--)
		use_instance(n);
	race_read(in(RACE_TRACEFS "/instances/race%u/trace", n));
	race_nap(100000);
	if (!below(5))
		remove_instance(n);
}

static void step_eprobe(void)
{
	static const char * const eprobes[] = {
		"e:race_e/e%1$u race/e%1$u\n", "e:race_e/e%1$u race/e%1$u x=$x:u64\n",
	};
	unsigned int n = below(NAMES);

	switch (below(4)) {
	case 0:
		race_write(RACE_TRACEFS "/dynamic_events", say(PICK(eprobes), n));
		break;
	case 1:
		race_write(RACE_TRACEFS "/dynamic_events", say("-:race_e/e%u\n", n));
		break;
	default:
		race_write(in(RACE_TRACEFS "/events/race_e/e%u/enable", n), below(2) ? "1" : "0");
	}
}

/* --------------------------------------------------------------------- hits */

static void write_dev(const char *name)
{
	int fd = open(name, O_WRONLY), i;

	for (i = 0; i < 50; i++)
		if (write(fd, "x", 1) < 0)
			break;
	close(fd);
}

static void step_hit(void)
{
	static const char * const jobs[] = {
		"ret 50", "str 20 0x1000", "recurse 10", "other 20", "irq 3", "soft 2", "sleep 1 2",
	};

	switch (below(4)) {
	case 0:
		write_dev("/dev/null");
		break;
	case 1:
		race_write("/sys/module/kpe_target2/parameters/run", PICK(jobs));
		break;
	default:
		race_write("/sys/module/kpe_target/parameters/run", PICK(jobs));
	}
}

/* Writes that all fail, so that nobody else makes them, and can be counted */
static void step_count(void)
{
	int fd = open("/dev/full", O_WRONLY), i;

	for (i = 0; i < 20; i++)
		race_tally(write(fd, "x", 1) < 0 && errno == ENOSPC ? 0 : -1);
	close(fd);
}

/* ------------------------------------------------------------------ readers */

static void step_read(void)
{
	static const char * const controls[] = {
		"kprobe_events", "kprobe_profile", "kprobe_status", "kprobe_owned",
		"kprobe_export", "kprobe_hist", "kprobe_hist",
	};
	static const char * const files[] = {
		RACE_TRACEFS "/trace", RACE_TRACEFS "/error_log",
		RACE_TRACEFS "/README", RACE_TRACEFS "/set_event",
		RACE_TRACEFS "/events/race/filter", RACE_TRACEFS "/trace_stat",
	};
	static const char * const own[] = {
		"format", "filter", "trigger", "enable", "id", "hist",
	};

	switch (below(8)) {
	case 0:
		race_read(RACE_TRACEFS "/trace");
		break;
	case 1:
		race_read(PICK(files));
		break;
	case 2:
	case 3:
	case 4:
		race_read(control(PICK(controls)));
		break;
	default:
		race_read(event_file(PICK(own)));
	}
}

/* A file of an event that is opened, and read when the event may be gone */
static void step_hold(void)
{
	static const char * const own[] = { "format", "trigger", "filter", "enable" };
	int fd = open(event_file(PICK(own)), O_RDONLY);
	char buf[64];

	if (race_tally(fd) < 0)
		return;
	do {
		race_nap(5000);
	} while (race_tally(read(fd, buf, sizeof(buf))) > 0 && below(8));
	close(fd);
}

/* All files of an event at once, used when it may be gone */
static void step_grip(void)
{
	static const char * const own[][2] = {
		{ "enable", "1" }, { "enable", "0" }, { "filter", "common_pid > 0" },
		{ "filter", "0" }, { "trigger", "stacktrace:2" },
		{ "trigger", "!stacktrace:2" }, { "format", NULL }, { "id", NULL },
		{ "hist", NULL },
	};
	unsigned int n = below(NAMES + 1);
	int fds[ARRAY_SIZE(own)];
	char buf[64];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(own); i++) {
		snprintf(path, sizeof(path), RACE_TRACEFS "/events/race/e%u/%s", n, own[i][0]);
		fds[i] = open(path, own[i][1] ? O_RDWR | O_APPEND : O_RDONLY);
	}
	race_nap(20000);
	for (i = 0; i < ARRAY_SIZE(own); i++) {
		if (race_tally(fds[i]) < 0)
			continue;
		if (own[i][1])
			race_tally(write(fds[i], own[i][1], strlen(own[i][1])));
		race_tally(read(fds[i], buf, sizeof(buf)));
	}
	for (i = 0; i < ARRAY_SIZE(own); i++)
		if (fds[i] >= 0)
			close(fds[i]);
}

static void step_pipe(void)
{
	static const char * const pipes[] = {
		RACE_TRACEFS "/trace_pipe", RACE_TRACEFS "/trace_pipe",
		RACE_TRACEFS "/per_cpu/cpu0/trace_pipe_raw",
		RACE_TRACEFS "/per_cpu/cpu1/trace_pipe_raw",
	};

	race_read(PICK(pipes));
	race_nap(1000);
	if (!below(50))
		race_write(RACE_TRACEFS "/trace", "");
}

/* -------------------------------------------------------------- the grounds */

/* $KPE_PARAMETERS is what the tracer is to be loaded with each time */
static void load(const char *name, const char *arguments)
{
	const char *more = strstr(name, "/kprobe_events.ko") ? getenv("KPE_PARAMETERS") : NULL;
	int fd = open(name, O_RDONLY | O_CLOEXEC);

	snprintf(text, sizeof(text), "%s %s", arguments, more ?: "");
	race_tally(fd < 0 ? fd : syscall(__NR_finit_module, fd, text, 0));
	if (fd >= 0)
		close(fd);
}

static int unload(const char *name)
{
	return race_tally(syscall(__NR_delete_module, name, O_NONBLOCK));
}

/* Modules that are probed: the second comes and goes, the first does so seldom. */
static void step_module(void)
{
	load("/kpe/kpe_target2.ko", "");
	race_nap(20000);
	unload("kpe_target2");
	race_nap(20000);
	if (below(8))
		return;
	unload("kpe_target");
	race_nap(20000);
	load("/kpe/kpe_target.ko", "");
}

/* What others have made of the events, which are not deleted while it is there */
static void let_go_of_all(void)
{
	unsigned int n;

	race_write(RACE_TRACEFS "/events/race_e/enable", "0");
	race_write(RACE_TRACEFS "/events/race/enable", "0");
	race_write(RACE_TRACEFS "/dynamic_events", "");
	for (n = 0; n < INSTANCES; n++)
		remove_instance(n);
	for (n = 0; n <= MANY; n++)
		let_go_of(n);
}

/*
 * The tracer itself, which stays while there is an event, or a file of it is open.
 * When the events are gone all are let loose on it again.
 */
static void step_own(void)
{
	int tries;

	for (tries = 0; tries < 10; tries++) {
		race_ask_to_yield(true);
		race_nap(100000);
		let_go_of_all();
		race_write(control("kprobe_events"), "");
		race_ask_to_yield(false);
		if (unload("kprobe_events") >= 0)
			break;
	}
	race_nap(5000);
	load("/kpe/kprobe_events.ko", "");
	/* names are looked up anew then, which takes a while */
	race_nap(6000000);
}

/* Mounts of a control file, which outlast its module */
static void step_bind(void)
{
	static const char * const files[] = {
		"kprobe_events", "kprobe_profile", "kprobe_status", "kprobe_owned",
	};
	char mount_point[32];
	int fd;

	snprintf(mount_point, sizeof(mount_point), "/tmp/race_bind%u", below(BINDS));
	fd = open(mount_point, O_CREAT | O_RDONLY, 0600);
	if (fd >= 0)
		close(fd);
	race_tally(mount(control(PICK(files)), mount_point, NULL, MS_BIND, NULL));
	race_read(mount_point);
	race_write(mount_point, "p:race/e0 write_null n=%dx:u64\n");
	race_nap(50000);
	race_read(mount_point);
	if (below(2))
		race_tally(umount2(mount_point, MNT_DETACH));
}

/* What an administrator may turn meanwhile */
static void step_knob(void)
{
	static const char * const knobs[][2] = {
		{ "/proc/sys/kernel/ftrace_enabled", "0" },
		{ "/proc/sys/kernel/ftrace_enabled", "1" },
		{ "/proc/sys/debug/kprobes-optimization", "0" },
		{ "/proc/sys/debug/kprobes-optimization", "1" },
		{ "/sys/kernel/debug/kprobes/enabled", "0" },
		{ "/sys/kernel/debug/kprobes/enabled", "1" }, { RACE_TRACEFS "/tracing_on", "0" },
		{ RACE_TRACEFS "/tracing_on", "1" }, { RACE_TRACEFS "/options/stacktrace", "1" },
		{ RACE_TRACEFS "/options/stacktrace", "0" }, { RACE_TRACEFS "/options/raw", "1" },
		{ RACE_TRACEFS "/options/raw", "0" }, { RACE_TRACEFS "/snapshot", "1" },
		{ RACE_TRACEFS "/snapshot", "0" },
	};
	size_t i = below(ARRAY_SIZE(knobs));

	/*
	 * The kernel keeps the flag for saved registers of functions whose kprobes it disarms while
	 * ftrace is turned off, and warns when the last ftrace_ops goes.
	 */
	if (strstr(knobs[i][0], "kprobes/enabled"))
		race_write(knobs[0][0], "1");
	race_write(knobs[i][0], knobs[i][1]);
	race_nap(20000);
}

/* Only wakes up: with a priority above the others it stops them anywhere. */
static void step_wake(void)
{
	struct sched_param param = { .sched_priority = 10 };
	int i;

	if (sched_setscheduler(0, SCHED_FIFO, &param))
		die("priority");
	for (i = 0; i < 50; i++)
		race_nap(4000);
	race_tally(0);
}

/* Apart from the others for its answer: 6.1 says ENOMEM while the buffer is read. */
static void step_resize(void)
{
	race_write(RACE_TRACEFS "/buffer_size_kb", below(2) ? "8" : "400");
	race_nap(160000);
}

const struct race_actor race_actors[] = {
	{ "define", step_define, true }, { "names", step_names, true }, { "many", step_many, true },
	{ "clash", step_clash, true }, { "owner", step_owner, true },
	{ "budget", race_budget, true }, { "enable", step_enable, true },
	{ "filter", step_filter, true }, { "trigger", step_trigger, true },
	{ "perf", step_perf, true }, { "knock", step_knock, false },
	{ "instance", step_instance, true }, { "eprobe", step_eprobe, true },
	{ "hit", step_hit, false }, { "count", step_count, false }, { "read", step_read, false },
	{ "hold", step_hold, false }, { "grip", step_grip, false }, { "pipe", step_pipe, false },
	{ "module", step_module, false }, { "own", step_own, false }, { "bind", step_bind, false },
	{ "knob", step_knob, false }, { "resize", step_resize, false },
	{ "wake", step_wake, false },
};

const size_t race_nr_actors = ARRAY_SIZE(race_actors);
