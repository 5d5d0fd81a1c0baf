// SPDX-License-Identifier: GPL-2.0
/*
 * The kprobe core has an ftrace_ops for kprobes at function entries. It patches
 * the code for one kprobe at a time and looks up the kprobe at each hit. The
 * ftrace_ops here arms any number at once, and its hits have an instruction pointer as
 * after a breakpoint.
 *
 * They get the registers of a call, which take less time to save than all. A point whose
 * program uses others is armed by the kprobe core.
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
 * to unregister. So it is registered once, when it is first needed, and its filter
 * always contains an anchor, a function that is never called. The kernel looks for all
 * functions of a filter, in the order of their addresses, so the best anchor is one of the
 * first.
 *
 * After an anomaly ftrace disables itself (ftrace_kill()), and changes nothing any more. Then
 * functions may stay hooked whose points are disarmed or deleted. Their hits find no armed
 * point, but call the module, so it is never unloaded. The kernel reads an ftrace_ops that it
 * has not unregistered at hits of others, so it must not be the module's memory.
 */
#include <linux/ftrace.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include "arch/arch.h"
#include "compat/cleanup.h"
#include "hit/ftrace.h"
#include "hit/hit.h"
#include "kernel/symbols.h"
#include "points/by_ftrace.h"
#include "points/pin.h"
#include "points/sites.h"
#include "types/program.h"

#define FEW 64		/* addresses in static memory */

/* keeps the filters from being empty where there is no better one */
static noinline void never_called(void)
{
	barrier();
}

static unsigned long anchor;		/* kpe_arm_mutex */

/**
 * struct hook - an ftrace_ops with a filter
 * @ops: ftrace_ops
 * @registered: it is registered
 * @is_stale: see set_anew()
 */
struct hook {
	struct ftrace_ops ops;
	bool registered;
	bool is_stale;
};

/**
 * struct all_ops - all ftrace_ops of the module
 * @points: that of points
 * @trial: hooks a function that is only called to see whether it is hooked
 */
struct all_ops {
	struct hook points;
	struct hook trial;
};

static const struct all_ops initial = {
	.points.ops.func = kpe_ftrace_entry,
	.trial.ops.func = kpe_ftrace_trial,
};

static struct all_ops *all;		/* kpe_arm_mutex */

static unsigned long few[FEW];		/* kpe_arm_mutex */

/* -------------------------------------------- unregistering that has failed */

static bool is_stuck;			/* kpe_arm_mutex */

/**
 * kpe_ftrace_is_dead() - has ftrace disabled itself
 *
 * Then a change is refused before it is looked at; this one has nothing to change.
 *
 * Context: may sleep. Return: true if it has; it is so until the next boot.
 */
bool kpe_ftrace_is_dead(void)
{
	static struct ftrace_ops unused;

	return ftrace_set_filter_ips(&unused, NULL, 0, 0, 0) == -ENODEV;
}

/* After a change: may a function be hooked that should not be? @failed: the change */
static void look_if_stuck(bool failed)
{
	if (is_stuck || (!failed && !kpe_ftrace_is_dead()))
		return;
	is_stuck = true;
	kpe_pin_for_ever("ftrace has failed to unhook functions");
}

static void unregister(struct ftrace_ops *ops)
{
	look_if_stuck(unregister_ftrace_function(ops));
}

/* ---------------------------------------------------- kernel.ftrace_enabled */

static int *enabled;			/* NULL: kallsyms has no variables */

static noinline void trial(void)
{
	barrier();
}

static int hook_trial(void)
{
	int ret = ftrace_set_filter_ip(&all->trial.ops, (unsigned long)trial, 0, 1);

	if (!ret)
		ret = register_ftrace_function(&all->trial.ops);
	all->trial.registered = !ret;
	return ret;
}

/**
 * kpe_by_ftrace_init() - find out how to know if ftrace is turned off
 *
 * Context: module init. Return: 0 or a negative errno.
 */
int kpe_by_ftrace_init(void)
{
	int ret;

	all = kmemdup(&initial, sizeof(initial), GFP_KERNEL);
	if (!all)
		return -ENOMEM;
	ret = kpe_sites_init();
	enabled = (int *)kpe_kernel_address("ftrace_enabled");
	if (kpe_ftrace_is_dead())
		pr_warn("kprobe_events: entries of functions cannot be probed by ftrace, which has disabled itself after an error\n");
	else if (!ret && !enabled)
		ret = hook_trial();
	if (ret)
		kpe_by_ftrace_exit();
	return ret;
}

static bool trial_is_hooked(void)
{
	long before = atomic_long_read(&kpe_ftrace_trials);

	trial();
	return atomic_long_read(&kpe_ftrace_trials) != before;
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
		return !kpe_ftrace_is_dead() && trial_is_hooked();
	return copy_from_kernel_nofault(&value, enabled, sizeof(value)) || value;
}

/* ------------------------------------------------------------------ filters */

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

/* The kernel's first function that ftrace knows runs while it boots, and never again. */
static int set_anchor(void)
{
	if (!anchor)
		anchor = kpe_kernel_address("__traceiter_initcall_level");
	if (anchor && !ftrace_set_filter_ip(&all->points.ops, anchor, 0, 1))
		return 0;
	anchor = (unsigned long)never_called;
	return ftrace_set_filter_ip(&all->points.ops, anchor, 0, 1);
}

/* The kernel looks at all functions for each change, so the first one is made at once. */
static int start(unsigned long *ips, unsigned int n)
{
	struct hook *hook = &all->points;
	int ret = set_anchor();

	if (!ret)
		ret = ftrace_set_filter_ips(&hook->ops, ips, n, 0, 0);
	if (!ret)
		ret = register_ftrace_function(&hook->ops);
	if (ret && ret != -ENODEV)
		ftrace_free_filter(&hook->ops);
	hook->registered = !ret;
	return ret;
}

static int add_sites(unsigned long *ips, unsigned int n)
{
	int ret;

	if (!n)
		return 0;
	ret = all->points.registered ? ftrace_set_filter_ips(&all->points.ops, ips, n, 0, 0) :
				       start(ips, n);
	look_if_stuck(ret == -ENODEV);
	return ret;
}

/* ---------------------------------------------------------------- unhooking */

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

/* List the anchor and all hooked sites. @ips: NULL: only count. Return: number */
static unsigned int list_hooked(unsigned long *ips)
{
	const struct kpe_point *point = NULL;
	unsigned int n = 1;

	if (ips)
		ips[0] = anchor;
	while ((point = kpe_sites_next(point))) {
		if (!kpe_sites_is_first(point) || !kpe_sites_hooked(point->site))
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
	int ret;

	all->points.is_stale = true;
	if (!ips)
		return;
	list_hooked(ips);
	ret = ftrace_set_filter_ips(&all->points.ops, ips, n, 0, 1);
	all->points.is_stale = ret;
	look_if_stuck(ret == -ENODEV);
	kvfree(ips);
}

static bool is_idle(const struct kpe_point *point)
{
	return point->hooked && point->state != KPE_ARMED;
}

/* Collect up to @room sites to unhook. Return: number */
static unsigned int collect_idle(unsigned long *ips, unsigned int room)
{
	struct kpe_point *point = NULL;
	unsigned int n = 0;

	while (n < room && (point = kpe_sites_next(point))) {
		if (!is_idle(point))
			continue;
		kpe_sites_unhook(point);
		if (!kpe_sites_hooked(point->site))
			ips[n++] = point->site;
	}
	return n;
}

static unsigned int count_idle(void)
{
	const struct kpe_point *point = NULL;
	unsigned int n = 0;

	while ((point = kpe_sites_next(point)))
		n += is_idle(point);
	return n;
}

/**
 * kpe_by_ftrace_is_left() - has a change of the filter to be tried again
 *
 * Context: kpe_arm_mutex. Return: true if kpe_by_ftrace_sweep() must be called later.
 */
bool kpe_by_ftrace_is_left(void)
{
	lockdep_assert_held(&kpe_arm_mutex);
	return !is_stuck && all->points.is_stale;
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
	if (all->points.is_stale)
		set_anew();
	if (!nr)
		return kpe_by_ftrace_is_left();
	ips = get_room(nr, &room);
	while ((n = collect_idle(ips, room))) {
		if (ftrace_set_filter_ips(&all->points.ops, ips, n, 1, 0))
			set_anew();
		look_if_stuck(false);
	}
	put_room(ips);
	return kpe_by_ftrace_is_left();
}

/**
 * kpe_by_ftrace_hold() - keep a function hooked while the kprobe core unhooks it
 * @site: its site
 *
 * While ftrace is turned off, the kernel does not clear a function's flag for saved
 * registers when the last user of the function goes. If ftrace is on again when the
 * last ftrace_ops goes, it finds the stale flag, warns and disables itself for good.
 * The kernel clears the flag if another ftrace_ops without registers remains. The next
 * sweep unhooks the function.
 *
 * Context: kpe_arm_mutex; may sleep.
 */
void kpe_by_ftrace_hold(unsigned long site)
{
	lockdep_assert_held(&kpe_arm_mutex);
	if (!add_sites(&site, 1))
		all->points.is_stale = true;
}

/* ------------------------------------------------------------------ hooking */

static int arm_some(struct kpe_point **points, unsigned int nr, unsigned long *ips)
{
	unsigned int i, n = 0;
	int ret;

	for (i = 0; i < nr; i++) {
		if (!kpe_sites_hooked(points[i]->site))
			ips[n++] = points[i]->site;
		kpe_sites_hook(points[i]);
	}
	ret = add_sites(ips, n);
	for (i = 0; i < nr; i++) {
		if (ret)
			kpe_sites_unhook(points[i]);
		else
			WRITE_ONCE(points[i]->state, KPE_ARMED);
	}
	/* it may have sites that were to be unhooked soon */
	all->points.is_stale |= ret && all->points.registered;
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
	unsigned int room, n, done;
	unsigned long *ips;
	int ret = 0;

	lockdep_assert_held(&kpe_arm_mutex);
	if (nr && !kpe_ftrace_is_on())
		return -ENODEV;
	ips = get_room(nr, &room);
	for (done = 0; !ret && done < nr; done += n) {
		n = min(room, nr - done);
		ret = arm_some(points + done, n, ips);
	}
	put_room(ips);
	if (ret)
		kpe_by_ftrace_disarm(points, done);
	return ret;
}

/**
 * kpe_by_ftrace_del() - remove points that are being unregistered
 * @points: those by ftrace were added before; may be armed if their module is unloaded
 * @nr: number of @points
 *
 * Hits may use them until the end of a grace period.
 *
 * Context: kpe_arm_mutex; may sleep. Return: as kpe_by_ftrace_sweep().
 */
bool kpe_by_ftrace_del(struct kpe_point **points, unsigned int nr)
{
	unsigned int i;
	bool any = false, again;

	lockdep_assert_held(&kpe_arm_mutex);
	for (i = 0; i < nr; i++) {
		if (!points[i]->by_ftrace)
			continue;
		WRITE_ONCE(points[i]->state, KPE_DISABLED);
		any |= points[i]->hooked;
	}
	again = any && kpe_by_ftrace_sweep();
	for (i = 0; i < nr; i++)
		kpe_sites_del(points[i]);
	kpe_sites_shrink();
	return again;
}

/**
 * kpe_by_ftrace_exit() - unregister what is registered
 *
 * If that fails, the only functions that are hooked are never called by others. The kernel
 * does not wait for hits that look at an ftrace_ops if ftrace is turned off meanwhile.
 *
 * Context: module init or exit; no point is left; sleeps; takes kpe_arm_mutex.
 */
void kpe_by_ftrace_exit(void)
{
	guard(mutex)(&kpe_arm_mutex);
	if (all->points.registered)
		unregister(&all->points.ops);
	if (all->trial.registered)
		unregister(&all->trial.ops);
	kpe_wait_for_hits();
	kpe_sites_exit();
	if (is_stuck) {
		pr_warn("kprobe_events: the kernel keeps the module's ftrace_ops, as ftrace has failed to unregister them\n");
		return;
	}
	ftrace_free_filter(&all->points.ops);
	ftrace_free_filter(&all->trial.ops);
	kfree(all);
}
