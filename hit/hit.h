/* SPDX-License-Identifier: GPL-2.0 */
/*
 * hit - the kernel has come to a point: from registers to records
 *
 * Contract: runs in any context with preemption off and RCU watching, takes no locks,
 * never sleeps. A hit is fetched once, counted, and written into every buffer that
 * wants it, and into none that does not. What is lost is counted, too.
 */
#ifndef KPE_HIT_H
#define KPE_HIT_H

#include <linux/cpumask.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include "hit/fetch.h"
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
void kpe_hit_not_covered(unsigned long ip);
unsigned long kpe_hit_uncovered(unsigned long ip);
int kpe_hit_init(void);
void kpe_hit_exit(void);

/**
 * kpe_wait_for_hits() - wait until no hit is running that began before this call
 *
 * What a hit looks at is protected by preemption being off, no more. For that there
 * is synchronize_rcu(). The kernel's waits for tracepoints, or for RCU's other kinds,
 * include it on some kernels only.
 *
 * Context: may sleep, for a grace period.
 */
static inline void kpe_wait_for_hits(void)
{
	synchronize_rcu();
}

/**
 * kpe_hit_is_covered() - will kpe_wait_for_hits() wait for this CPU
 * @ip: where the kernel was stopped, to count it there if not
 *
 * To be asked before a hit looks at anything that may be freed, its point included. RCU
 * does not watch a CPU that is idle, nor one that comes or goes. On some kernels
 * functions that can be probed are called there, all of them by the CPU's idle task, or
 * by one that plays it. (Where the kernel is entered, and left, none can be probed.)
 *
 * Context: any. Return: true if it will; false: this hit is missed, and counted.
 */
static __always_inline bool kpe_hit_is_covered(unsigned long ip)
{
	if (likely(!(current->flags & PF_IDLE) && current->pid))
		return true;
	if (rcu_is_watching() && cpu_online(raw_smp_processor_id()))
		return true;
	kpe_hit_not_covered(ip);
	return false;
}

#endif
