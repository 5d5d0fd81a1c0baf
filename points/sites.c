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

static void free_table(struct kpe_sites *sites)
{
	if (sites) {
		kvfree(sites->entries);
		kvfree(sites->hooked);
	}
	kfree(sites);
}

static void free_later(struct rcu_head *rcu)
{
	free_table(container_of(rcu, struct kpe_sites, rcu));
}

static struct kpe_sites *make_table(unsigned int bits)
{
	struct kpe_sites *sites = kzalloc(sizeof(*sites), GFP_KERNEL);

	if (!sites)
		return NULL;
	sites->shift = 64 - bits;
	sites->entries = kvcalloc(1U << bits, sizeof(*sites->entries), GFP_KERNEL);
	sites->hooked = kvcalloc(1U << bits, sizeof(*sites->hooked), GFP_KERNEL);
	if (sites->entries && sites->hooked)
		return sites;
	free_table(sites);
	return NULL;
}

/* The entry of a site, or the first unused one, where it would be */
static struct kpe_site *place_of(const struct kpe_sites *sites, unsigned long ip)
{
	unsigned long i = kpe_site_hash(sites, ip);

	while (sites->entries[i].ip && sites->entries[i].ip != ip)
		i = kpe_site_after(sites, i);
	return &sites->entries[i];
}

/* The points stay in the old entry, too, for hits that look there. */
static void copy_entry(struct kpe_sites *to, const struct kpe_sites *from, unsigned int at)
{
	const struct kpe_site *old = &from->entries[at];
	struct kpe_site *new = place_of(to, old->ip);

	*new = *old;
	new->points.first->pprev = &new->points.first;
	to->hooked[new - to->entries] = from->hooked[at];
	to->used++;
}

/* Return: 0, or -ENOMEM with the old table in use */
static int replace_table(unsigned int nr)
{
	/* room for half as many more, at least */
	unsigned int bits = max_t(unsigned int, MIN_BITS, order_base_2(nr + nr / 2) + 1);
	struct kpe_sites *old = table(), *new = make_table(bits);
	unsigned int i;

	if (!new)
		return -ENOMEM;
	for (i = 0; old && i < size_of(old); i++)
		if (!hlist_empty(&old->entries[i].points))
			copy_entry(new, old, i);
	rcu_assign_pointer(kpe_sites, new);
	if (old)
		call_rcu(&old->rcu, free_later);
	return 0;
}

/**
 * kpe_sites_init() - make the table
 *
 * Context: module init. Return: 0 or -ENOMEM.
 */
int kpe_sites_init(void)
{
	guard(mutex)(&kpe_arm_mutex);
	return replace_table(0);
}

static int make_room(void)
{
	const struct kpe_sites *sites = table();

	return sites->used < size_of(sites) / 2 ? 0 : replace_table(nr_points + 1);
}

/**
 * kpe_sites_add() - add a point
 * @point: its site is known; not armed
 *
 * Context: kpe_arm_mutex; may sleep. Return: 0 or -ENOMEM.
 */
int kpe_sites_add(struct kpe_point *point)
{
	struct kpe_site *entry;
	int ret = make_room();

	lockdep_assert_held(&kpe_arm_mutex);
	if (ret)
		return ret;
	entry = place_of(table(), point->site);
	hlist_add_head_rcu(&point->node, &entry->points);
	table()->used += !entry->ip;
	WRITE_ONCE(entry->ip, point->site);
	nr_points++;
	return 0;
}

/**
 * kpe_sites_del() - remove a point
 * @point: may not have been added
 *
 * Hits may use it until the end of a grace period.
 *
 * Context: kpe_arm_mutex.
 */
void kpe_sites_del(struct kpe_point *point)
{
	lockdep_assert_held(&kpe_arm_mutex);
	if (hlist_unhashed(&point->node))
		return;
	kpe_sites_unhook(point);
	hlist_del_init_rcu(&point->node);
	nr_points--;
}

/**
 * kpe_sites_shrink() - give back the memory of many points that have gone
 *
 * Without memory, the table stays as it is.
 *
 * Context: kpe_arm_mutex; may sleep.
 */
void kpe_sites_shrink(void)
{
	const struct kpe_sites *sites = table();

	lockdep_assert_held(&kpe_arm_mutex);
	if (size_of(sites) > 1U << MIN_BITS && nr_points < size_of(sites) / 16)
		replace_table(nr_points);
}

/* How many points of a site are hooked */
static u32 *hooked_at(unsigned long site)
{
	const struct kpe_sites *sites = table();

	return &sites->hooked[place_of(sites, site) - sites->entries];
}

/**
 * kpe_sites_hook() - note that the filter has a site for a point
 * @point: in the table
 *
 * Context: kpe_arm_mutex.
 */
void kpe_sites_hook(struct kpe_point *point)
{
	lockdep_assert_held(&kpe_arm_mutex);
	if (!point->hooked)
		++*hooked_at(point->site);
	point->hooked = true;
}

/**
 * kpe_sites_unhook() - undo kpe_sites_hook()
 * @point: in the table
 *
 * Context: kpe_arm_mutex.
 */
void kpe_sites_unhook(struct kpe_point *point)
{
	lockdep_assert_held(&kpe_arm_mutex);
	if (point->hooked)
		--*hooked_at(point->site);
	point->hooked = false;
}

/**
 * kpe_sites_hooked() - does the filter have a site
 * @site: site
 *
 * Context: kpe_arm_mutex. Return: true if it has it for any point.
 */
bool kpe_sites_hooked(unsigned long site)
{
	lockdep_assert_held(&kpe_arm_mutex);
	return *hooked_at(site);
}

/**
 * kpe_sites_is_first() - is a point the first one at its site
 * @point: in the table
 *
 * Context: kpe_arm_mutex. Return: true if it is. There is one at each site.
 */
bool kpe_sites_is_first(const struct kpe_point *point)
{
	lockdep_assert_held(&kpe_arm_mutex);
	return place_of(table(), point->site)->points.first == &point->node;
}

/**
 * kpe_sites_next() - iterate over all points
 * @last: the last one; NULL: begin
 *
 * No point is added or removed meanwhile.
 *
 * Context: kpe_arm_mutex. Return: a point, or NULL at the end.
 */
struct kpe_point *kpe_sites_next(const struct kpe_point *last)
{
	const struct kpe_sites *sites = table();
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

/**
 * kpe_sites_exit() - free the table
 *
 * Context: module init or exit; no point is left, and no hit to come; sleeps.
 */
void kpe_sites_exit(void)
{
	rcu_barrier();
	free_table(rcu_dereference_protected(kpe_sites, true));
	RCU_INIT_POINTER(kpe_sites, NULL);
}
