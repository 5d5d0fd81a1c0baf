/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ftrace - callbacks of ftrace
 *
 * Contract: a hit looks up its points by their site. Only points/sites.c adds and removes
 * them.
 */
#ifndef KPE_FTRACE_H
#define KPE_FTRACE_H

#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/ftrace.h>
#include <linux/compiler.h>
#include <linux/hash.h>
#include <linux/types.h>

/*
 * An entry of the table, of which a cache line has four: a site, 0 if the entry was never
 * used, and the points there, by kpe_point.node
 */
struct kpe_site {
	unsigned long ip;
	struct hlist_head points;
};

/**
 * struct kpe_sites - the table of sites
 * @rcu: for freeing
 * @shift: from a product to the hash; the hash has 64 - @shift bits
 * @used: number of entries that were used, at most half of all
 * @entries: a site is in the first one that is not another's, from its hash on
 */
struct kpe_sites {
	struct rcu_head rcu;
	unsigned int shift;
	unsigned int used;
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

/*
 * The entry of a site, which stays its; NULL: it has none. A hit must not look at the points
 * of an unused entry: it may become another site's at any moment, also that of an armed one.
 */
static __always_inline struct kpe_site *kpe_site_at(struct kpe_sites *sites,
						    unsigned long ip)
{
	struct kpe_site *entry = &sites->entries[kpe_site_hash(sites, ip)];
	unsigned long there;

	while (unlikely((there = READ_ONCE(entry->ip)) != ip)) {
		if (!there)
			return NULL;
		entry = &sites->entries[kpe_site_after(sites, entry - sites->entries)];
	}
	return entry;
}

/* Calls of kpe_ftrace_trial() */
extern atomic_long_t kpe_ftrace_trials;

void kpe_ftrace_entry(unsigned long ip, unsigned long parent_ip,
		      struct ftrace_ops *ops, struct ftrace_regs *fregs);
void kpe_ftrace_trial(unsigned long ip, unsigned long parent_ip,
		      struct ftrace_ops *ops, struct ftrace_regs *fregs);

#endif
