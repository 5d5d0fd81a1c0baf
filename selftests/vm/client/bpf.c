// SPDX-License-Identifier: GPL-2.0
/* BPF programs at functions of the kernel, by bare system calls */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/btf.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "bpf_calls.h"
#include "client.h"

#define MAX_PROGRAMS	64

int bpf(enum bpf_cmd cmd, union bpf_attr *attr)
{
	return syscall(__NR_bpf, cmd, attr, sizeof(*attr));
}

__u64 pointer(const void *p)
{
	return (unsigned long)p;
}

int make_map(enum bpf_map_type type, __u32 key_size, __u32 value_size, __u32 max_entries)
{
	union bpf_attr attr = {
		.map_type = type, .key_size = key_size, .value_size = value_size,
		.max_entries = max_entries,
	};
	int fd = bpf(BPF_MAP_CREATE, &attr);

	if (fd < 0)
		die("BPF_MAP_CREATE");
	return fd;
}

/* ---------------------------------------------------------------- the program */

#define INSN(op, to, from, at, value) \
	{ .code = (op), .dst_reg = (to), .src_reg = (from), .off = (at), .imm = (value) }
#define MOVE(to, from)		INSN(BPF_ALU64 | BPF_MOV | BPF_X, to, from, 0, 0)
#define SET(to, value)		INSN(BPF_ALU64 | BPF_MOV | BPF_K, to, 0, 0, value)
#define ADD(to, value)		INSN(BPF_ALU64 | BPF_ADD | BPF_K, to, 0, 0, value)
#define CALL(helper)		INSN(BPF_JMP | BPF_CALL, 0, 0, 0, helper)

/* It reads memory, and puts a value into a map. */
static int load(enum bpf_prog_type type, enum bpf_attach_type how, int map, __u32 function)
{
	struct bpf_insn insns[] = {
		MOVE(1, 10), ADD(1, -8), SET(2, 8), MOVE(3, 10), CALL(BPF_FUNC_probe_read_kernel),
		INSN(BPF_ST | BPF_MEM | BPF_DW, 10, 0, -16, 0),
		INSN(BPF_LD | BPF_DW | BPF_IMM, 1, BPF_PSEUDO_MAP_FD, 0, map), { 0 },
		MOVE(2, 10), ADD(2, -16), MOVE(3, 10), ADD(3, -8), SET(4, 0),
		CALL(BPF_FUNC_map_update_elem),
		SET(0, 0), INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0),
	};
	union bpf_attr attr = {
		.prog_type = type, .insns = pointer(insns), .insn_cnt = ARRAY_SIZE(insns),
		.license = pointer("GPL"), .expected_attach_type = how,
		.attach_btf_id = function,
	};
	int fd = bpf(BPF_PROG_LOAD, &attr);

	if (fd < 0)
		die("BPF_PROG_LOAD");
	return fd;
}

/* ------------------------------------------------------ at kprobes of perf's */

static unsigned long pmu_type(void)
{
	FILE *file = fopen("/sys/bus/event_source/devices/kprobe/type", "r");
	unsigned long type;

	if (!file || fscanf(file, "%lu", &type) != 1)
		die("the kprobe PMU");
	fclose(file);
	return type;
}

static void attach_kprobe(int program, const char *function, bool is_return)
{
	struct perf_event_attr attr = {
		.type = pmu_type(), .size = sizeof(attr), .config = is_return,
		.kprobe_func = pointer(function),
	};
	int fd = syscall(__NR_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0)
		die(function);
	if (ioctl(fd, PERF_EVENT_IOC_SET_BPF, program))
		die("PERF_EVENT_IOC_SET_BPF");
	if (ioctl(fd, PERF_EVENT_IOC_ENABLE, 0))
		die("PERF_EVENT_IOC_ENABLE");
}

/* -------------------------------------------------------------- at trampolines */

static const char *read_btf(void)
{
	int fd = open("/sys/kernel/btf/vmlinux", O_RDONLY);
	size_t done = 0;
	struct stat st;
	char *data;
	ssize_t n;

	if (fd < 0 || fstat(fd, &st))
		die("/sys/kernel/btf/vmlinux");
	data = malloc(st.st_size);
	while (data && (n = read(fd, data + done, st.st_size - done)) > 0)
		done += n;
	close(fd);
	if (!data || done != (size_t)st.st_size)
		die("read of BTF");
	return data;
}

/* bytes behind a type's struct btf_type */
static size_t size_behind(const struct btf_type *type)
{
	switch (BTF_INFO_KIND(type->info)) {
	case BTF_KIND_INT:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG:
		return sizeof(__u32);
	case BTF_KIND_ARRAY:
		return sizeof(struct btf_array);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
	case BTF_KIND_DATASEC:
	case BTF_KIND_ENUM64:
		return 12 * BTF_INFO_VLEN(type->info);
	case BTF_KIND_ENUM:
	case BTF_KIND_FUNC_PROTO:
		return 8 * BTF_INFO_VLEN(type->info);
	default:
		return 0;
	}
}

static __u32 id_of(const char *btf, const char *function)
{
	const struct btf_header *head = (const void *)btf;
	const char *at = btf + head->hdr_len + head->type_off, *end = at + head->type_len;
	const char *texts = btf + head->hdr_len + head->str_off;
	__u32 id = 1;

	while (at < end) {
		const struct btf_type *type = (const void *)at;

		if (BTF_INFO_KIND(type->info) == BTF_KIND_FUNC &&
		    !strcmp(texts + type->name_off, function))
			return id;
		at += sizeof(*type) + size_behind(type);
		id++;
	}
	errno = ENOENT;
	die(function);
}

static void attach_trampoline(int program)
{
	union bpf_attr attr = { .raw_tracepoint.prog_fd = program };

	if (bpf(BPF_RAW_TRACEPOINT_OPEN, &attr) < 0)
		die("BPF_RAW_TRACEPOINT_OPEN");
}

/* ------------------------------------------------------------------------- all */

static void say_runs(int program, const char *function)
{
	struct bpf_prog_info info = { 0 };
	union bpf_attr attr = {
		.info.bpf_fd = program, .info.info_len = sizeof(info),
		.info.info = pointer(&info),
	};

	if (bpf(BPF_OBJ_GET_INFO_BY_FD, &attr))
		die("BPF_OBJ_GET_INFO_BY_FD");
	printf("%s %llu %llu\n", function, info.run_cnt, info.recursion_misses);
}

static int attached(const char *kind, const char *function, int map)
{
	bool at_return = !strcmp(kind, "kretprobe");
	static const char *btf;
	int program;

	if (at_return || !strcmp(kind, "kprobe")) {
		program = load(BPF_PROG_TYPE_KPROBE, 0, map, 0);
		attach_kprobe(program, function, at_return);
		return program;
	}
	if (!btf)
		btf = read_btf();
	program = load(BPF_PROG_TYPE_TRACING, !strcmp(kind, "fentry") ? BPF_TRACE_FENTRY :
		       BPF_TRACE_FEXIT, map, id_of(btf, function));
	attach_trampoline(program);
	return program;
}

/* bpf kprobe|kretprobe|fentry|fexit FUNCTION... -- COMMAND... */
int client_bpf(int argc, char **argv)
{
	union bpf_attr stats = { .enable_stats.type = BPF_STATS_RUN_TIME };
	int programs[MAX_PROGRAMS], map, n, i, status;

	for (n = 2; n < argc && strcmp(argv[n], "--"); n++)
		;
	if (n == 2 || n > MAX_PROGRAMS || n + 1 >= argc)
		bad_usage("bpf kprobe|kretprobe|fentry|fexit FUNCTION... -- COMMAND...");
	if (bpf(BPF_ENABLE_STATS, &stats) < 0)
		die("BPF_ENABLE_STATS");
	map = make_map(BPF_MAP_TYPE_HASH, 8, 8, 4);
	for (i = 2; i < n; i++)
		programs[i - 2] = attached(argv[1], argv[i], map);
	status = run_command(argv + n + 1);
	for (i = 2; i < n; i++)
		say_runs(programs[i - 2], argv[i]);
	return status;
}
