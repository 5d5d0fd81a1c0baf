// SPDX-License-Identifier: GPL-2.0
/*
 * peer - run a command while a BPF program is attached, by libbpf
 *
 *	peer OBJECT PROGRAM COMMAND...
 *
 * The last line of the output is "RECORDS RAN": how many records the program left in the
 * ring buffer, or counted in its map, and how often it ran when COMMAND was run once more,
 * with the kernel's statistics on. These cost instructions, so they are off the first time.
 * Exit status: 0 success, 3 this kernel cannot attach such a program, 1 anything else.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <bpf/bpf.h>
#include <bpf/libbpf.h>

/* The kernel's own, which no header of programs has. */
#define ENOTSUPP	524

static void die(const char *what)
{
	fprintf(stderr, "peer: %s: %s\n", what, strerror(errno));
	exit(errno == EOPNOTSUPP || errno == ENOTSUPP ? 3 : 1);
}

static int say_warnings(enum libbpf_print_level level, const char *format, va_list args)
{
	return level == LIBBPF_WARN ? vfprintf(stderr, format, args) : 0;
}

static struct bpf_program *load(struct bpf_object *object, const char *name)
{
	struct bpf_program *each;

	bpf_object__for_each_program(each, object)
		bpf_program__set_autoload(each, !strcmp(bpf_program__name(each), name));
	each = bpf_object__find_program_by_name(object, name);
	if (!each || bpf_object__load(object))
		die(name);
	return each;
}

static void run(char **command, const char *output)
{
	pid_t pid = fork();

	if (pid < 0)
		die("fork");
	if (!pid) {
		if (output)
			dup2(open(output, O_WRONLY), 1);
		execvp(command[0], command);
		die(command[0]);
	}
	if (waitpid(pid, NULL, 0) != pid)
		die("waitpid");
}

static int see(void *records, void *data, size_t size)
{
	++*(unsigned long long *)records;
	return 0;
}

static unsigned long long in_buffer(int map)
{
	unsigned long long records = 0;
	struct ring_buffer *ring = ring_buffer__new(map, see, &records, NULL);

	if (!ring || ring_buffer__consume(ring) < 0)
		die("ring buffer");
	ring_buffer__free(ring);
	return records;
}

/* Of all keys, on all CPUs; a value begins with its hits. */
static unsigned long long counted(const struct bpf_map *map)
{
	int cpus = libbpf_num_possible_cpus(), i;
	size_t words = bpf_map__value_size(map) / 8;
	unsigned long long sum = 0, key[2], values[cpus * words];
	int fd = bpf_map__fd(map);
	void *last = NULL;

	while (!bpf_map_get_next_key(fd, last, key)) {
		if (bpf_map_lookup_elem(fd, key, values))
			die("map");
		for (i = 0; i < cpus; i++)
			sum += values[i * words];
		last = key;
	}
	return sum;
}

static unsigned long long counted_in_all(const struct bpf_object *object)
{
	unsigned long long sum = 0;
	struct bpf_map *map;

	bpf_object__for_each_map(map, object)
		if (bpf_map__type(map) == BPF_MAP_TYPE_PERCPU_HASH)
			sum += counted(map);
	return sum;
}

static unsigned long long runs(struct bpf_program *prog)
{
	struct bpf_prog_info info = {};
	__u32 size = sizeof(info);

	if (bpf_obj_get_info_by_fd(bpf_program__fd(prog), &info, &size))
		die("bpf_obj_get_info_by_fd");
	return info.run_cnt;
}

int main(int argc, char **argv)
{
	unsigned long long records;
	struct bpf_object *object;
	struct bpf_program *prog;

	if (argc < 4) {
		fprintf(stderr, "usage: peer OBJECT PROGRAM COMMAND...\n");
		return 2;
	}
	setbuf(stdout, NULL);
	libbpf_set_print(say_warnings);
	object = bpf_object__open_file(argv[1], NULL);
	if (!object)
		die(argv[1]);
	prog = load(object, argv[2]);
	if (!bpf_program__attach(prog))
		die("attach");
	run(argv + 3, NULL);
	records = in_buffer(bpf_object__find_map_fd_by_name(object, "records")) +
		  counted_in_all(object);
	if (bpf_enable_stats(BPF_STATS_RUN_TIME) < 0)
		die("bpf_enable_stats");
	run(argv + 3, "/dev/null");
	printf("%llu %llu\n", records, runs(prog));
	return 0;
}
