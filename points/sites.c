// SPDX-License-Identifier: GPL-2.0
/*
 * A look-up begins at the hash of the site and ends at the entry of the site. At least half
 * of the entries were never used, so it mostly reads one cache line. An entry never changes
 * its site. One without points serves the next point there, or is left out when the table
 * is replaced.
 */
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include "compat/cleanup.h"
#include "hit/ftrace.h"
#include "points/sites.h"

#define MIN_BITS 8

static unsigned int nr_points;	/* in the table; kpe_arm_mutex */

static struct kpe_sites *table(void)
{
	return rcu_dereference_protected(kpe_sites, lockdep_is_held(&kpe_arm_mutex));
}

static unsigned int size_of(const struct kpe_sites *sites)
{
	return 1U << (64 - sites->shift);
}

static void free_later(struct rcu_head *rcu)
{
	kvfree(container_of(rcu, struct kpe_sites, rcu));
}

/* The entry of a site, or the first unused one, where it would be */
static struct kpe_site *place_of(struct kpe_sites *sites, unsigned long ip)
{
	unsigned long i = kpe_site_hash(sites, ip);

	while (sites->entries[i].ip && sites->entries[i].ip != ip)
		i = kpe_site_after(sites, i);
	return &sites->entries[i];
}

/* With room for half as many more, at least. Return: 0, or -ENOMEM with the old one in use */
static int replace_table(unsigned int nr)
{
	unsigned int bits = max_t(unsigned int, MIN_BITS, order_base_2(nr + nr / 2) + 1);
	struct kpe_sites *old = table(), *new;
	struct kpe_site *from, *to;

	new = kvzalloc(struct_size(new, entries, 1UL << bits), GFP_KERNEL);
	if (!new)
		return -ENOMEM;
	new->shift = 64 - bits;
	for (from = old ? old->entries : NULL; old && from < old->entries + size_of(old); from++) {
		if (hlist_empty(&from->points))
			continue;
		/* the points stay in the old entry, too, for hits that look there */
		to = place_of(new, from->ip);
		*to = *from;
		to->points.first->pprev = &to->points.first;
		new->used++;
	}
	rcu_assign_pointer(kpe_sites, new);
	if (old)
		call_rcu(&old->rcu, free_later);
	return 0;
}

/* Make the table. Context: module init. Return: 0 or -ENOMEM */
int kpe_sites_init(void)
{
	guard(mutex)(&kpe_arm_mutex);
	return replace_table(0);
}

/* Add a point that is not armed, and whose site is known. Return: 0 or -ENOMEM */
int kpe_sites_add(struct kpe_point *point)
{
	struct kpe_site *entry;
	int ret = 0;

	lockdep_assert_held(&kpe_arm_mutex);
	if (table()->used >= size_of(table()) / 2)
		ret = replace_table(nr_points + 1);
	if (ret)
		return ret;
	entry = place_of(table(), point->site);
	hlist_add_head_rcu(&point->node, &entry->points);
	table()->used += !entry->ip;
	WRITE_ONCE(entry->ip, point->site);
	nr_points++;
	return 0;
}

/* Hits may use it until the end of a grace period. Context: any, for who has kpe_arm_mutex */
void kpe_sites_del(struct kpe_point *point)
{
	if (hlist_unhashed(&point->node))
		return;
	point->hooked = false;
	hlist_del_init_rcu(&point->node);
	nr_points--;
}

/* Give back the memory of many points that have gone, if there is memory for a new table. */
void kpe_sites_shrink(void)
{
	const struct kpe_sites *sites = table();

	lockdep_assert_held(&kpe_arm_mutex);
	if (size_of(sites) > 1U << MIN_BITS && nr_points < size_of(sites) / 16)
		replace_table(nr_points);
}

/* Does the filter have a site for any point? */
bool kpe_sites_hooked(unsigned long site)
{
	const struct kpe_point *point;

	lockdep_assert_held(&kpe_arm_mutex);
	hlist_for_each_entry(point, &place_of(table(), site)->points, node)
		if (point->hooked)
			return true;
	return false;
}

/* Behind @last, or NULL to begin, while no point is added or removed. Return: NULL at the end */
struct kpe_point *kpe_sites_next(const struct kpe_point *last)
{
	struct kpe_sites *sites = table();
	const struct kpe_site *entry;

	lockdep_assert_held(&kpe_arm_mutex);
	if (last && last->node.next)
		return hlist_entry(last->node.next, struct kpe_point, node);
	entry = last ? place_of(sites, last->site) + 1 : sites->entries;
	for (; entry < sites->entries + size_of(sites); entry++)
		if (!hlist_empty(&entry->points))
			return hlist_entry(entry->points.first, struct kpe_point, node);
	return NULL;
}

/* Free the table. Context: no point is left, and no hit to come; sleeps */
void kpe_sites_exit(void)
{
	rcu_barrier();
	kvfree(rcu_dereference_protected(kpe_sites, true));
	RCU_INIT_POINTER(kpe_sites, NULL);
}
