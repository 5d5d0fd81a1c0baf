// SPDX-License-Identifier: GPL-2.0
/*
 * The kprobe core has an ftrace_ops for kprobes at function entries. It patches
 * the code for one kprobe at a time and looks up the kprobe at each hit. The
 * ftrace_ops here passes the same registers, with an instruction pointer as
 * after a breakpoint.
 *
 * A point may also have a registered kprobe, which stays disabled. The kprobe
 * checks the place and follows the module. The handler of a return probe's kprobe
 * hooks the return.
 *
 * A point stays in the table of sites while it is registered. Hits ignore it unless it is
 * armed.
 *
 * A change of the filter costs much more per call than per function. So
 * disarmed functions stay hooked for a short time, and the sweep unhooks all of
 * them at once. A site is in the filter if a point there is hooked; an armed
 * point is always hooked.
 *
 * An ftrace_ops with an empty filter is called for every function, and it is slow
 * to unregister. So the ftrace_ops is registered once, and its filter always
 * contains an anchor, a function that is never called.
 */
#include <linux/ftrace.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include "arch/entry.h"
#include "hit/ftrace.h"
#include "hit/hit.h"
#include "kernel/symbols.h"
#include "points/by_ftrace.h"
#include "points/sites.h"

#define FEW 64		/* addresses in static memory */
/* keeps the filter from being empty */
static noinline void anchor(void)
{
	barrier();
}

static bool registered;			/* kpe_arm_mutex */
static bool is_stale;			/* likewise; see set_anew() */
static unsigned long few[FEW];		/* kpe_arm_mutex */

/* ------------------------------------------------- kernel.ftrace_enabled */

static int *enabled;			/* NULL: kallsyms has no variables */

/* hooks a function that is only called to see whether it is hooked */
static struct ftrace_ops trial_ops = { .func = kpe_ftrace_trial };

static noinline void trial(void)
{
	barrier();
}

/**
 * kpe_by_ftrace_init() - find out how to know if ftrace is turned off
 *
 * Context: module init. Return: 0 or a negative errno.
 */
int kpe_by_ftrace_init(void)
{
	int ret;

	enabled = (int *)kpe_kernel_address("ftrace_enabled");
	if (enabled)
		return 0;
	ret = ftrace_set_filter_ip(&trial_ops, (unsigned long)trial, 0, 1);
	if (!ret)
		ret = register_ftrace_function(&trial_ops);
	if (ret)
		ftrace_free_filter(&trial_ops);
	return ret;
}

static bool trial_is_hooked(void)
{
	unsigned long before = kpe_ftrace_trials();

	trial();
	return kpe_ftrace_trials() != before;
}

/**
 * kpe_ftrace_is_on() - is kernel.ftrace_enabled not 0
 *
 * Context: kpe_mutex or kpe_arm_mutex.
 */
bool kpe_ftrace_is_on(void)
{
	int value;

	kpe_assert_model_or_arm_mutex();
	if (!enabled)
		return trial_is_hooked();
	return copy_from_kernel_nofault(&value, enabled, sizeof(value)) || value;
}

/* -------------------------------------------------------------- arming */

static struct ftrace_ops entry_ops = {
	.func = kpe_ftrace_entry,
	.flags = KPE_SAVE_REGS,
};

/**
 * kpe_by_ftrace_add() - add a point that is being registered
 * @point: by ftrace, and not armed
 *
 * Context: kpe_arm_mutex; may sleep. Return: 0 or -ENOMEM.
 */
int kpe_by_ftrace_add(struct kpe_point *point)
{
	lockdep_assert_held(&kpe_arm_mutex);
	return kpe_sites_add(point);
}

/* The first hooked point at a site, of several; NULL: the site is not in the filter */
static const struct kpe_point *hooked_at(unsigned long site)
{
	const struct hlist_head *points = kpe_sites_at(site);
	const struct kpe_point *point;

	if (!points)
		return NULL;
	hlist_for_each_entry(point, points, node)
		if (point->is_hooked)
			return point;
	return NULL;
}

/* Memory for all addresses, or for a few */
static unsigned long *get_room(unsigned int nr, unsigned int *room)
{
	unsigned long *ips = NULL;

	*room = nr;
	if (nr > FEW)
		ips = kvmalloc_array(nr, sizeof(*ips), GFP_KERNEL);
	if (ips)
		return ips;
	*room = min_t(unsigned int, nr, FEW);
	return few;
}

static void put_room(unsigned long *ips)
{
	if (ips != few)
		kvfree(ips);
}

/* The kernel looks at all functions for each change, so the first one is made at once. */
static int start(unsigned long *ips, unsigned int n)
{
	int ret = ftrace_set_filter_ip(&entry_ops, (unsigned long)anchor, 0, 1);

	if (!ret)
		ret = ftrace_set_filter_ips(&entry_ops, ips, n, 0, 0);
	if (!ret)
		ret = register_ftrace_function(&entry_ops);
	registered = !ret;
	return ret;
}

static int add_sites(unsigned long *ips, unsigned int n)
{
	if (!n)
		return 0;
	return registered ? ftrace_set_filter_ips(&entry_ops, ips, n, 0, 0) : start(ips, n);
}

static bool is_among(unsigned long ip, const unsigned long *ips, unsigned int n)
{
	while (n--)
		if (ips[n] == ip)
			return true;
	return false;
}

/* The filter does not contain @ips. */
static void undo(struct kpe_point **points, unsigned int nr,
		 const unsigned long *ips, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		WRITE_ONCE(points[i]->state, KPE_DISABLED);
		if (is_among(points[i]->site, ips, n))
			points[i]->is_hooked = false;
	}
}

static int arm_some(struct kpe_point **points, unsigned int nr,
		    unsigned long *ips)
{
	unsigned int i, n = 0;
	int ret;

	for (i = 0; i < nr; i++) {
		if (!hooked_at(points[i]->site))
			ips[n++] = points[i]->site;
		points[i]->is_hooked = true;
		WRITE_ONCE(points[i]->state, KPE_ARMED);
	}
	ret = add_sites(ips, n);
	if (ret)
		undo(points, nr, ips, n);
	return ret;
}

/**
 * kpe_by_ftrace_arm() - arm points
 * @points: disabled ones, by ftrace
 * @nr: number of @points
 *
 * Context: kpe_arm_mutex; may sleep. Return: 0, or a negative errno with none
 * of them armed.
 */
int kpe_by_ftrace_arm(struct kpe_point **points, unsigned int nr)
{
	unsigned int room, done, n;
	unsigned long *ips;
	int ret = 0;

	lockdep_assert_held(&kpe_arm_mutex);
	if (nr && !kpe_ftrace_is_on())
		return -ENODEV;
	ips = get_room(nr, &room);
	for (done = 0; done < nr && !ret; done += n) {
		n = min(room, nr - done);
		ret = arm_some(points + done, n, ips);
	}
	put_room(ips);
	if (ret)
		kpe_by_ftrace_disarm(points, done - n);
	return ret;
}

/**
 * kpe_by_ftrace_disarm() - disarm points
 * @points: armed ones, by ftrace
 * @nr: number of @points
 *
 * Hits that have begun still finish. The functions stay hooked until the caller
 * calls kpe_by_ftrace_sweep().
 *
 * Context: kpe_arm_mutex. Cannot fail.
 */
void kpe_by_ftrace_disarm(struct kpe_point **points, unsigned int nr)
{
	unsigned int i;

	lockdep_assert_held(&kpe_arm_mutex);
	for (i = 0; i < nr; i++)
		WRITE_ONCE(points[i]->state, KPE_DISABLED);
}

static struct ftrace_ops with_regs = {
	.func = kpe_ftrace_nothing,
	.flags = KPE_SAVE_REGS,
};

static struct ftrace_ops without_regs = { .func = kpe_ftrace_nothing };

static int hook(struct ftrace_ops *ops, unsigned long *ips, unsigned int n)
{
	return ftrace_set_filter_ips(ops, ips, n, 0, 1) ?:
	       register_ftrace_function(ops);
}

/*
 * While ftrace is turned off, the kernel does not clear a function's flag for saved
 * registers when the last user of the registers goes. If ftrace is on again when the
 * last ftrace_ops goes, it finds the stale flag, warns and disables itself for good.
 * The kernel clears the flag if another ftrace_ops without registers remains.
 */
static int forget_regs(unsigned long *ips, unsigned int n)
{
	int ret = hook(&without_regs, ips, n);

	if (ret)
		return ret;
	ret = hook(&with_regs, ips, n);
	if (!ret)
		unregister_ftrace_function(&with_regs);
	unregister_ftrace_function(&without_regs);
	return ret;
}

/* List the anchor and all hooked sites. @ips: NULL: only count. Return: number */
static unsigned int list_hooked(unsigned long *ips)
{
	const struct kpe_point *point = NULL;
	unsigned int n = 1;

	if (ips)
		ips[0] = (unsigned long)anchor;
	while ((point = kpe_sites_next(point))) {
		if (hooked_at(point->site) != point)
			continue;
		if (ips)
			ips[n] = point->site;
		n++;
	}
	return n;
}

/*
 * A change of the filter fails as a whole, without memory or if one function no
 * longer exists. Such a function cannot be removed from a filter, and would hook
 * the code that is loaded in its place. So the filter is replaced. If that fails,
 * too, the filter may contain stale sites until the next try. Sites that it still
 * contains can be armed.
 */
static void set_anew(void)
{
	unsigned int n = list_hooked(NULL);
	unsigned long *ips = kvmalloc_array(n, sizeof(*ips), GFP_KERNEL);

	is_stale = true;
	if (!ips)
		return;
	list_hooked(ips);
	is_stale = ftrace_set_filter_ips(&entry_ops, ips, n, 0, 1);
	kvfree(ips);
}

static void unhook(unsigned long *ips, unsigned int n)
{
	bool was_on = kpe_ftrace_is_on();
	unsigned int i;

	if (ftrace_set_filter_ips(&entry_ops, ips, n, 1, 0))
		set_anew();
	if ((was_on && kpe_ftrace_is_on()) || !forget_regs(ips, n))
		return;
	for (i = 0; i < n; i++)
		forget_regs(ips + i, 1);
}

/* Collect up to @room sites to unhook. Return: number */
static unsigned int collect_idle(unsigned long *ips, unsigned int room)
{
	struct kpe_point *point = NULL;
	unsigned int n = 0;

	while (n < room && (point = kpe_sites_next(point))) {
		if (!point->is_hooked || point->state == KPE_ARMED)
			continue;
		point->is_hooked = false;
		if (!hooked_at(point->site))
			ips[n++] = point->site;
	}
	return n;
}

static unsigned int count_idle(void)
{
	const struct kpe_point *point = NULL;
	unsigned int n = 0;

	while ((point = kpe_sites_next(point)))
		n += point->is_hooked && point->state != KPE_ARMED;
	return n;
}

/**
 * kpe_by_ftrace_sweep() - unhook the functions whose points are disarmed
 *
 * Without memory, functions may stay hooked; their hits are ignored.
 *
 * Context: kpe_arm_mutex; may sleep. Return: true if the caller must try again
 * later.
 */
bool kpe_by_ftrace_sweep(void)
{
	unsigned int room, nr = count_idle(), n;
	unsigned long *ips;

	lockdep_assert_held(&kpe_arm_mutex);
	if (is_stale)
		set_anew();
	if (!nr)
		return is_stale;
	ips = get_room(nr, &room);
	do {
		n = collect_idle(ips, room);
		if (n)
			unhook(ips, n);
	} while (n);
	put_room(ips);
	return is_stale;
}

/**
 * kpe_by_ftrace_del() - remove points that are being unregistered
 * @points: added before; may be armed if their module is unloaded
 * @nr: number of @points
 *
 * Hits may use them until the end of a grace period.
 *
 * Context: kpe_arm_mutex; may sleep. Return: as kpe_by_ftrace_sweep().
 */
bool kpe_by_ftrace_del(struct kpe_point **points, unsigned int nr)
{
	unsigned int i;

	lockdep_assert_held(&kpe_arm_mutex);
	kpe_by_ftrace_disarm(points, nr);
	kpe_by_ftrace_sweep();
	for (i = 0; i < nr; i++)
		kpe_sites_del(points[i]);
	kpe_sites_shrink();
	return is_stale;
}

/**
 * kpe_by_ftrace_exit() - unregister what is registered
 *
 * Context: module init or exit; no point is left; sleeps.
 */
void kpe_by_ftrace_exit(void)
{
	if (registered)
		unregister_ftrace_function(&entry_ops);
	ftrace_free_filter(&entry_ops);
	ftrace_free_filter(&with_regs);
	ftrace_free_filter(&without_regs);
	if (!enabled)
		unregister_ftrace_function(&trial_ops);
	ftrace_free_filter(&trial_ops);
	kpe_sites_exit();
}
