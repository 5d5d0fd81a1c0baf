// SPDX-License-Identifier: GPL-2.0
/*
 * kpe_bench - functions to probe, and how many instructions a call of one takes
 *
 * "NAME [TEXT]" written to the file kpe_bench of debugfs calls kpe_bench_NAME(),
 * many times, in batches with interrupts off. Reading the file then gives the
 * time stamps that the median batch took: under QEMU's -icount shift=0 that is
 * the number of its instructions. What a call takes itself is part of it, so
 * whoever asks for the price of a probe does so with and without.
 *
 * NAME      called with
 * args8     11, 22, 33, 44, 55, 66, 77, 88
 * chain     the first of 5 structures, each with the address of the next
 * text16    a string of 16 bytes, of which the last is 0
 * text64    one of 64 bytes
 * user      TEXT, in the writer's memory
 * body      1; see below
 * ret       1, returns 2
 * static    nothing: a tracepoint with 11, 22, 33, 44
 * args4, typed16, typed64, typedret, printk
 *           functions of kpe_peers: like args8 with the first four, text16, text64, ret,
 *           and like args4
 *
 * kpe_bench_body() holds two instructions of 4 bytes each, so that the kernel can
 * make a jump of a probe on the first. /sys/module/kpe_bench/parameters/body
 * shows its offset, and which byte is there now.
 */
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/sort.h>
#include <linux/string.h>
#include <linux/timex.h>
#include <linux/uaccess.h>
#include "bench.h"

#define CREATE_TRACE_POINTS
#include "trace.h"

#define KPE_BATCHES	31
#define KPE_CALLS	200

struct kpe_bench_link {
	u64 value;
	struct kpe_bench_link *next;
};

static struct kpe_bench_link links[] = {
	{ 1, &links[1] }, { 2, &links[2] }, { 3, &links[3] }, { 4, &links[4] }, { 5 },
};

static const char text16[] = "sixteen bytes..";
static const char text64[] = "sixteen bytes...sixteen bytes...sixteen bytes...sixteen bytes..";

#ifdef CONFIG_ARM64
#include <asm/arch_timer.h>

/* The counter's ticks are longer than an instruction; a batch has many of them. */
static u64 stamp(void)
{
	return get_cycles() * (NSEC_PER_SEC / arch_timer_get_cntfrq());
}
#else
static u64 stamp(void)
{
	return get_cycles();
}
#endif

static KPE_CALLEE long kpe_bench_args8(long a, long b, long c, long d,
				       long e, long f, long g, long h)
{
	return a;
}

static KPE_CALLEE u64 kpe_bench_chain(const struct kpe_bench_link *link)
{
	return link->value;
}

static KPE_CALLEE char kpe_bench_text16(const char *text)
{
	return *text;
}

static KPE_CALLEE char kpe_bench_text64(const char *text)
{
	return *text;
}

static KPE_CALLEE long kpe_bench_user(const char __user *text)
{
	return 0;
}

#ifdef CONFIG_ARM64
#define KPE_ADD(n, from)	"add %0, %" #from ", #" #n "\n"
#define KPE_RESULT		"=&r"
#define KPE_PARAM		"r"
#else
#define KPE_ADD(n, from)	"lea " #n "(%" #from "), %0\n"
#define KPE_RESULT		"=&a"
#define KPE_PARAM		"D"
#endif

static KPE_CALLEE long kpe_bench_body(long x)
{
	long y;

	asm volatile("1:	" KPE_ADD(1, 1)
		     "	" KPE_ADD(2, 0)
		     ".pushsection .rodata\n"
		     "kpe_bench_body_at:\n"
		     ".long 1b - %c2\n"
		     ".popsection"
		     : KPE_RESULT(y) : KPE_PARAM(x), "i"(kpe_bench_body));
	return y;
}

static KPE_CALLEE long kpe_bench_ret(long x)
{
	return x + 1;
}

/* What is called for a name that is written */
#define KPE_CALL(name, call)						\
static void call_##name(const char __user *text)			\
{									\
	call;								\
}

KPE_CALL(args8, kpe_bench_args8(11, 22, 33, 44, 55, 66, 77, 88))
KPE_CALL(chain, kpe_bench_chain(links))
KPE_CALL(text16, kpe_bench_text16(text16))
KPE_CALL(text64, kpe_bench_text64(text64))
KPE_CALL(user, kpe_bench_user(text))
KPE_CALL(body, kpe_bench_body(1))
KPE_CALL(ret, kpe_bench_ret(1))
KPE_CALL(static, trace_kpe_bench_static(11, 22, 33, 44))
KPE_CALL(args4, kpe_bench_args4(11, 22, 33, 44))
KPE_CALL(typed16, kpe_bench_typed16(text16))
KPE_CALL(typed64, kpe_bench_typed64(text64))
KPE_CALL(typedret, kpe_bench_typedret(1))
KPE_CALL(printk, kpe_bench_printk(11, 22, 33, 44))

static const struct {
	const char *name;
	void (*call)(const char __user *text);
} callers[] = {
	{ "args8", call_args8 }, { "chain", call_chain }, { "text16", call_text16 },
	{ "text64", call_text64 }, { "user", call_user }, { "body", call_body },
	{ "ret", call_ret }, { "static", call_static }, { "args4", call_args4 },
	{ "typed16", call_typed16 }, { "typed64", call_typed64 }, { "typedret", call_typedret },
	{ "printk", call_printk },
};

/* so that hits can be counted, too */
static ulong called;
module_param(called, ulong, 0400);

static u64 batch(void (*call)(const char __user *text), const char __user *text)
{
	unsigned long flags;
	u64 before, after;
	int i;

	local_irq_save(flags);
	before = stamp();
	for (i = 0; i < KPE_CALLS; i++)
		call(text);
	after = stamp();
	local_irq_restore(flags);
	called += KPE_CALLS;
	return after - before;
}

static int compare(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

static u64 median(void (*call)(const char __user *text), const char __user *text)
{
	u64 took[KPE_BATCHES];
	unsigned int i;

	for (i = 0; i < KPE_BATCHES; i++) {
		/* or whoever is due is part of the flags of each record */
		cond_resched();
		took[i] = batch(call, text);
	}
	sort(took, KPE_BATCHES, sizeof(took[0]), compare, NULL);
	return took[KPE_BATCHES / 2];
}

static u64 result;

static ssize_t bench_write(struct file *file, const char __user *buf, size_t count,
			   loff_t *pos)
{
	char name[16] = "";
	size_t i, len;

	if (copy_from_user(name, buf, min(count, sizeof(name) - 1)))
		return -EFAULT;
	len = strcspn(name, "\n ");
	name[len] = '\0';
	for (i = 0; i < ARRAY_SIZE(callers); i++) {
		if (strcmp(callers[i].name, name))
			continue;
		result = median(callers[i].call, buf + len + 1);
		return count;
	}
	return -EINVAL;
}

static ssize_t bench_read(struct file *file, char __user *buf, size_t count, loff_t *pos)
{
	char text[24];

	return simple_read_from_buffer(buf, count, pos, text,
				       scnprintf(text, sizeof(text), "%llu\n", result));
}

static const struct file_operations bench_fops = {
	.owner = THIS_MODULE,
	.write = bench_write,
	.read = bench_read,
	.llseek = default_llseek,
};

static int body_get(char *buffer, const struct kernel_param *kp)
{
	const u8 *at = (const u8 *)kpe_bench_body + kpe_bench_body_at;

	return sprintf(buffer, "%u 0x%02x\n", kpe_bench_body_at, READ_ONCE(*at));
}

static const struct kernel_param_ops body_ops = { .get = body_get };
module_param_cb(body, &body_ops, NULL, 0400);

static struct dentry *bench_file;

static int __init kpe_bench_init(void)
{
	bench_file = debugfs_create_file("kpe_bench", 0600, NULL, NULL, &bench_fops);
	return PTR_ERR_OR_ZERO(bench_file);
}
module_init(kpe_bench_init);

static void __exit kpe_bench_exit(void)
{
	debugfs_remove(bench_file);
}
module_exit(kpe_bench_exit);

MODULE_DESCRIPTION("Functions whose probes are measured");
MODULE_LICENSE("GPL");
