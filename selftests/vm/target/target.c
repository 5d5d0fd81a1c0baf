// SPDX-License-Identifier: GPL-2.0
/*
 * kpe_target - functions to probe, with arguments that tests can foretell
 *
 * "NAME [TIMES [ARG]]" written to /sys/module/kpe_target/parameters/run calls
 * kpe_target_NAME(), in the writer's context; I counts the calls from 1:
 *
 * NAME      called with                                       returns
 * args8     11, 22, 33, 44, 55, 66, 77, 88                    396
 * narrow    s8 -1, u8 200, s16 -300, u16 60000,               -1
 *           s32 -70000, u32 4000000000
 * str       "kernel text", ARG as a user pointer              11
 * longstr   a string of ARG bytes: "abc...zabc..."            ARG
 * object    struct kpe_target_object, see there; its next     0x0123456789abcdef
 *           has the name "second" and no next
 * array     u8 {1, 2, 3, 4}, u16 {100, 200, 300, 400},        4
 *           u32 {1000, 2000, 3000, 4000},
 *           char * {"one", "two", "three", NULL}
 * change    struct kpe_target_changed, see there, which it    I
 *           changes; I
 * bad       NULL, an address that nothing maps                0
 * ret       I                                                 I + 1000
 * recurse   3, and so by itself 2, 1, 0                       what it got
 * steps     100; see below                                    107
 * masks     I; on arm64, with one instruction that cannot be stepped   depends
 * within    calls kpe_target_steps() with what the bits of ARG say: 1, 2
 *           preemption off once more each, 4 interrupts off, 8 migration, 16
 *           softirqs
 * sleep     ARG milliseconds                                  ARG
 * irq       ARG or else I, in a hard interrupt                the same
 * soft      I, in a soft interrupt                            I
 * work      ARG, in a kernel thread on this CPU               ARG
 * ipi       I, in an interrupt that CPU ARG is sent           I
 * nmi       I, in an NMI that CPU ARG is sent                 I
 * dup       I; both functions of that name                    I + 1, I + 2
 * notrace   I; cannot be traced                               I
 * nokprobe  I; is on the blacklist of kprobes                 I
 * ids       nothing; takes an id for a trace event, gives it back
 * proc      I; version_proc_show(), whose name the kernel has, too    I
 * other     I; in the section .kpe_text                 I + 3
 * longnames I; kpe_target_long_1() and _2(), whose names are longer than those of
 *           events and differ at their ends only                  I + 11, I + 12
 * kill      calls ftrace_kill(): ftrace is as it is after an anomaly, for ever
 * clones    I; kpe_target_clone.isra.0(), kpe_target_part.part.0()  I + 4
 *           and .constprop.0, kpe_target_whole() and .isra.0  to I + 8
 *
 * alone.c has functions that are not called.
 *
 * kpe_target_at_init(7) runs once when the module is loaded and returns 14.
 *
 * kpe_target_steps() holds three instructions of 4 bytes each; reading
 * /sys/module/kpe_target/parameters/steps gives their offsets in the function
 * and the one after them. There %ax is: unknown, 101, 103, 107.
 *
 * kpe_target_meet() and _rep() hold an instruction that the kprobe core executes out of
 * line: that of _rep() takes long. The parameters "meet" and "rep" name the places.
 * meet.c has both.
 *
 * Data: kpe_target_counter, a u64 with the number of calls since the module
 * was loaded; kpe_target_text, the string "data text".
 */
#include <linux/async.h>
#include <linux/build_bug.h>
#include <linux/delay.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/trace_events.h>
#include <linux/workqueue.h>
#ifdef CONFIG_X86
#include <asm/apic.h>
#include <asm/nmi.h>
#endif
#include "target.h"

#define KPE_MAX_LONGSTR	65536UL

/**
 * struct kpe_target_object - what kpe_target_object() gets
 * @byte: +0: 0x12
 * @half: +2: 0x1234
 * @word: +4: 0x12345678
 * @quad: +8: 0x0123456789abcdef
 * @negative: +16: -5
 * @low: +20: 3 bits at 0: 5
 * @high: +20: 6 bits at 3: 33
 * @rest: +20: 23 bits at 9: 0
 * @name: +24: "first"
 * @text: +40: "object text"
 * @next: +48: another of its kind
 */
struct kpe_target_object {
	u8 byte;
	u16 half;
	u32 word;
	u64 quad;
	s32 negative;
	u32 low:3;
	u32 high:6;
	u32 rest:23;
	char name[16];
	const char *text;
	struct kpe_target_object *next;
};

static_assert(offsetof(struct kpe_target_object, half) == 2);
static_assert(offsetof(struct kpe_target_object, word) == 4);
static_assert(offsetof(struct kpe_target_object, quad) == 8);
static_assert(offsetof(struct kpe_target_object, negative) == 16);
static_assert(offsetof(struct kpe_target_object, name) == 24);
static_assert(offsetof(struct kpe_target_object, text) == 40);
static_assert(offsetof(struct kpe_target_object, next) == 48);

/**
 * struct kpe_target_changed - what kpe_target_change() gets, and leaves behind
 * @name: +0: "before"; "after it"
 * @text: +16: "old text"; "new text"
 * @number: +24: 1000 + I; 2000 + I
 * @bytes: +28: 1, 2, 3, 4; 5, 6, 7, 8
 * @next: +32: itself; NULL
 */
struct kpe_target_changed {
	char name[16];
	const char *text;
	u32 number;
	u8 bytes[4];
	struct kpe_target_changed *next;
};

static_assert(offsetof(struct kpe_target_changed, text) == 16);
static_assert(offsetof(struct kpe_target_changed, number) == 24);
static_assert(offsetof(struct kpe_target_changed, bytes) == 28);
static_assert(offsetof(struct kpe_target_changed, next) == 32);

static u64 kpe_target_counter;
static const char kpe_target_text[] = "data text";

/* A function of one number */
#define KPE_ONE(name, result)						\
static KPE_CALLEE long name(long x)					\
{									\
	return result;							\
}

/* What is done for a name that is written */
#define KPE_RUN(name, call)						\
static void run_##name(long i, unsigned long arg)			\
{									\
	call;								\
}

static KPE_CALLEE long kpe_target_args8(long a, long b, long c, long d,
					long e, long f, long g, long h)
{
	return a + b + c + d + e + f + g + h;
}

static KPE_CALLEE long kpe_target_narrow(s8 a, u8 b, s16 c, u16 d, s32 e, u32 f)
{
	return a;
}

static KPE_CALLEE long kpe_target_str(const char *text, const char __user *user)
{
	return strlen(text);
}

static KPE_CALLEE long kpe_target_longstr(const char *text)
{
	return strlen(text);
}

static KPE_CALLEE u64 kpe_target_object(struct kpe_target_object *object)
{
	return object->quad;
}

static KPE_CALLEE long kpe_target_array(const u8 *bytes, const u16 *halves,
					const u32 *words, const char * const *texts)
{
	return bytes[3];
}

static KPE_CALLEE long kpe_target_change(struct kpe_target_changed *changed, long x)
{
	*changed = (struct kpe_target_changed){
		.name = "after it", .text = "new text", .number = 2000 + x,
		.bytes = { 5, 6, 7, 8 },
	};
	return x;
}

static KPE_CALLEE long kpe_target_bad(const char *null, const char *unmapped)
{
	return 0;
}

KPE_ONE(kpe_target_ret, x + 1000)

static KPE_CALLEE long kpe_target_recurse(long x)
{
	long below;

	if (!x)
		return 0;
	below = kpe_target_recurse(x - 1);
	barrier();	/* or the compiler makes it a loop */
	return below + 1;
}

static KPE_CALLEE long kpe_target_sleep(unsigned long ms)
{
	msleep(ms);
	return ms;
}

KPE_ONE(kpe_target_irq, x)
KPE_ONE(kpe_target_soft, x)
KPE_ONE(kpe_target_work, x)
KPE_ONE(kpe_target_ipi, x)
KPE_ONE(kpe_target_nmi, x)
KPE_ONE(kpe_target_dup, x + 1)

/* The kernel's own shows /proc/version. */
KPE_ONE(version_proc_show, x)

static KPE_CALLEE __section(".kpe_text") long kpe_target_other(long x)
{
	return x + 3;
}

/* As the compiler names what it makes of functions */
static KPE_CALLEE long kpe_target_clone(long x) __asm__("kpe_target_clone.isra.0");
static KPE_CALLEE long kpe_target_part(long x) __asm__("kpe_target_part.part.0");
static KPE_CALLEE long kpe_target_part2(long x) __asm__("kpe_target_part.constprop.0");
static KPE_CALLEE long kpe_target_whole2(long x) __asm__("kpe_target_whole.isra.0");

/* As languages with namespaces name functions */
#define KPE_LONG "kpe_name_which_is_as_long_as_those_of_many_functions_in_Rust_are_"
static KPE_CALLEE long kpe_target_long_1(long x) __asm__(KPE_LONG "1");
static KPE_CALLEE long kpe_target_long_2(long x) __asm__(KPE_LONG "2");

KPE_ONE(kpe_target_long_1, x + 11)
KPE_ONE(kpe_target_long_2, x + 12)
KPE_ONE(kpe_target_clone, x + 4)
KPE_ONE(kpe_target_part, x + 5)
KPE_ONE(kpe_target_part2, x + 6)
KPE_ONE(kpe_target_whole, x + 7)
KPE_ONE(kpe_target_whole2, x + 8)

static notrace KPE_CALLEE long kpe_target_notrace(long x)
{
	return x;
}

KPE_ONE(kpe_target_nokprobe, x)

NOKPROBE_SYMBOL(kpe_target_nokprobe);

#ifdef CONFIG_X86
#define KPE_ADD(n, from)	"lea " #n "(%" #from "), %0\n"
#define KPE_RESULT		"=&a"
#define KPE_PARAM		"D"
#else
#define KPE_ADD(n, from)	"add %0, %" #from ", #" #n "\n"
#define KPE_RESULT		"=&r"
#define KPE_PARAM		"r"
#endif

/* Tests look for the result in this register, and the parameter in its own. */
#ifdef CONFIG_X86
#define KPE_RESULT_IN(name)
#else
#define KPE_RESULT_IN(name)	asm(name)
#endif

static KPE_CALLEE long kpe_target_steps(long x)
{
	register long y KPE_RESULT_IN("x9");

	/* A nop, as a return may not be stepped. */
	asm volatile("1:	" KPE_ADD(1, 1)
		     "2:	" KPE_ADD(2, 0)
		     "3:	" KPE_ADD(4, 0)
		     "4:	nop\n"
		     ".pushsection .rodata\n"
		     "kpe_target_steps_at:\n"
		     ".long 1b - %c2, 2b - %c2, 3b - %c2, 4b - %c2\n"
		     ".popsection"
		     : KPE_RESULT(y) : KPE_PARAM(x), "i"(kpe_target_steps));
	return y;
}

#ifdef CONFIG_ARM64
static KPE_CALLEE long kpe_target_masks(long x)
{
	long masks;

	/* A probe would read those of its own step. */
	asm volatile("mrs %0, daif" : "=r" (masks));
	return masks + x;
}

KPE_RUN(masks, kpe_target_masks(i))
#endif

static bool late;
module_param(late, bool, 0600);
MODULE_PARM_DESC(late, "loading does not end until this is false");

static __init KPE_CALLEE long kpe_target_at_init(long x)
{
	return 2 * x;
}

KPE_RUN(args8, kpe_target_args8(11, 22, 33, 44, 55, 66, 77, 88))
KPE_RUN(narrow, kpe_target_narrow(-1, 200, -300, 60000, -70000, 4000000000U))
KPE_RUN(str, kpe_target_str("kernel text", (const char __user *)arg))

static void run_longstr(long i, unsigned long arg)
{
	char *text;
	unsigned long k;

	arg = min(arg, KPE_MAX_LONGSTR);
	text = kmalloc(arg + 1, GFP_KERNEL);
	if (!text)
		return;
	for (k = 0; k < arg; k++)
		text[k] = 'a' + k % 26;
	text[arg] = '\0';
	kpe_target_longstr(text);
	kfree(text);
}

static void run_object(long i, unsigned long arg)
{
	static struct kpe_target_object second = { .name = "second" };
	static struct kpe_target_object first = {
		.byte = 0x12, .half = 0x1234, .word = 0x12345678,
		.quad = 0x0123456789abcdef, .negative = -5,
		.low = 5, .high = 33, .name = "first", .text = "object text",
		.next = &second,
	};

	kpe_target_object(&first);
}

static void run_array(long i, unsigned long arg)
{
	static const u8 bytes[] = { 1, 2, 3, 4 };
	static const u16 halves[] = { 100, 200, 300, 400 };
	static const u32 words[] = { 1000, 2000, 3000, 4000 };
	static const char * const texts[] = { "one", "two", "three", NULL };

	kpe_target_array(bytes, halves, words, texts);
}

static void run_change(long i, unsigned long arg)
{
	static struct kpe_target_changed changed;

	changed = (struct kpe_target_changed){
		.name = "before", .text = "old text", .number = 1000 + i,
		.bytes = { 1, 2, 3, 4 }, .next = &changed,
	};
	kpe_target_change(&changed, i);
}

KPE_RUN(bad, kpe_target_bad(NULL, (const char *)-4096L))
KPE_RUN(ret, kpe_target_ret(i))
KPE_RUN(recurse, kpe_target_recurse(3))
KPE_RUN(steps, kpe_target_steps(100))

static void call_within(unsigned long arg)
{
	unsigned long flags;

	if (arg & 1)
		preempt_disable();
	if (arg & 2)
		preempt_disable();
	if (arg & 4)
		local_irq_save(flags);
	kpe_target_steps(100);
	if (arg & 4)
		local_irq_restore(flags);
	if (arg & 2)
		preempt_enable();
	if (arg & 1)
		preempt_enable();
}

static void run_within(long i, unsigned long arg)
{
	if (arg & 16)
		local_bh_disable();
	if (arg & 8)
		migrate_disable();
	call_within(arg);
	if (arg & 8)
		migrate_enable();
	if (arg & 16)
		local_bh_enable();
}

KPE_RUN(sleep, kpe_target_sleep(arg))

static long in_interrupt_with;
static void (*interrupt_calls)(long x);

/* older kernels have another initializer */
#ifndef IRQ_WORK_INIT_HARD
#define IRQ_WORK_INIT_HARD(fn) { .flags = ATOMIC_INIT(IRQ_WORK_HARD_IRQ), .func = (fn) }
#endif

static void call_irq(struct irq_work *work)
{
	interrupt_calls(in_interrupt_with);
}

void kpe_target_in_irq(void (*call)(long x), long x)
{
	struct irq_work work = IRQ_WORK_INIT_HARD(call_irq);

	interrupt_calls = call;
	in_interrupt_with = x;
	irq_work_queue(&work);
	irq_work_sync(&work);
}

static void run_irq_once(long x)
{
	kpe_target_irq(x);
}

KPE_RUN(irq, kpe_target_in_irq(run_irq_once, arg ? arg : i))

static void call_soft(struct tasklet_struct *tasklet)
{
	kpe_target_soft(in_interrupt_with);
}

static DECLARE_TASKLET(soft_tasklet, call_soft);

static void run_soft(long i, unsigned long arg)
{
	in_interrupt_with = i;
	tasklet_schedule(&soft_tasklet);
	tasklet_kill(&soft_tasklet);
}

static void call_work(struct work_struct *work)
{
	kpe_target_work(in_interrupt_with);
}

static DECLARE_WORK(target_work, call_work);

/* It is the next to run there, and so borrows the page tables of this task. */
static void run_work(long i, unsigned long arg)
{
	in_interrupt_with = arg;
	queue_work_on(raw_smp_processor_id(), system_highpri_wq, &target_work);
	flush_work(&target_work);
}

static void call_ipi(void *i)
{
	kpe_target_ipi((long)i);
}

static void run_ipi(long i, unsigned long arg)
{
	smp_call_function_single(arg, call_ipi, (void *)i, true);
}

#ifdef CONFIG_X86
/* 0: no NMI of ours is on its way */
static long nmi_wanted;
static void (*nmi_calls)(long x, struct pt_regs *regs);

/* Return: how many of the reasons for this NMI were ours. */
static int call_nmi(unsigned int cmd, struct pt_regs *regs)
{
	long i = READ_ONCE(nmi_wanted);

	if (!i)
		return NMI_DONE;
	nmi_calls(i, regs);
	WRITE_ONCE(nmi_wanted, 0);
	/* or an emulator lets this CPU run on for long before the other; but not always */
	if (i % 8)
		cpu_relax();
	return NMI_HANDLED;
}

static bool nmi_is_handled;

void kpe_target_in_nmi(unsigned int cpu, void (*call)(long x, struct pt_regs *regs), long x)
{
	if (!nmi_is_handled)
		nmi_is_handled = !register_nmi_handler(NMI_LOCAL, call_nmi, 0, KBUILD_MODNAME);
	if (!nmi_is_handled || !cpu_online(cpu))
		return;
	nmi_calls = call;
	/* who is sent it sees the function, too */
	smp_store_release(&nmi_wanted, x);
	apic->send_IPI(cpu, NMI_VECTOR);
	while (READ_ONCE(nmi_wanted))
		cpu_relax();
}

static void forget_nmi(void)
{
	if (nmi_is_handled)
		unregister_nmi_handler(NMI_LOCAL, KBUILD_MODNAME);
}
#else
/* No NMI here: an interrupt will do. */
static void (*nmi_calls)(long x, struct pt_regs *regs);

static void call_nmi(void *x)
{
	nmi_calls((long)x, NULL);
}

void kpe_target_in_nmi(unsigned int cpu, void (*call)(long x, struct pt_regs *regs), long x)
{
	nmi_calls = call;
	smp_call_function_single(cpu, call_nmi, (void *)x, true);
}

static void forget_nmi(void) { }
#endif

static void run_nmi_once(long x, struct pt_regs *regs)
{
	kpe_target_nmi(x);
}

KPE_RUN(nmi, kpe_target_in_nmi(arg, run_nmi_once, i))

static void run_dup(long i, unsigned long arg)
{
	kpe_target_dup(i);
	kpe_target_call_twin(i);
}

KPE_RUN(notrace, kpe_target_notrace(i))
KPE_RUN(nokprobe, kpe_target_nokprobe(i))

/* The kernel hands ids out once, up to the last one; then it looks for gaps. */
static void run_ids(long i, unsigned long arg)
{
	static struct trace_event_functions funcs;
	static struct trace_event event = { .funcs = &funcs };

	event.type = 0;
	if (register_trace_event(&event))
		unregister_trace_event(&event);
}

/* It is not exported, and a probe one byte behind its start is refused. */
static void run_kill(long i, unsigned long arg)
{
	struct kprobe kp = { .symbol_name = "ftrace_kill", .offset = 1 };
	void (*kill)(void);

	if (!register_kprobe(&kp))
		unregister_kprobe(&kp);
	kill = kp.addr ? (void *)((unsigned long)kp.addr - 1) : NULL;
	if (kill)
		kill();
}

KPE_RUN(proc, version_proc_show(i))
KPE_RUN(other, kpe_target_other(i))

static void run_longnames(long i, unsigned long arg)
{
	kpe_target_long_1(i);
	kpe_target_long_2(i);
}

static void run_clones(long i, unsigned long arg)
{
	kpe_target_clone(i);
	kpe_target_part(i);
	kpe_target_part2(i);
	kpe_target_whole(i);
	kpe_target_whole2(i);
}

static const struct {
	const char *name;
	void (*run)(long i, unsigned long arg);
} kpe_targets[] = {
	{ "args8", run_args8 }, { "narrow", run_narrow }, { "str", run_str },
	{ "longstr", run_longstr }, { "object", run_object }, { "array", run_array },
	{ "change", run_change }, { "bad", run_bad }, { "ret", run_ret },
	{ "recurse", run_recurse }, { "steps", run_steps },
#ifdef CONFIG_ARM64
	{ "masks", run_masks },
#endif
	{ "within", run_within }, { "sleep", run_sleep }, { "irq", run_irq }, { "soft", run_soft },
	{ "work", run_work }, { "ipi", run_ipi }, { "nmi", run_nmi },
	{ "meet", kpe_target_run_meet }, { "rep", kpe_target_run_rep }, { "dup", run_dup },
	{ "notrace", run_notrace }, { "nokprobe", run_nokprobe }, { "ids", run_ids },
	{ "kill", run_kill }, { "proc", run_proc }, { "other", run_other },
	{ "longnames", run_longnames }, { "clones", run_clones },
};

static int run_set(const char *text, const struct kernel_param *kp)
{
	char name[16];
	unsigned long arg = 0;
	long i, times = 1;
	size_t t;

	if (sscanf(text, "%15s %ld %li", name, &times, (long *)&arg) < 1)
		return -EINVAL;
	for (t = 0; t < ARRAY_SIZE(kpe_targets); t++)
		if (!strcmp(kpe_targets[t].name, name))
			break;
	if (t == ARRAY_SIZE(kpe_targets))
		return -EINVAL;
	for (i = 1; i <= times; i++) {
		WRITE_ONCE(kpe_target_counter, kpe_target_counter + 1);
		kpe_targets[t].run(i, arg);
	}
	return 0;
}

static int steps_get(char *buffer, const struct kernel_param *kp)
{
	return sprintf(buffer, "%u %u %u %u\n", kpe_target_steps_at[0], kpe_target_steps_at[1],
		       kpe_target_steps_at[2], kpe_target_steps_at[3]);
}

static int text_get(char *buffer, const struct kernel_param *kp)
{
	return sprintf(buffer, "%s\n", kpe_target_text);
}

static const struct kernel_param_ops run_ops = { .set = run_set };
static const struct kernel_param_ops steps_ops = { .get = steps_get };
static const struct kernel_param_ops text_ops = { .get = text_get };
module_param_cb(run, &run_ops, NULL, 0200);
module_param_cb(steps, &steps_ops, NULL, 0400);
module_param_cb(text, &text_ops, NULL, 0400);

/* The kernel waits for it after it has called the module live, and drops its init data then. */
static void wait_late(void *unused, async_cookie_t cookie)
{
	while (READ_ONCE(late))
		usleep_range(1000, 2000);
}

static int __init kpe_target_init(void)
{
	kpe_target_at_init(7);
	if (late)
		async_schedule(wait_late, NULL);
	return 0;
}
module_init(kpe_target_init);

static void __exit kpe_target_exit(void)
{
	kpe_target_end_rep();
	forget_nmi();
}
module_exit(kpe_target_exit);

MODULE_DESCRIPTION("Functions for the kprobe event tracer's tests");
MODULE_LICENSE("GPL");
