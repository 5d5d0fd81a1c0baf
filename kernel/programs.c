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

DEFINE_STATIC_CALL_NULL(kpe_call_programs, trace_call_bpf);

bool kpe_programs_are_known __ro_after_init;

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
	unsigned int tries = 0;

	if (!IS_ENABLED(CONFIG_BPF_EVENTS) ||
	    (IS_ENABLED(CONFIG_KPROBE_EVENTS) && IS_ENABLED(CONFIG_BPF_KPROBE_OVERRIDE)) ||
	    !kpe_find_call(kpe_call_programs, "trace_call_bpf"))
		return;
	while (!is_as_known() && ++tries < TRIES)
		msleep(20);
	kpe_programs_are_known = tries < TRIES;
}
