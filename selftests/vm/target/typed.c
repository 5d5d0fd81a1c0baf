// SPDX-License-Identifier: GPL-2.0
/*
 * kpe_typed - functions whose parameters have types worth asking BTF for
 *
 * It is built with BTF wherever the kernel has it, and kpe_target never is: the
 * names and types of parameters there do not depend on the kernel.
 *
 * "NAME [TIMES]" written to /sys/module/kpe_typed/parameters/run calls
 * kpe_typed_NAME(), in the writer's context; I counts the calls from 1:
 *
 * NAME      called with                                        returns
 * eight     11, 22, 33, 44, 55, 66, 77, 88                     396
 * scalars   true, 'A', KPE_GREEN, KPE_HUGE, U64_MAX - 1,       true
 *           S64_MIN + 1, -7, 'z'
 * cv        -2 and 3 behind typedefs and qualifiers, a         -2
 *           pointer to a constant 77
 * rich      struct kpe_rich, see there; a pointer to a         the first
 *           pointer to it, an opaque pointer to it, a
 *           function, an array of 4 ints 10, 20, 30, 40
 * bits      struct kpe_bits: digits 1, 2, 3, 4, 5; -6, -7;      0x33
 *           digits 8; 9 and 10
 * node      the node in the first struct kpe_rich, its inner   5
 * nothing   I                                                  is void
 * texts     "kernel text" as char *, u8 *, void *; an array    "kernel text"
 *           of texts
 * words     1, 2, 3, 4 as a1, a0, s0, rv                       1
 * byvalue   a struct of two ints 5, 6 by value, 7              7
 * wide      8, a struct of two longs 5, 6 by value, 9          9
 * large     8, a struct of three longs 5, 6, 7 by value, 9     9
 * percpu_args  a per-CPU u32 by its pointer, on every CPU      4242
 *           4242; struct kpe_rich
 * file      an open file of /proc/version, its dentry          0
 * colour    KPE_RED                                            KPE_RED
 * small     -3                                                 -3 as s8
 * huge      KPE_HUGE                                           KPE_HUGE
 * others    see strange.c, which calls each once
 *
 * Data: kpe_first and kpe_second, the structures; kpe_rich_pointer to the first;
 * kpe_typed_zeros; the per-CPU variable kpe_typed_percpu, a u64 that is 77
 * everywhere.
 */
#include <linux/bug.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/string.h>
#include "target.h"

enum kpe_colour { KPE_RED = -1, KPE_GREEN = 2 };
enum kpe_size { KPE_TINY, KPE_HUGE = 0x1234567890LL };

struct kpe_inner {
	s32 value;
	struct {
		u16 left;
		s16 right;
	} pair;
	char tag[8];
};

/* passed in two registers */
struct kpe_wide {
	long first;
	long second;
};

/* passed on the stack */
struct kpe_large {
	long all[3];
};

/* bitfields that end or begin where a byte does */
struct kpe_bits {
	u32 half:16;
	u32 other_half:16;
	u64 one:8;
	u64 four:32;
	u64 three:24;
	s32 minus:24;
	s32 small:8;
	u32 all:32;
	u8 first:4;
	u8 second:4;
};

struct kpe_two {
	int first;
	int second;
};

/**
 * struct kpe_rich - all that a structure can have; the second differs where said
 * @u8: 200
 * @s8: -100
 * @u16: 60000
 * @s16: -30000
 * @u32: 4000000000; 2
 * @s32: -2000000000
 * @u64: 0xfedcba9876543210
 * @s64: -5
 * @flag: true
 * @letter: 'r'
 * @colour: KPE_GREEN
 * @size: KPE_HUGE
 * @low: 5
 * @minus: -3
 * @yes: true
 * @wide: 0xabcdef0123
 * @tail: 0x5a5a5a
 * @whole: 0x12345678
 * @lower: 0x5678
 * @upper: 0x1234
 * @upper_signed: the same
 * @depth: 99
 * @inner: -7, 11, -12, "tagged"
 * @pun: a union with a name, 0x41424344
 * @name: "rich"; "second"
 * @bytes: "bytes" as numbers
 * @numbers: 1, 2, 3
 * @text: "rich text"
 * @utext: NULL
 * @texts: "one", "two"
 * @call: a function
 * @opaque: the structure itself
 * @counter: per CPU, 4242 on each
 * @node: in no list
 * @next: the second; NULL
 * @array: two structures, their values are 31 and 32
 */
struct kpe_rich {
	u8 u8;
	s8 s8;
	u16 u16;
	s16 s16;
	u32 u32;
	s32 s32;
	u64 u64;
	s64 s64;
	bool flag;
	char letter;
	enum kpe_colour colour;
	enum kpe_size size;
	u32 low:3;
	s32 minus:5;
	bool yes:1;
	u64 wide:40;
	u64 tail:24;
	union {
		u32 whole;
		struct {
			u16 lower;
			union {
				u16 upper;
				s16 upper_signed;
			};
		};
	};
	struct {
		struct {
			int depth;
		};
	};
	struct kpe_inner inner;
	union {
		u32 number;
		char letters[4];
	} pun;
	char name[16];
	u8 bytes[8];
	int numbers[3];
	const char *text;
	const char __user *utext;
	const char *texts[2];
	int (*call)(int number);
	void *opaque;
	u32 __percpu *counter;
	struct list_head node;
	struct kpe_rich *next;
	struct kpe_inner array[2];
};

/* the largest array that a probe can record */
static u64 kpe_typed_zeros[64] __used;

static DEFINE_PER_CPU(u64, kpe_typed_percpu) = 77;
static DEFINE_PER_CPU(u32, kpe_typed_count) = 4242;

static int kpe_typed_callback(int number)
{
	return number;
}

static struct kpe_rich kpe_second = { .u32 = 2, .name = "second" };

static struct kpe_rich kpe_first = {
	.u8 = 200, .s8 = -100, .u16 = 60000, .s16 = -30000,
	.u32 = 4000000000U, .s32 = -2000000000,
	.u64 = 0xfedcba9876543210ULL, .s64 = -5,
	.flag = true, .letter = 'r', .colour = KPE_GREEN, .size = KPE_HUGE,
	.low = 5, .minus = -3, .yes = true,
	.wide = 0xabcdef0123ULL, .tail = 0x5a5a5a,
	.whole = 0x12345678, .depth = 99,
	.inner = { -7, { 11, -12 }, "tagged" },
	.pun.number = 0x41424344,
	.name = "rich", .bytes = "bytes", .numbers = { 1, 2, 3 },
	.text = "rich text", .texts = { "one", "two" },
	.call = kpe_typed_callback, .opaque = &kpe_first,
	.counter = &kpe_typed_count, .next = &kpe_second,
	.node = LIST_HEAD_INIT(kpe_first.node),
	.array = { { .value = 31 }, { .value = 32 } },
};

static struct kpe_rich *kpe_rich_pointer = &kpe_first;

static KPE_CALLEE long kpe_typed_eight(long a, long b, long c, long d,
				       long e, long f, long g, long h)
{
	return a + b + c + d + e + f + g + h;
}

static KPE_CALLEE bool kpe_typed_scalars(bool flag, char letter, enum kpe_colour colour,
					 enum kpe_size size, u64 up, s64 down,
					 short seventh, unsigned char eighth)
{
	return flag;
}

static KPE_CALLEE int kpe_typed_cv(const pid_t number, volatile long other,
				   const u16 * const __restrict behind)
{
	return number;
}

static KPE_CALLEE struct kpe_rich *
kpe_typed_rich(struct kpe_rich *rich, struct kpe_rich **indirect, void *opaque,
	       int (*call)(int number), int (*row)[4])
{
	return rich;
}

static KPE_CALLEE long kpe_typed_bits(struct kpe_bits *bits)
{
	return bits->one;
}

static KPE_CALLEE long kpe_typed_node(struct list_head *node, struct kpe_inner *inner)
{
	return 5;
}

static KPE_CALLEE void kpe_typed_nothing(long x)
{
}

static KPE_CALLEE const char *kpe_typed_texts(const char *text, const u8 *bytes, const void *any,
					      const char * const *texts)
{
	return text;
}

/* A parameter's name wins over what the word means otherwise. */
static KPE_CALLEE long kpe_typed_words(long a1, long a0, long s0, long rv)
{
	return a1;
}

static KPE_CALLEE long kpe_typed_byvalue(struct kpe_two two, long after)
{
	return after;
}

static KPE_CALLEE long kpe_typed_wide(long before, struct kpe_wide wide, long after)
{
	return after;
}

static KPE_CALLEE long kpe_typed_large(long before, struct kpe_large large, long after)
{
	return after;
}

static KPE_CALLEE u32 kpe_typed_percpu_args(u32 __percpu *counter, struct kpe_rich *rich)
{
	return 4242;
}

static KPE_CALLEE int kpe_typed_file(struct file *file, struct dentry *dentry)
{
	return 0;
}

static KPE_CALLEE enum kpe_colour kpe_typed_colour(enum kpe_colour colour)
{
	return colour;
}

static KPE_CALLEE s8 kpe_typed_small(int x)
{
	return x;
}

static KPE_CALLEE enum kpe_size kpe_typed_huge(enum kpe_size size)
{
	return size;
}

#define KPE_RUN(name, ...)						\
static void run_##name(long i)						\
{									\
	kpe_typed_##name(__VA_ARGS__);					\
}

KPE_RUN(eight, 11, 22, 33, 44, 55, 66, 77, 88)
KPE_RUN(scalars, true, 'A', KPE_GREEN, KPE_HUGE, U64_MAX - 1, S64_MIN + 1, -7, 'z')

static void run_cv(long i)
{
	static const u16 behind = 77;

	kpe_typed_cv(-2, 3, &behind);
}

static void run_rich(long i)
{
	static int row[4] = { 10, 20, 30, 40 };

	kpe_typed_rich(&kpe_first, &kpe_rich_pointer, &kpe_first, kpe_typed_callback, &row);
}

static void run_bits(long i)
{
	static struct kpe_bits bits = {
		.half = 0x1111, .other_half = 0x2222, .one = 0x33,
		.four = 0x44444444, .three = 0x555555, .minus = -6, .small = -7,
		.all = 0x88888888, .first = 9, .second = 10,
	};

	kpe_typed_bits(&bits);
}

KPE_RUN(node, &kpe_first.node, &kpe_first.inner)
KPE_RUN(nothing, i)

static void run_texts(long i)
{
	static const char text[] = "kernel text";
	static const char * const texts[] = { "one", "two", "three", NULL };

	kpe_typed_texts(text, text, text, texts);
}

KPE_RUN(words, 1, 2, 3, 4)
KPE_RUN(byvalue, (struct kpe_two){ 5, 6 }, 7)
KPE_RUN(wide, 8, (struct kpe_wide){ 5, 6 }, 9)
KPE_RUN(large, 8, (struct kpe_large){ { 5, 6, 7 } }, 9)
KPE_RUN(percpu_args, &kpe_typed_count, &kpe_first)

static void run_file(long i)
{
	struct file *file = filp_open("/proc/version", O_RDONLY, 0);

	if (WARN_ON(IS_ERR(file)))
		return;
	kpe_typed_file(file, file->f_path.dentry);
	filp_close(file, NULL);
}

KPE_RUN(colour, KPE_RED)
KPE_RUN(small, -3)
KPE_RUN(huge, KPE_HUGE)

static const struct {
	const char *name;
	void (*run)(long i);
} kpe_typed[] = {
	{ "eight", run_eight }, { "scalars", run_scalars }, { "cv", run_cv }, { "rich", run_rich },
	{ "bits", run_bits }, { "node", run_node }, { "nothing", run_nothing },
	{ "texts", run_texts }, { "words", run_words }, { "byvalue", run_byvalue },
	{ "wide", run_wide }, { "large", run_large }, { "percpu_args", run_percpu_args },
	{ "file", run_file }, { "colour", run_colour }, { "small", run_small },
	{ "huge", run_huge },
};

static int run_set(const char *text, const struct kernel_param *kp)
{
	char name[16];
	long i, times = 1;
	size_t t;

	/* else nobody would use them, and they would be gone */
	if (this_cpu_read(kpe_typed_percpu) != 77 || READ_ONCE(kpe_typed_zeros[0]))
		return -EIO;
	if (sscanf(text, "%15s %ld", name, &times) < 1)
		return -EINVAL;
	for (t = 0; t < ARRAY_SIZE(kpe_typed); t++)
		if (!strcmp(kpe_typed[t].name, name))
			break;
	if (t == ARRAY_SIZE(kpe_typed))
		return kpe_strange_run(name);
	for (i = 1; i <= times; i++)
		kpe_typed[t].run(i);
	return 0;
}

static const struct kernel_param_ops run_ops = { .set = run_set };
module_param_cb(run, &run_ops, NULL, 0200);

static int __init kpe_typed_init(void)
{
	return 0;
}
module_init(kpe_typed_init);

static void __exit kpe_typed_exit(void)
{
}
module_exit(kpe_typed_exit);

MODULE_DESCRIPTION("Typed functions for the kprobe event tracer's tests");
MODULE_LICENSE("GPL");
