/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ftrace - callbacks of ftrace
 *
 * Contract: a hit looks up its points by their site. Only points/sites.c adds and removes any.
 */
#ifndef KPE_FTRACE_H
#define KPE_FTRACE_H

#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/compiler.h>
#include <linux/hash.h>
#include <linux/types.h>
#include "compat/ftrace.h"

/* An entry, of which a cache line has four. The points are linked by kpe_point.node. */
struct kpe_site {
	unsigned long ip;	/* 0 if the entry was never used */
	struct hlist_head points;
};

struct kpe_sites {
	struct rcu_head rcu;
	unsigned int shift;	/* from a product to the hash, which has 64 - @shift bits */
	unsigned int used;	/* entries that were used, at most half of all */
	/* a site is in the first one that is not another's, from its hash on */
	struct kpe_site entries[] ____cacheline_aligned;
};

/* RCU; kpe_arm_mutex for changes */
extern struct kpe_sites __rcu *kpe_sites;

/* Where a site is looked for first, and where after that */
static __always_inline unsigned long kpe_site_hash(const struct kpe_sites *sites,
						   unsigned long ip)
{
	return ip * GOLDEN_RATIO_64 >> sites->shift;
}

static __always_inline unsigned long kpe_site_after(const struct kpe_sites *sites,
						    unsigned long i)
{
	return (i + 1) & ~0UL >> sites->shift;
}

extern atomic_long_t kpe_ftrace_trials;

void kpe_ftrace_entry(unsigned long ip, unsigned long parent_ip,
		      struct ftrace_ops *ops, struct ftrace_regs *fregs);
void kpe_ftrace_trial(unsigned long ip, unsigned long parent_ip,
		      struct ftrace_ops *ops, struct ftrace_regs *fregs);

#endif
