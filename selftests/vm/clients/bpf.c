// SPDX-License-Identifier: GPL-2.0
/*
 * bpf - BPF programs on our events, by libbpf
 *
 *	bpf OBJECT tracepoint GROUP EVENT COMMAND...
 *		attached by bpf_program__attach_tracepoint()
 *	bpf OBJECT last|behind GROUP EVENT COMMAND...
 *		the same of a program that reads the last byte of a record of two words,
 *		or the one behind it
 *	bpf OBJECT ioctl GROUP EVENT COMMAND...
 *		attached as tools did before there were links; "named NAME" is what
 *		the kernel says of whom it is attached to
 *	bpf OBJECT kprobe|kretprobe FUNCTION COMMAND...
 *		attached by bpf_program__attach_kprobe()
 *	bpf OBJECT fentry FUNCTION COMMAND...
 *		two programs, at the function's entry and at its exit: "ran N" for each
 *
 * COMMAND is run meanwhile. "ran N" is how often the program did, "refused ERRNO"
 * that it could not be attached. Exit status: 0 for both, 1 for anything else.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <bpf/bpf.h>
#include <bpf/libbpf.h>

static void die(const char *what)
{
	fprintf(stderr, "bpf: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void say_refused(void)
{
	printf("refused %s\n", strerrorname_np(errno));
	exit(0);
}

static void run(char **command)
{
	pid_t pid = fork();

	if (pid < 0)
		die("fork");
	if (!pid) {
		execvp(command[0], command);
		die(command[0]);
	}
	if (waitpid(pid, NULL, 0) != pid)
		die("waitpid");
}

static int event_id(const char *group, const char *name)
{
	char path[256];
	FILE *file;
	int id;

	snprintf(path, sizeof(path), "/sys/kernel/tracing/events/%s/%s/id",
		 group, name);
	file = fopen(path, "r");
	if (!file || fscanf(file, "%d", &id) != 1)
		die(path);
	fclose(file);
	return id;
}

static void say_name(int fd)
{
	__u32 size = 64, prog, type;
	__u64 offset, address;
	char name[64];

	if (bpf_task_fd_query(getpid(), fd, 0, name, &size, &prog, &type,
			      &offset, &address))
		die("bpf_task_fd_query");
	printf("named %s\n", name);
}

/* Of one CPU; the program runs on all of them. */
static void attach_by_ioctl(int prog, const char *group, const char *name)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.config = event_id(group, name),
	};
	int fd = syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0);

	if (fd < 0)
		die("perf_event_open");
	if (ioctl(fd, PERF_EVENT_IOC_SET_BPF, prog))
		say_refused();
	if (ioctl(fd, PERF_EVENT_IOC_ENABLE, 0))
		die("PERF_EVENT_IOC_ENABLE");
	say_name(fd);
}

static unsigned long long runs(int prog)
{
	struct bpf_prog_info info = {};
	__u32 size = sizeof(info);

	if (bpf_obj_get_info_by_fd(prog, &info, &size))
		die("bpf_obj_get_info_by_fd");
	return info.run_cnt;
}

static struct bpf_program *by_name(struct bpf_object *object, const char *name)
{
	struct bpf_program *prog;

	prog = bpf_object__find_program_by_name(object, name);
	if (!prog)
		die(name);
	bpf_program__set_autoload(prog, true);
	return prog;
}

/* Opened; a program that is asked for by_name() is loaded with it, and no other. */
static struct bpf_object *open_object(const char *file)
{
	struct bpf_object *object = bpf_object__open_file(file, NULL);
	struct bpf_program *prog;

	if (!object)
		die(file);
	bpf_object__for_each_program(prog, object)
		bpf_program__set_autoload(prog, false);
	return object;
}

static void load(struct bpf_object *object)
{
	if (bpf_object__load(object))
		die("load");
}

static void at_both_ends(struct bpf_object *object, const char *function,
			 char **command)
{
	struct bpf_program *ends[] = {
		by_name(object, "of_fentry"), by_name(object, "of_fexit"),
	};
	int i;

	for (i = 0; i < 2; i++)
		if (bpf_program__set_attach_target(ends[i], 0, function))
			die(function);
	load(object);
	for (i = 0; i < 2; i++)
		if (!bpf_program__attach(ends[i]))
			say_refused();
	run(command);
	for (i = 0; i < 2; i++)
		printf("ran %llu\n", runs(bpf_program__fd(ends[i])));
}

/* @how: as in argv */
static void at_event(struct bpf_object *object, const char *how, const char *group,
		     const char *name, char **command)
{
	bool by_ioctl = !strcmp(how, "ioctl");
	struct bpf_program *prog;
	char program[32];

	snprintf(program, sizeof(program), "of_%s", by_ioctl ? "tracepoint" : how);
	prog = by_name(object, program);
	load(object);
	if (by_ioctl)
		attach_by_ioctl(bpf_program__fd(prog), group, name);
	else if (!bpf_program__attach_tracepoint(prog, group, name))
		say_refused();
	run(command);
	printf("ran %llu\n", runs(bpf_program__fd(prog)));
}

static void by_kprobe(struct bpf_object *object, bool is_return, const char *function,
		      char **command)
{
	struct bpf_program *prog = by_name(object, "of_kprobe");
	struct bpf_link *link;

	load(object);
	link = bpf_program__attach_kprobe(prog, is_return, function);
	if (!link)
		say_refused();
	run(command);
	/* it deletes what it has defined */
	bpf_link__destroy(link);
	printf("ran %llu\n", runs(bpf_program__fd(prog)));
}

int main(int argc, char **argv)
{
	struct bpf_object *object;

	if (argc < 6) {
		fprintf(stderr, "bpf: read the head of bpf.c\n");
		return 2;
	}
	setbuf(stdout, NULL);
	libbpf_set_print(NULL);
	object = open_object(argv[1]);
	if (bpf_enable_stats(BPF_STATS_RUN_TIME) < 0)
		die("bpf_enable_stats");
	if (!strcmp(argv[2], "fentry"))
		at_both_ends(object, argv[3], argv + 4);
	else if (!strcmp(argv[2], "kprobe") || !strcmp(argv[2], "kretprobe"))
		by_kprobe(object, !strcmp(argv[2], "kretprobe"), argv[3], argv + 4);
	else
		at_event(object, argv[2], argv[3], argv[4], argv + 5);
	return 0;
}
