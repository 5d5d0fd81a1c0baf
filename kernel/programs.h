/* SPDX-License-Identifier: GPL-2.0 */
/*
 * programs - run BPF programs that get registers
 *
 * Contract: the kernel's function that its own kprobe events call is looked up and tried once.
 * Where it is not found, no event takes such programs.
 */
#ifndef KPE_PROGRAMS_H
#define KPE_PROGRAMS_H

#include <linux/static_call.h>
#include <linux/trace_events.h>

extern bool kpe_programs_are_known;	/* after kpe_programs_init() */

/* Module init; may sleep */
void kpe_programs_init(void);

DECLARE_STATIC_CALL(kpe_call_programs, trace_call_bpf);

/*
 * Run the programs of an event. @regs: all registers. Context: a hit. Return: false if perf is
 * not to have the hit
 */
static __always_inline bool kpe_programs_run(struct trace_event_call *call, struct pt_regs *regs)
{
	return static_call(kpe_call_programs)(call, regs);
}

#endif
