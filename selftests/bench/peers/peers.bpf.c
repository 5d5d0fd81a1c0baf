// SPDX-License-Identifier: GPL-2.0
/*
 * peers.bpf - what a user of libbpf would write for the same records
 *
 * kprobe_WHAT, multi_WHAT (one hook for many functions) and fentry_WHAT do the same:
 *
 * args4     a record with four arguments and the time and the process that each record of a
 *           trace event has, too
 * reject    the same if the first argument is 1, which it never is
 * text16, text64  a record with a string
 * ret       a record with what the function returns
 * count     the first argument is a key, and its hits are counted
 * pair      two arguments are, and a third is summed
 * comm      the name of the process is
 * stack     the stack of eight callers is
 */
#include <stddef.h>
#include <linux/bpf.h>
#include <asm/ptrace.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

typedef unsigned long long u64;

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 1 << 22);
} records SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_HASH);
	__type(key, u64);
	__type(value, u64);
	__uint(max_entries, 4096);
} counts SEC(".maps");

struct pair {
	u64 a;
	u64 b;
};

struct sum {
	u64 hits;
	u64 sum;
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_HASH);
	__type(key, struct pair);
	__type(value, struct sum);
	__uint(max_entries, 4096);
} pairs SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_HASH);
	__type(key, char[16]);
	__type(value, u64);
	__uint(max_entries, 4096);
} names SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_STACK_TRACE);
	__type(key, unsigned int);
	__type(value, u64[8]);
	__uint(max_entries, 4096);
} stacks SEC(".maps");

struct head {
	u64 time;
	u64 process;
	u64 function;
};

struct args4 {
	struct head head;
	u64 value[4];
};

struct text {
	struct head head;
	char text[64];
};

struct ret {
	struct head head;
	u64 value;
};

static __always_inline void fill(struct head *head, u64 function)
{
	head->time = bpf_ktime_get_ns();
	head->process = bpf_get_current_pid_tgid();
	head->function = function;
}

static __always_inline int args4(u64 function, u64 a, u64 b, u64 c, u64 d)
{
	struct args4 *record = bpf_ringbuf_reserve(&records, sizeof(*record), 0);

	if (!record)
		return 0;
	fill(&record->head, function);
	record->value[0] = a;
	record->value[1] = b;
	record->value[2] = c;
	record->value[3] = d;
	bpf_ringbuf_submit(record, 0);
	return 0;
}

static __always_inline int reject(u64 function, u64 a, u64 b, u64 c, u64 d)
{
	if (a != 1)
		return 0;
	return args4(function, a, b, c, d);
}

static __always_inline int text(u64 function, u64 at)
{
	struct text *record = bpf_ringbuf_reserve(&records, sizeof(*record), 0);

	if (!record)
		return 0;
	fill(&record->head, function);
	bpf_probe_read_kernel_str(record->text, sizeof(record->text), (void *)at);
	bpf_ringbuf_submit(record, 0);
	return 0;
}

static __always_inline int ret(u64 function, u64 value)
{
	struct ret *record = bpf_ringbuf_reserve(&records, sizeof(*record), 0);

	if (!record)
		return 0;
	fill(&record->head, function);
	record->value = value;
	bpf_ringbuf_submit(record, 0);
	return 0;
}

static __always_inline int count_in(void *map, const void *key)
{
	u64 one = 1, *value = bpf_map_lookup_elem(map, key);

	if (value)
		*value += 1;
	else
		bpf_map_update_elem(map, key, &one, 0);
	return 0;
}

static __always_inline int count(u64 key)
{
	return count_in(&counts, &key);
}

static __always_inline int pair(u64 a, u64 b, u64 c)
{
	struct pair key = { a, b };
	struct sum first = { 1, c }, *sum = bpf_map_lookup_elem(&pairs, &key);

	if (sum) {
		sum->hits++;
		sum->sum += c;
	} else {
		bpf_map_update_elem(&pairs, &key, &first, 0);
	}
	return 0;
}

static __always_inline int comm(void)
{
	char name[16];

	bpf_get_current_comm(name, sizeof(name));
	return count_in(&names, name);
}

static __always_inline int stack(void *ctx)
{
	return count(bpf_get_stackid(ctx, &stacks, 0));
}

#define PROG(section, name, body) \
	SEC(section) int name(struct pt_regs *ctx) { return body; }

#define IP PT_REGS_IP(ctx)
#define FOUR PT_REGS_PARM1(ctx), PT_REGS_PARM2(ctx), PT_REGS_PARM3(ctx), PT_REGS_PARM4(ctx)

#define PROGS(how, ret_how, prefix) \
	PROG(how "/kpe_bench_args8", prefix##_args4, args4(IP, FOUR)) \
	PROG(how "/kpe_bench_args8", prefix##_reject, reject(IP, FOUR)) \
	PROG(how "/kpe_bench_args8", prefix##_count, count(PT_REGS_PARM1(ctx))) \
	PROG(how "/kpe_bench_args8", prefix##_pair, \
	     pair(PT_REGS_PARM1(ctx), PT_REGS_PARM2(ctx), PT_REGS_PARM3(ctx))) \
	PROG(how "/kpe_bench_args8", prefix##_comm, comm()) \
	PROG(how "/kpe_bench_args8", prefix##_stack, stack(ctx)) \
	PROG(how "/kpe_bench_text16", prefix##_text16, text(IP, PT_REGS_PARM1(ctx))) \
	PROG(how "/kpe_bench_text64", prefix##_text64, text(IP, PT_REGS_PARM1(ctx))) \
	PROG(ret_how "/kpe_bench_ret", prefix##_ret, ret(IP, PT_REGS_RC(ctx)))

PROGS("kprobe", "kretprobe", kprobe)
PROGS("kprobe.multi", "kretprobe.multi", multi)

#define TYPED(section, name, body) \
	SEC(section) int name(u64 *ctx) { return body; }

#define FUNCTION bpf_get_func_ip(ctx)
#define TYPED_FOUR ctx[0], ctx[1], ctx[2], ctx[3]

TYPED("fentry/kpe_bench_args4", fentry_args4, args4(FUNCTION, TYPED_FOUR))
TYPED("fentry/kpe_bench_args4", fentry_reject, reject(FUNCTION, TYPED_FOUR))
TYPED("fentry/kpe_bench_args4", fentry_count, count(ctx[0]))
TYPED("fentry/kpe_bench_args4", fentry_pair, pair(ctx[0], ctx[1], ctx[2]))
TYPED("fentry/kpe_bench_args4", fentry_comm, comm())
TYPED("fentry/kpe_bench_args4", fentry_stack, stack(ctx))
TYPED("fentry/kpe_bench_typed16", fentry_text16, text(FUNCTION, ctx[0]))
TYPED("fentry/kpe_bench_typed64", fentry_text64, text(FUNCTION, ctx[0]))
TYPED("fexit/kpe_bench_typedret", fentry_ret, ret(FUNCTION, ctx[1]))

char LICENSE[] SEC("license") = "GPL";
