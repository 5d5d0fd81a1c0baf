// SPDX-License-Identifier: GPL-2.0
/*
 * The kprobe core has an ftrace_ops for kprobes at function entries. It patches
 * the code for one kprobe at a time and looks up the kprobe at each hit. The
 * ftrace_ops here pass the same registers, with an instruction pointer as
 * after a breakpoint.
 *
 * It takes time to save all registers. So there is an ftrace_ops that gets those of a call,
 * and one that gets all. A site is in the filter of the second if a point there uses other
 * registers, or perf may want any. If a site comes to need it while points there are armed,
 * it is in both filters for a moment, as no hit may be lost. The hits of that time are
 * slower, as each may come twice and must be handled once.
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
 * them at once. A site is in a filter if a point there is hooked; an armed
 * point is always hooked.
 *
 * An ftrace_ops with an empty filter is called for every function, and it is slow
 * to unregister. So each is registered once, when it is first needed, and its filter
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
#include "arch/entry.h"
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

/* bits of kpe_point.hooked */
enum { BY_CALL, BY_ENTRY };

#define NEW	BIT(KPE_NR_HOOKS)	/* also in kpe_point.hooked: set by this change */

/**
 * struct all_ops - all ftrace_ops of the module
 * @hooks: those of points
 * @with_regs: see forget_regs()
 * @without_regs: likewise
 * @trial: hooks a function that is only called to see whether it is hooked
 */
struct all_ops {
	struct hook hooks[KPE_NR_HOOKS];
	struct ftrace_ops with_regs;
	struct ftrace_ops without_regs;
	struct hook trial;
};

static const struct all_ops initial = {
	.hooks[BY_CALL].ops.func = kpe_ftrace_call,
	.hooks[BY_ENTRY].ops = { .func = kpe_ftrace_entry, .flags = KPE_SAVE_REGS },
	.with_regs = { .func = kpe_ftrace_nothing, .flags = KPE_SAVE_REGS },
	.without_regs.func = kpe_ftrace_nothing,
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
	int ret = 0;

	all = kmemdup(&initial, sizeof(initial), GFP_KERNEL);
	if (!all)
		return -ENOMEM;
	enabled = (int *)kpe_kernel_address("ftrace_enabled");
	if (kpe_ftrace_is_dead())
		pr_warn("kprobe_events: entries of functions cannot be probed by ftrace, which has disabled itself after an error\n");
	else if (!enabled)
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
static int set_anchor(struct hook *hook)
{
	if (!anchor)
		anchor = kpe_kernel_address("__traceiter_initcall_level");
	if (anchor && !ftrace_set_filter_ip(&hook->ops, anchor, 0, 1))
		return 0;
	anchor = (unsigned long)never_called;
	return ftrace_set_filter_ip(&hook->ops, anchor, 0, 1);
}

/* The kernel looks at all functions for each change, so the first one is made at once. */
static int start(struct hook *hook, unsigned long *ips, unsigned int n)
{
	int ret = set_anchor(hook);

	if (!ret)
		ret = ftrace_set_filter_ips(&hook->ops, ips, n, 0, 0);
	if (!ret)
		ret = register_ftrace_function(&hook->ops);
	if (ret && ret != -ENODEV)
		ftrace_free_filter(&hook->ops);
	hook->registered = !ret;
	return ret;
}

static int add_sites(struct hook *hook, unsigned long *ips, unsigned int n)
{
	int ret;

	if (!n)
		return 0;
	ret = hook->registered ? ftrace_set_filter_ips(&hook->ops, ips, n, 0, 0) :
				 start(hook, ips, n);
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

static int hook(struct ftrace_ops *ops, unsigned long *ips, unsigned int n)
{
	int ret = ftrace_set_filter_ips(ops, ips, n, 0, 1) ?: register_ftrace_function(ops);

	look_if_stuck(ret == -ENODEV);
	return ret;
}

/*
 * While ftrace is turned off, the kernel does not clear a function's flag for saved
 * registers when the last user of the registers goes. If ftrace is on again when the
 * last ftrace_ops goes, it finds the stale flag, warns and disables itself for good.
 * The kernel clears the flag if another ftrace_ops without registers remains.
 */
static int forget_regs(unsigned long *ips, unsigned int n)
{
	int ret = hook(&all->without_regs, ips, n);

	if (ret)
		return ret;
	ret = hook(&all->with_regs, ips, n);
	if (!ret)
		unregister(&all->with_regs);
	unregister(&all->without_regs);
	return ret;
}

/* List the anchor and all hooked sites. @ips: NULL: only count. Return: number */
static unsigned int list_hooked(unsigned long *ips, unsigned int which)
{
	const struct kpe_point *point = NULL;
	unsigned int n = 1;

	if (ips)
		ips[0] = anchor;
	while ((point = kpe_sites_next(point))) {
		if (!kpe_sites_is_first(point) || !kpe_sites_hooked(point->site, which))
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
static void set_anew(unsigned int which)
{
	unsigned int n = list_hooked(NULL, which);
	unsigned long *ips = kvmalloc_array(n, sizeof(*ips), GFP_KERNEL);
	int ret;

	all->hooks[which].is_stale = true;
	if (!ips)
		return;
	list_hooked(ips, which);
	ret = ftrace_set_filter_ips(&all->hooks[which].ops, ips, n, 0, 1);
	all->hooks[which].is_stale = ret;
	look_if_stuck(ret == -ENODEV);
	kvfree(ips);
}

static void unhook(unsigned long *ips, unsigned int n, unsigned int which)
{
	bool was_on = kpe_ftrace_is_on();
	unsigned int i;

	if (ftrace_set_filter_ips(&all->hooks[which].ops, ips, n, 1, 0))
		set_anew(which);
	look_if_stuck(false);
	if (is_stuck || which == BY_CALL || (was_on && kpe_ftrace_is_on()) || !forget_regs(ips, n))
		return;
	for (i = 0; i < n; i++)
		forget_regs(ips + i, 1);
}

/* Can a point do without this filter? */
static bool is_idle(const struct kpe_point *point, unsigned int which)
{
	if (!(point->hooked & BIT(which)))
		return false;
	return point->state != KPE_ARMED ||
	       (which == BY_CALL && kpe_sites_hooked(point->site, BY_ENTRY));
}

/* Collect up to @room sites to unhook. Return: number */
static unsigned int collect_idle(unsigned long *ips, unsigned int room, unsigned int which)
{
	struct kpe_point *point = NULL;
	unsigned int n = 0;

	while (n < room && (point = kpe_sites_next(point))) {
		if (!is_idle(point, which))
			continue;
		/* an armed one stays in the other filter */
		if (point->state == KPE_ARMED)
			kpe_sites_hook(point, BY_ENTRY);
		kpe_sites_unhook(point, which);
		if (!kpe_sites_hooked(point->site, which))
			ips[n++] = point->site;
	}
	return n;
}

static unsigned int count_idle(unsigned int which)
{
	const struct kpe_point *point = NULL;
	unsigned int n = 0;

	while ((point = kpe_sites_next(point)))
		n += is_idle(point, which);
	return n;
}

static void sweep(unsigned int which)
{
	unsigned int room, nr = count_idle(which), n;
	unsigned long *ips;

	if (all->hooks[which].is_stale)
		set_anew(which);
	if (!nr)
		return;
	ips = get_room(nr, &room);
	do {
		n = collect_idle(ips, room, which);
		if (n)
			unhook(ips, n, which);
	} while (n);
	put_room(ips);
}

/* When it returns, all hits know that they may come twice. */
static void enter_both(void)
{
	if (kpe_sites_in_both)
		return;
	WRITE_ONCE(kpe_sites_in_both, true);
	kpe_wait_for_hits();
}

static void leave_both(void)
{
	if (!kpe_sites_in_both)
		return;
	sweep(BY_CALL);
	if (is_stuck || all->hooks[BY_CALL].is_stale || all->hooks[BY_ENTRY].is_stale)
		return;
	kpe_wait_for_hits();
	WRITE_ONCE(kpe_sites_in_both, false);
}

/**
 * kpe_by_ftrace_is_left() - has a change of a filter to be tried again
 *
 * Context: kpe_arm_mutex. Return: true if kpe_by_ftrace_sweep() must be called later.
 */
bool kpe_by_ftrace_is_left(void)
{
	lockdep_assert_held(&kpe_arm_mutex);
	return !is_stuck && (all->hooks[BY_CALL].is_stale || all->hooks[BY_ENTRY].is_stale ||
			     kpe_sites_in_both);
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
	lockdep_assert_held(&kpe_arm_mutex);
	sweep(BY_CALL);
	sweep(BY_ENTRY);
	leave_both();
	return kpe_by_ftrace_is_left();
}

/* ------------------------------------------------------------------ hooking */

/* May a site of @points be in the other filter, too? */
static bool some_are_in(struct kpe_point **points, unsigned int nr, unsigned int other)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (kpe_sites_hooked(points[i]->site, other))
			return true;
	return nr && all->hooks[other].is_stale;
}

static int hook_points(struct kpe_point **points, unsigned int nr, unsigned long *ips,
		       unsigned int which)
{
	unsigned int i, n = 0;
	int ret;

	if (some_are_in(points, nr, which == BY_CALL ? BY_ENTRY : BY_CALL))
		enter_both();
	for (i = 0; i < nr; i++) {
		if (!kpe_sites_hooked(points[i]->site, which))
			ips[n++] = points[i]->site;
		if (kpe_sites_hook(points[i], which))
			points[i]->hooked |= NEW;
	}
	ret = add_sites(&all->hooks[which], ips, n);
	for (i = 0; i < nr; i++) {
		/* then the filter does not contain @ips */
		if (ret && points[i]->hooked & NEW)
			kpe_sites_unhook(points[i], which);
		points[i]->hooked &= ~NEW;
	}
	return ret;
}

static int hook_entries(struct kpe_point **points, unsigned int nr, unsigned long *ips)
{
	return hook_points(points, nr, ips, BY_ENTRY);
}

/* To hook a return, the stack pointer is enough. A site with all registers keeps them. */
static bool needs_call_only(const struct kpe_point *point)
{
	return KPE_SAVES_LESS && !READ_ONCE(point->probe->event->all_regs) &&
	       kpe_program_uses_only(point->program, kpe_arch_call_has) &&
	       !kpe_sites_hooked(point->site, BY_ENTRY);
}

/* Sort those last which need only the registers of a call. Return: number of others */
static unsigned int sort(struct kpe_point **points, unsigned int nr)
{
	unsigned int i, n = 0;

	for (i = 0; i < nr; i++) {
		if (needs_call_only(points[i]))
			continue;
		swap(points[i], points[n]);
		n++;
	}
	return n;
}

static int arm_some(struct kpe_point **points, unsigned int nr, unsigned long *ips)
{
	unsigned int i, more, n = sort(points, nr);
	int ret = hook_entries(points, n, ips);

	/* the others may be at the same sites */
	if (!ret) {
		more = sort(points + n, nr - n);
		ret = hook_entries(points + n, more, ips) ?:
		      hook_points(points + n + more, nr - n - more, ips, BY_CALL);
	}
	for (i = 0; !ret && i < nr; i++)
		WRITE_ONCE(points[i]->state, KPE_ARMED);
	return ret;
}

/* Return: 0, or an errno of @change(), which has changed the first @done */
static int in_batches(struct kpe_point **points, unsigned int nr, unsigned int *done,
		      int (*change)(struct kpe_point **points, unsigned int nr,
				    unsigned long *ips))
{
	unsigned int room, n;
	unsigned long *ips;
	int ret = 0;

	ips = get_room(nr, &room);
	for (*done = 0; *done < nr; *done += n) {
		n = min(room, nr - *done);
		ret = change(points + *done, n, ips);
		if (ret)
			break;
	}
	put_room(ips);
	leave_both();
	return ret;
}

/**
 * kpe_by_ftrace_arm() - arm points
 * @points: disabled ones, by ftrace; sorted anew
 * @nr: number of @points
 *
 * Context: kpe_arm_mutex; may sleep. Return: 0, or a negative errno with none
 * of them armed.
 */
int kpe_by_ftrace_arm(struct kpe_point **points, unsigned int nr)
{
	unsigned int done;
	int ret;

	lockdep_assert_held(&kpe_arm_mutex);
	if (nr && !kpe_ftrace_is_on())
		return -ENODEV;
	ret = in_batches(points, nr, &done, arm_some);
	if (ret)
		kpe_by_ftrace_disarm(points, done);
	return ret;
}

/**
 * kpe_by_ftrace_save_regs() - save all registers at armed points
 * @points: armed by ftrace
 * @nr: number of @points
 *
 * A hit that has begun may still lack some.
 *
 * Context: kpe_arm_mutex; may sleep. Return: 0 or a negative errno.
 */
int kpe_by_ftrace_save_regs(struct kpe_point **points, unsigned int nr)
{
	unsigned int done;

	lockdep_assert_held(&kpe_arm_mutex);
	return in_batches(points, nr, &done, hook_entries);
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

/* The anchor is the last function in the filter. */
static void stop(struct hook *hook)
{
	bool was_on = kpe_ftrace_is_on();

	if (!hook->registered)
		return;
	unregister(&hook->ops);
	if (!was_on || !kpe_ftrace_is_on())
		forget_regs(&anchor, 1);
}

static void free_all(void)
{
	unsigned int i;

	for (i = 0; i < KPE_NR_HOOKS; i++)
		ftrace_free_filter(&all->hooks[i].ops);
	ftrace_free_filter(&all->with_regs);
	ftrace_free_filter(&all->without_regs);
	ftrace_free_filter(&all->trial.ops);
	kfree(all);
}

/**
 * kpe_by_ftrace_exit() - unregister what is registered
 *
 * If that fails, the only functions that are hooked are never called by others.
 *
 * Context: module init or exit; no point is left; sleeps; takes kpe_arm_mutex.
 */
void kpe_by_ftrace_exit(void)
{
	unsigned int i;

	guard(mutex)(&kpe_arm_mutex);
	for (i = 0; i < KPE_NR_HOOKS; i++)
		stop(&all->hooks[i]);
	if (all->trial.registered)
		unregister(&all->trial.ops);
	if (is_stuck)
		pr_warn("kprobe_events: the kernel keeps the module's ftrace_ops, as ftrace has failed to unregister them\n");
	else
		free_all();
	kpe_sites_exit();
}
