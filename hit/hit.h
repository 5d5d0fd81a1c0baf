/* SPDX-License-Identifier: GPL-2.0 */
/*
 * hit - handle a hit of a point: write records
 *
 * Contract: runs in any context with preemption off and RCU watching, takes no locks,
 * never sleeps. A hit is counted, fetched once, and written only into the buffers that
 * take it. Lost records are counted.
 */
#ifndef KPE_HIT_H
#define KPE_HIT_H

#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include "hit/fetch.h"
#include "language/definition.h"
#include "model/point.h"

#define KPE_MAX_UNCOVERED 64	/* places; there are only a few such functions */

/**
 * struct kpe_uncovered - hits that cannot be handled
 * @ip: place, which stays as its users cannot be waited for; 0: no place yet
 * @hits: since the module was loaded
 */
struct kpe_uncovered {
	unsigned long ip;
	atomic_long_t hits;
};

extern struct kpe_uncovered kpe_uncovered[KPE_MAX_UNCOVERED];

void kpe_hit_entry(struct kpe_point *point, struct pt_regs *regs);
void kpe_hit_hook(struct kpe_point *point, struct pt_regs *regs);
void kpe_hit_return(struct kpe_point *point, struct kpe_hit *hit);
bool kpe_hit_save(struct kpe_point *point, struct pt_regs *regs, u8 *saved);
void kpe_hit_not_covered(unsigned long ip);

/**
 * kpe_wait_for_hits() - wait until all hits that have begun are over
 *
 * Hits run with preemption off, which synchronize_rcu() waits for. The kernel's waits
 * for tracepoints, and for other kinds of RCU, include that on some kernels only.
 *
 * Context: may sleep, for a grace period.
 */
static inline void kpe_wait_for_hits(void)
{
	synchronize_rcu();
}

/**
 * kpe_hits_until_now() - remember which hits have begun
 *
 * Context: any. Return: for kpe_wait_for_hits_until().
 */
static inline unsigned long kpe_hits_until_now(void)
{
	return get_state_synchronize_rcu();
}

/**
 * kpe_wait_for_hits_until() - wait until all hits are over that had begun by then
 * @then: from kpe_hits_until_now()
 *
 * Context: may sleep, for a grace period, unless there has been one since.
 */
static inline void kpe_wait_for_hits_until(unsigned long then)
{
	cond_synchronize_rcu(then);
}

/**
 * kpe_hit_is_covered() - does kpe_wait_for_hits() wait for this hit
 * @ip: probe point, for which a missed hit is counted
 *
 * Call this before a hit accesses anything that may be freed, its point included. RCU
 * does not watch a CPU that is idle or going online or offline. On some kernels the
 * idle task, or a task that acts as one, calls functions there that can be probed.
 * (The entry and exit code of the kernel cannot be probed.)
 *
 * Context: any. Return: true if it does; false: this hit is counted as missed.
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

/**
 * kpe_hit_is_covered_at() - as kpe_hit_is_covered(), with less to look at
 * @ip: likewise
 * @count: preempt count of the probed code
 *
 * A task that is idle, or acts as if it were, has preemption off all the time.
 *
 * Context: any. Return: as kpe_hit_is_covered().
 */
static __always_inline bool kpe_hit_is_covered_at(unsigned long ip, unsigned int count)
{
	return (IS_ENABLED(CONFIG_PREEMPT_COUNT) && likely(!count)) || kpe_hit_is_covered(ip);
}

#endif
