/* SPDX-License-Identifier: GPL-2.0 */
/*
 * hit - the kernel has come to a point: from registers to records
 *
 * Contract: runs in any context with preemption off, takes no locks, never
 * sleeps. A hit is fetched once, counted, and written into every buffer that
 * wants it, and into none that does not. What is lost is counted, too.
 */
#ifndef KPE_HIT_H
#define KPE_HIT_H

#include <linux/rcupdate.h>
#include "fetch.h"
#include "trace_kprobe.h"

/**
 * struct kpe_file_link - an enabled event file
 * @list: in kpe_event.files
 * @file: the kernel's
 * @rcu: for freeing
 */
struct kpe_file_link {
	struct list_head list;
	struct trace_event_file *file;
	struct rcu_head rcu;
};

void kpe_hit_entry(struct kpe_point *point, struct pt_regs *regs);
void kpe_hit_hook(struct kpe_point *point, struct pt_regs *regs);
void kpe_hit_return(struct kpe_point *point, struct kpe_hit *hit);
bool kpe_hit_save(struct kpe_point *point, struct pt_regs *regs, u8 *saved);
int kpe_hit_init(void);
void kpe_hit_exit(void);

/**
 * kpe_hit_site() - the kernel has come to a point that no kprobe of it stops
 * @point: armed; of a return probe its handler is the kernel's, which hooks the
 *	return
 * @regs: at the function's entry; they get the instruction pointer that a
 *	breakpoint there leaves behind, for the while
 *
 * Context: any, preemption off.
 */
static __always_inline void kpe_hit_site(struct kpe_point *point,
					 struct pt_regs *regs)
{
	struct kpe_kprobe *kprobe = point->kprobe;
	unsigned long ip = regs->ip;

	regs->ip = point->site + sizeof(kprobe_opcode_t);
	if (unlikely(kprobe && kprobe->rp.handler))
		kpe_hit_hook(point, regs);
	else
		kpe_hit_entry(point, regs);
	regs->ip = ip;
}

#endif
