// SPDX-License-Identifier: GPL-2.0
/* One BPF program at an event, by bare system calls */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "bpf_calls.h"
#include "client.h"

#ifdef __x86_64__
static const char *const names[] = {
	"r15", "r14", "r13", "r12", "bp", "bx", "r11", "r10", "r9", "r8", "ax", "cx", "dx",
	"si", "di", NULL, NULL, NULL, NULL, "sp",
};
#else
static const char *const names[] = {
	"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13",
	"x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25",
	"x26", "x27", "x28", "x29", "x30", "sp",
};
#endif

#define NR_NAMES	ARRAY_SIZE(names)

/* what the program leaves in its map */
struct seen {
	__u64 registers[NR_NAMES];
	__u64 function, cookie, runs;
};

static struct bpf_insn insns[128];
static int nr_insns;

static void put(__u8 code, __u8 dst, __u8 src, __s16 off, __s32 imm)
{
	insns[nr_insns++] = (struct bpf_insn){
		.code = code, .dst_reg = dst, .src_reg = src, .off = off, .imm = imm,
	};
}

/* r9: the map's value */
static void put_entry(int map)
{
	put(BPF_ALU64 | BPF_MOV | BPF_X, 6, 1, 0, 0);
	put(BPF_ST | BPF_MEM | BPF_W, 10, 0, -4, 0);
	put(BPF_LD | BPF_DW | BPF_IMM, 1, BPF_PSEUDO_MAP_FD, 0, map);
	put(0, 0, 0, 0, 0);
	put(BPF_ALU64 | BPF_MOV | BPF_X, 2, 10, 0, 0);
	put(BPF_ALU64 | BPF_ADD | BPF_K, 2, 0, 0, -4);
	put(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_map_lookup_elem);
	put(BPF_JMP | BPF_JNE | BPF_K, 0, 0, 1, 0);
	put(BPF_JMP | BPF_EXIT, 0, 0, 0, 0);
	put(BPF_ALU64 | BPF_MOV | BPF_X, 9, 0, 0, 0);
}

static void put_end(int value)
{
	put(BPF_ALU64 | BPF_MOV | BPF_K, 1, 0, 0, 1);
	put(BPF_STX | BPF_ATOMIC | BPF_DW, 9, 1, offsetof(struct seen, runs), BPF_ADD);
	put(BPF_ALU64 | BPF_MOV | BPF_K, 0, 0, 0, value);
	put(BPF_JMP | BPF_EXIT, 0, 0, 0, 0);
}

static void put_registers(void)
{
	size_t i;

	for (i = 0; i < NR_NAMES; i++) {
		put(BPF_LDX | BPF_MEM | BPF_DW, 1, 6, i * 8, 0);
		put(BPF_STX | BPF_MEM | BPF_DW, 9, 1, i * 8, 0);
	}
}

static void put_call(int helper, size_t to)
{
	put(BPF_ALU64 | BPF_MOV | BPF_X, 1, 6, 0, 0);
	put(BPF_JMP | BPF_CALL, 0, 0, 0, helper);
	put(BPF_STX | BPF_MEM | BPF_DW, 9, 0, to, 0);
}

/* @how: as in argv. Return: its file descriptor; -1 with an errno */
static int load(const char *how, int map)
{
	union bpf_attr attr = {
		.prog_type = strcmp(how, "tracepoint") ? BPF_PROG_TYPE_KPROBE :
							 BPF_PROG_TYPE_TRACEPOINT,
		.insns = pointer(insns), .license = pointer("GPL"),
	};

	put_entry(map);
	if (!strcmp(how, "registers")) {
		put_registers();
		put_call(BPF_FUNC_get_func_ip, offsetof(struct seen, function));
		put_call(BPF_FUNC_get_attach_cookie, offsetof(struct seen, cookie));
	} else if (!strcmp(how, "override")) {
		put(BPF_ALU64 | BPF_MOV | BPF_X, 1, 6, 0, 0);
		put(BPF_ALU64 | BPF_MOV | BPF_K, 2, 0, 0, 7);
		put(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_override_return);
	}
	put_end(strcmp(how, "rejects") != 0);
	attr.insn_cnt = nr_insns;
	return bpf(BPF_PROG_LOAD, &attr);
}

/* By a link, with a cookie. @event: perf's file. Return: 0; -1 with an errno */
static int attach(int program, unsigned long id, int *event)
{
	struct perf_event_attr perf = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(perf), .config = id,
	};
	union bpf_attr attr = {
		.link_create.prog_fd = program, .link_create.attach_type = BPF_PERF_EVENT,
		.link_create.perf_event.bpf_cookie = 77,
	};

	*event = syscall(__NR_perf_event_open, &perf, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	if (*event < 0)
		return -1;
	attr.link_create.target_fd = *event;
	return bpf(BPF_LINK_CREATE, &attr) < 0 ? -1 : 0;
}

/* what the kernel says of whom it is attached to */
static void say_place(int event)
{
	char name[64] = "";
	union bpf_attr attr = {
		.task_fd_query = {
			.pid = getpid(), .fd = event, .buf = pointer(name), .buf_len = sizeof(name),
		},
	};

	if (bpf(BPF_TASK_FD_QUERY, &attr))
		printf("place %s\n", errno_name(errno));
	else
		printf("place %s\n", name);
}

static void say_seen(int map)
{
	struct seen seen;
	__u32 key = 0;
	union bpf_attr attr = { .map_fd = map, .key = pointer(&key), .value = pointer(&seen) };
	size_t i;

	if (bpf(BPF_MAP_LOOKUP_ELEM, &attr))
		die("BPF_MAP_LOOKUP_ELEM");
	printf("ran %llu\nfunction %llx\ncookie %llu\n", seen.runs, seen.function, seen.cookie);
	printf("registers");
	for (i = 0; i < NR_NAMES; i++)
		if (names[i])
			printf(" %s=0x%llx", names[i], seen.registers[i]);
	printf("\n");
}

/* program registers|rejects|tracepoint|override ID -- COMMAND... */
int client_program(int argc, char **argv)
{
	int map, program, event, status;

	if (argc < 5 || strcmp(argv[3], "--"))
		bad_usage("program registers|rejects|tracepoint|override ID -- COMMAND...");
	map = make_map(BPF_MAP_TYPE_ARRAY, 4, sizeof(struct seen), 1);
	program = load(argv[1], map);
	if (program < 0 || attach(program, to_number(argv[2]), &event)) {
		printf("%s %s\n", program < 0 ? "not loaded" : "refused", errno_name(errno));
		return 0;
	}
	say_place(event);
	fflush(stdout);
	status = run_command(argv + 4);
	say_seen(map);
	return status;
}
