/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_RCUPDATE_H
#define _LINUX_RCUPDATE_H

#define __rcu
#define rcu_dereference_sched(p)	(p)

struct rcu_head {
	void *unused;
};

extern int rcu_held;

static inline void rcu_read_lock(void)
{
	rcu_held++;
}

static inline void rcu_read_unlock(void)
{
	rcu_held--;
}

/* for sparse in the kernel */
#define __release(x) ((void)0)

#endif
