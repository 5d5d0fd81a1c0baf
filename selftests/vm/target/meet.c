// SPDX-License-Identifier: GPL-2.0
/* Functions of kpe_target where several tracers meet, called in each context */
#include <linux/build_bug.h>
#include <linux/gcd.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>
#include "target.h"

#define KPE_LONG_STEP	16384

static char meet_text[32] = "here tracers meet";
static char long_text[KPE_LONG_STEP];

/*
 * One instruction that the kprobe core executes out of line, followed by one of 4 bytes, so
 * that a jump can take their place. It writes SIZE bytes of what TEXT has already.
 */
#ifdef CONFIG_X86
#define KPE_STEP(function, text, size) do {					\
	char *at = (text), first = *at;						\
	long n = (size);							\
	asm volatile("1:	rep stosb\n"					\
		     "	lea 0x10(%%rdi), %%rax\n"				\
		     ".pushsection .rodata\n"					\
		     #function "_at: .long 1b - %c3\n"				\
		     ".popsection"						\
		     : "+D" (at), "+c" (n) : "a" (first), "i" (function) : "memory");	\
} while (0)
#else
#define KPE_STEP(function, text, size) do {					\
	register char *at asm("x0") = (text);					\
	register long n asm("x9") = (size);					\
	asm volatile("1:	add %1, %1, #1\n"				\
		     "	add %1, %1, #1\n"					\
		     ".pushsection .rodata\n"					\
		     #function "_at: .long 1b - %c2\n"				\
		     ".popsection"						\
		     : "+r" (at), "+r" (n) : "i" (function) : "memory");	\
} while (0)
#endif

static KPE_CALLEE long kpe_target_meet(char *text, long size)
{
	KPE_STEP(kpe_target_meet, text, size);
	return gcd(size, 12);
}

static KPE_CALLEE long kpe_target_out(char *text, long size)
{
	KPE_STEP(kpe_target_out, text, size);
	return size;
}

static void meet(long i)
{
	kpe_target_meet(meet_text, 1);
}

/* How many NMIs have interrupted the instruction out of line */
static unsigned long stepping;
module_param(stepping, ulong, 0444);

#ifdef CONFIG_X86
static bool is_within_rep(unsigned long ip)
{
	return ip - (unsigned long)kpe_target_out <= kpe_target_out_at;
}

static void meet_in_nmi(long i, struct pt_regs *regs)
{
	if (!user_mode(regs) && !is_within_rep(regs->ip) &&
	    regs->di - (unsigned long)long_text < KPE_LONG_STEP &&
	    !memcmp((void *)regs->ip, "\xf3\xaa", 2))
		stepping++;
	meet(i);
}
#else
static void meet_in_nmi(long i, struct pt_regs *regs)
{
	meet(i);
}
#endif

void kpe_target_run_meet(long i, unsigned long arg)
{
	switch (arg) {
	case 0:
		meet(i);
		break;
	case 1:
		kpe_target_in_irq(meet, i);
		break;
	default:
		kpe_target_in_nmi(1, meet_in_nmi, i);
	}
}

static struct task_struct *stepper;

static int step(void *unused)
{
	while (!kthread_should_stop()) {
		kpe_target_out(long_text, KPE_LONG_STEP - 16);
		cond_resched();
	}
	return 0;
}

void kpe_target_end_rep(void)
{
	if (stepper)
		kthread_stop(stepper);
	stepper = NULL;
}

void kpe_target_run_rep(long i, unsigned long arg)
{
	if (stepper) {
		kpe_target_end_rep();
		return;
	}
	stepper = kthread_create(step, NULL, "kpe_rep/%lu", arg);
	if (IS_ERR(stepper)) {
		stepper = NULL;
		return;
	}
	kthread_bind(stepper, arg);
	wake_up_process(stepper);
}

static int meet_get(char *buffer, const struct kernel_param *kp)
{
	return sprintf(buffer, "kpe_target_meet+%u\n", kpe_target_meet_at);
}

static int rep_get(char *buffer, const struct kernel_param *kp)
{
	return sprintf(buffer, "kpe_target_out+%u\n", kpe_target_out_at);
}

static const struct kernel_param_ops meet_ops = { .get = meet_get };
static const struct kernel_param_ops rep_ops = { .get = rep_get };
module_param_cb(meet, &meet_ops, NULL, 0400);
module_param_cb(rep, &rep_ops, NULL, 0400);
