// SPDX-License-Identifier: GPL-2.0
/*
 * To attach such a program, the kernel wants TRACE_EVENT_FL_KPROBE. If the program overrides
 * a return, it then takes the event for one of its own kprobe events, and looks at what is
 * around its struct trace_event_call. A kernel without such programs never looks, and one
 * without kprobe events of its own refuses them.
 */
#include <linux/delay.h>
#include "kernel/programs.h"
#include "kernel/symbols.h"

#define TRIES	50

unsigned int kpe_no_programs(struct trace_event_call *call, void *ctx)
{
	return 0;
}

DEFINE_STATIC_CALL(kpe_call_programs, kpe_no_programs);

static bool are_known __ro_after_init;

bool kpe_programs_are_known(void)
{
	return are_known;
}

/* Without programs it returns 1, or 0 while a task that was preempted runs one on this CPU. */
static bool __init is_as_known(void)
{
	static struct trace_event_call call __initdata;
	static struct pt_regs regs __initdata;
	bool wanted;

	preempt_disable();
	wanted = static_call(kpe_call_programs)(&call, &regs) == 1;
	preempt_enable();
	return wanted;
}

void __init kpe_programs_init(void)
{
	unsigned int tries = TRIES;
	typeof(trace_call_bpf) *fn;

	if (!IS_ENABLED(CONFIG_BPF_EVENTS) ||
	    (IS_ENABLED(CONFIG_KPROBE_EVENTS) && IS_ENABLED(CONFIG_BPF_KPROBE_OVERRIDE)))
		return;
	fn = (void *)kpe_kernel_function("trace_call_bpf");
	if (!fn)
		return;
	static_call_update(kpe_call_programs, fn);
	for (; !are_known && tries; tries--) {
		are_known = is_as_known();
		if (!are_known)
			msleep(20);
	}
}
