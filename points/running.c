// SPDX-License-Identifier: GPL-2.0
#include <linux/init.h>
#include <linux/kprobes.h>
#include <linux/uaccess.h>
#include "hit/hit.h"
#include "kernel/symbols.h"
#include "points/arm.h"

static bool trial_is_seen;

/* has a breakpoint, whether ftrace is on or not */
static noinline notrace void trial(void)
{
	barrier();
}

static int trial_handler(struct kprobe *kp, struct pt_regs *regs)
{
	struct kprobe *now;

	trial_is_seen = !copy_from_kernel_nofault(&now, raw_cpu_ptr(kpe_running_kprobe),
						  sizeof(now)) && now == kp;
	return 0;
}

/* keeps the kernel from making it part of an optimized probe */
static void trial_is_over(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
}

/* Find the kernel's variable: a kprobe must find itself in it, in its handler. */
void __init kpe_running_init(void)
{
	struct kprobe kp = {
		.addr = (kprobe_opcode_t *)trial,
		.pre_handler = trial_handler,
		.post_handler = trial_is_over,
	};

	kpe_running_kprobe = (struct kprobe * __percpu *)kpe_kernel_variable("current_kprobe");
	if (!kpe_running_is_known())
		return;
	if (!register_kprobe(&kp)) {
		trial();
		unregister_kprobe(&kp);
	}
	if (!trial_is_seen)
		kpe_running_kprobe = NULL;
}
