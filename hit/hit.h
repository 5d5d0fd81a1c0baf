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

#define KPE_MAX_WITHOUT_RCU 64	/* places; there are only a few such functions */

/* Hits at a place since the module was loaded that cannot be handled; @ip is 0 if unused */
struct kpe_without_rcu {
	unsigned long ip;
	atomic_long_t hits;
};

/* Places stay, as their users cannot be waited for. */
extern struct kpe_without_rcu kpe_without_rcu[KPE_MAX_WITHOUT_RCU];

/*
 * The kernel's current_kprobe; NULL: not known. Does not change after module init. The core
 * hooks a return only where no kprobe is running, as its handler of the return forgets the one
 * that is. Where it cannot be seen whether one is, only the core may hook returns.
 */
extern struct kprobe * __percpu *kpe_running_kprobe;

static inline bool kpe_running_is_known(void)
{
	return kpe_running_kprobe;
}

/* Handlers of the kprobe core, for a struct kpe_kprobe */
int kpe_kprobe_entry(struct kprobe *kp, struct pt_regs *regs);
int kpe_kprobe_save(struct kretprobe_instance *ri, struct pt_regs *regs);
int kpe_kprobe_return(struct kretprobe_instance *ri, struct pt_regs *regs);

void kpe_hit_any(struct kpe_point *point, struct pt_regs *regs, enum kpe_way way,
		 unsigned int count, const u8 *saved, unsigned long ret_ip);
void kpe_hit_hook(struct kpe_point *point, struct pt_regs *regs);
bool kpe_hit_save(struct kpe_point *point, struct pt_regs *regs, u8 *saved);
void kpe_hit_without_rcu(unsigned long ip);

/*
 * Wait until all hits that have begun are over: they run with preemption off, which
 * synchronize_rcu() waits for. The kernel's waits for tracepoints, and for other kinds of RCU,
 * include that on some kernels only.
 */
static inline void kpe_wait_for_hits(void)
{
	synchronize_rcu();
}

/* Which hits have begun, for kpe_wait_for_hits_until() */
static inline unsigned long kpe_hits_until_now(void)
{
	return get_state_synchronize_rcu();
}

/* Sleeps unless there has been a grace period since then. */
static inline void kpe_wait_for_hits_until(unsigned long then)
{
	cond_synchronize_rcu(then);
}

/*
 * Does kpe_wait_for_hits() wait for this hit? If not, it is counted as missed. Ask before a hit
 * accesses what may be freed, its point included. RCU does not watch a CPU that is idle or going
 * online or offline. On some kernels the idle task, or one that acts as it, calls functions there
 * that can be probed. (The entry and exit code of the kernel cannot be probed.)
 */
static __always_inline bool kpe_hit_has_rcu(unsigned long ip)
{
	if (likely(!(current->flags & PF_IDLE) && current->pid))
		return true;
	if (rcu_is_watching() && cpu_online(raw_smp_processor_id()))
		return true;
	kpe_hit_without_rcu(ip);
	return false;
}

/* A task that is idle, or acts as if it were, has preemption off all the time. */
static __always_inline bool kpe_hit_has_rcu_at(unsigned long ip, unsigned int count)
{
	return (IS_ENABLED(CONFIG_PREEMPT_COUNT) && likely(!count)) || kpe_hit_has_rcu(ip);
}

#endif
