/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ftrace - callbacks of ftrace
 *
 * Contract: a hit looks up its points by their site. Only points/sites.c adds and removes
 * them.
 */
#ifndef KPE_FTRACE_H
#define KPE_FTRACE_H

#include <linux/ftrace.h>
#include <linux/compiler.h>
#include <linux/hash.h>
#include <linux/types.h>

/**
 * struct kpe_site - an entry of the table of sites
 * @ip: the site; 0: the entry was never used
 * @points: those at the site, by kpe_point.node
 *
 * A cache line has four.
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
	struct kpe_site *entries;
};

/* NULL until the first point; RCU; kpe_arm_mutex for changes */
extern struct kpe_sites __rcu *kpe_sites;

/**
 * kpe_site_of() - find the entry of a site
 * @sites: table
 * @ip: the site
 *
 * Context: any. Return: its entry, or the first unused one, where it would be.
 */
static __always_inline struct kpe_site *kpe_site_of(const struct kpe_sites *sites,
						    unsigned long ip)
{
	unsigned long i = ip * GOLDEN_RATIO_64 >> sites->shift, there;

	while (unlikely((there = READ_ONCE(sites->entries[i].ip)) != ip && there))
		i = (i + 1) & ~0UL >> sites->shift;
	return &sites->entries[i];
}

void kpe_ftrace_entry(unsigned long ip, unsigned long parent_ip,
		      struct ftrace_ops *ops, struct ftrace_regs *fregs);
void kpe_ftrace_nothing(unsigned long ip, unsigned long parent_ip,
			struct ftrace_ops *ops, struct ftrace_regs *fregs);
void kpe_ftrace_trial(unsigned long ip, unsigned long parent_ip,
		      struct ftrace_ops *ops, struct ftrace_regs *fregs);
unsigned long kpe_ftrace_trials(void);

#endif
