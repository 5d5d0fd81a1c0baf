// SPDX-License-Identifier: GPL-2.0
/*
 * The kprobe core has an ftrace_ops for kprobes at function entries. It patches the code for one
 * kprobe at a time and looks up the kprobe at each hit. The ftrace_ops here arms any number at
 * once, and its hits have an instruction pointer as after a breakpoint.
 *
 * They get the registers of a call, which take less time to save than all. A point whose
 * program uses others is armed by the kprobe core.
 *
 * A point may also have a registered kprobe, which stays disabled. It checks the place and follows
 * the module; the handler of a return probe's kprobe hooks the return.
 *
 * A change of the filter costs much more per call than per function. So disarmed functions stay
 * hooked for a short time, and the sweep unhooks all of them at once. A site is in the filter if a
 * point there is hooked; an armed point is always hooked.
 *
 * After an anomaly ftrace disables itself (ftrace_kill()), and changes nothing any more. Then
 * functions may stay hooked whose points are disarmed or deleted. Their hits find no armed
 * point, but call the module, so it is never unloaded. The kernel reads an ftrace_ops that it
 * has not unregistered at hits of others, so it must not be the module's memory.
 */
#include <linux/ftrace.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/stop_machine.h>
#include <linux/uaccess.h>
#include "arch/arch.h"
#include "compat/cleanup.h"
#include "compat/ftrace.h"
#include "hit/ftrace.h"
#include "hit/hit.h"
#include "kernel/symbols.h"
#include "points/by_ftrace.h"
#include "points/filter.h"
#include "points/sites.h"
#include "types/program.h"

/* hooks a function that is only called to see whether it is hooked */
struct trial {
	struct ftrace_ops ops;
	bool is_registered;
};

static struct trial *trial;		/* kpe_arm_mutex */
static bool is_stale;			/* see set_filter_anew(); kpe_arm_mutex */

/* -------------------------------------------- unregistering that has failed */

static bool is_stuck;			/* kpe_arm_mutex */
static const char *pinned;		/* why; kpe_arm_mutex for changes */

/* Why the module stays loaded until the next boot; NULL: it does not */
const char *kpe_pinned(void)
{
	return READ_ONCE(pinned);
}

/*
 * Has ftrace disabled itself, until the next boot? Then a change is refused before it is
 * looked at; this one changes nothing, but waits for ftrace's lock. Context: may sleep.
 */
bool kpe_ftrace_is_dead(void)
{
	static struct ftrace_ops unused;

	return ftrace_set_filter(&unused, NULL, 0, 0) == -ENODEV;
}

/*
 * After a change: may a function be hooked that should not be? @failed: the change. Events can
 * still be deleted: hits find no point then. At exit it is too late to stay.
 */
static void look_if_stuck(bool failed)
{
	if (is_stuck || (!failed && !kpe_ftrace_is_dead()))
		return;
	is_stuck = true;
	if (!try_module_get(THIS_MODULE))
		return;
	WRITE_ONCE(pinned, "ftrace has failed to unhook functions");
	pr_err("kprobe_events: the module stays loaded until the next boot, as %s\n", pinned);
}

/* ---------------------------------------------------- kernel.ftrace_enabled */

static int *enabled;			/* NULL: kallsyms has no variables */

static noinline void try_ftrace(void)
{
	barrier();
}

/* Find out how to know if ftrace is turned off. Context: module init. Return: 0 or an errno */
int kpe_by_ftrace_init(void)
{
	int ret;

	trial = kzalloc(sizeof(*trial), GFP_KERNEL);
	if (!trial)
		return -ENOMEM;
	trial->ops.func = KPE_FTRACE_FUNC(kpe_ftrace_trial);
	trial->ops.flags = KPE_UNGUARDED;
	ret = kpe_filter_init() ?: kpe_sites_init();
	enabled = (int *)kpe_kernel_address("ftrace_enabled");
	if (kpe_ftrace_is_dead()) {
		pr_warn("kprobe_events: entries of functions cannot be probed by ftrace, which has disabled itself after an error\n");
	} else if (!ret && !enabled) {
		ret = ftrace_set_filter_ip(&trial->ops, kpe_arch_site((unsigned long)try_ftrace),
					   0, 1);
		if (!ret)
			ret = register_ftrace_function(&trial->ops);
		trial->is_registered = !ret;
	}
	if (ret)
		kpe_by_ftrace_exit();
	return ret;
}

/* Is kernel.ftrace_enabled not 0? Context: kpe_mutex or kpe_arm_mutex */
bool kpe_ftrace_is_on(void)
{
	long before = atomic_long_read(&kpe_ftrace_trials);
	int value;

	kpe_assert_model_or_arm_mutex();
	if (enabled)
		return copy_from_kernel_nofault(&value, enabled, sizeof(value)) || value;
	if (kpe_ftrace_is_dead())
		return false;
	try_ftrace();
	return atomic_long_read(&kpe_ftrace_trials) != before;
}

/* ------------------------------------------------------------------ filters */

/* Add a point that is being registered, and is not armed. Return: 0 or -ENOMEM */
int kpe_by_ftrace_add(struct kpe_point *point)
{
	return kpe_sites_add(point);
}

static int add_sites(unsigned long *ips, unsigned int n)
{
	int ret;

	if (!n)
		return 0;
	ret = kpe_filter_add(ips, n);
	look_if_stuck(ret == -ENODEV);
	return ret;
}

/* ---------------------------------------------------------------- unhooking */

/* List all hooked sites behind the first place. @ips: NULL: only count. Return: number */
static unsigned int list_hooked(unsigned long *ips)
{
	const struct kpe_point *point = NULL;
	unsigned int n = 1;

	while ((point = kpe_sites_next(point))) {
		/* the last one at its site */
		if (point->node.next || !kpe_sites_hooked(point->site))
			continue;
		if (ips)
			ips[n] = point->site;
		n++;
	}
	return n;
}

/*
 * A change of the filter fails as a whole, without memory or if one function no longer exists. Such
 * a function cannot be removed from a filter, and would hook the code that is loaded in its place.
 * So the filter is replaced. If that fails, too, the filter may contain stale sites until the next
 * try. Sites that it still contains can be armed.
 */
static void set_filter_anew(void)
{
	unsigned int n = list_hooked(NULL);
	unsigned long *ips = kvmalloc_array(n, sizeof(*ips), GFP_KERNEL);
	int ret;

	is_stale = true;
	if (!ips)
		return;
	list_hooked(ips);
	ret = kpe_filter_keep(ips, n);
	is_stale = ret;
	look_if_stuck(ret == -ENODEV);
	kvfree(ips);
}

static bool is_idle(const struct kpe_point *point)
{
	return point->hooked && point->state != KPE_ARMED;
}

/* Has a change of the filter to be tried again, by kpe_by_ftrace_sweep()? */
bool kpe_by_ftrace_is_left(void)
{
	lockdep_assert_held(&kpe_arm_mutex);
	return !is_stuck && is_stale;
}

/* Without memory the functions stay hooked for now; their hits are ignored. */
static void unhook_idle(void)
{
	bool was_idle = false, hooked = false;
	struct kpe_point *point = NULL;
	unsigned int nr = 0, n = 0;
	unsigned long *ips;

	while ((point = kpe_sites_next(point)))
		nr += is_idle(point);
	ips = nr ? kvmalloc_array(nr, sizeof(*ips), GFP_KERNEL) : NULL;
	while ((point = kpe_sites_next(point))) {
		if (is_idle(point)) {
			point->hooked = false;
			was_idle = true;
		}
		hooked |= point->hooked;
		if (point->node.next)
			continue;
		if (ips && was_idle && !hooked)
			ips[n++] = point->site;
		was_idle = false;
		hooked = false;
	}
	if (is_stale || (nr && !ips) ||
	    (n && kpe_filter_drop(ips, n)))
		set_filter_anew();
	if (nr)
		look_if_stuck(false);
	kvfree(ips);
}

/*
 * Unhook the functions whose points are disarmed. The kernel marks a function that is hooked with
 * all registers saved. If its last user goes while ftrace is turned off, the mark stays; once
 * ftrace is on again and unused, the kernel finds it, warns and disables ftrace for good. So this
 * waits for ftrace, and keeps it on. Context: may sleep. Return: true to try again later
 */
bool kpe_by_ftrace_sweep(void)
{
	lockdep_assert_held(&kpe_arm_mutex);
	if (!kpe_filter_is_used())
		return false;
	kpe_filter_keep_ftrace_on(true);
	/* the first waits for the lock under which ftrace is turned off */
	if (kpe_ftrace_is_dead() || kpe_ftrace_is_on())
		unhook_idle();
	else
		is_stale = true;
	kpe_filter_keep_ftrace_on(false);
	return kpe_by_ftrace_is_left();
}

/*
 * Keep a function hooked while the kprobe core unhooks it, so that the last user is this one,
 * until a sweep. Context: may sleep.
 */
void kpe_by_ftrace_hold(unsigned long site)
{
	lockdep_assert_held(&kpe_arm_mutex);
	/* twice would be in the filters of two batches, and hit twice */
	if (!kpe_sites_hooked(site) && !add_sites(&site, 1))
		is_stale = true;
}

/* ------------------------------------------------------------------ hooking */

/* Arm disabled points. Context: may sleep. Return: 0, or an errno with none of them armed */
int kpe_by_ftrace_arm(struct kpe_point **points, unsigned int nr)
{
	unsigned long *ips;
	unsigned int i, n = 0;
	int ret;

	lockdep_assert_held(&kpe_arm_mutex);
	if (!kpe_ftrace_is_on())
		return -ENODEV;
	/* no site may be left there that no point has */
	if (is_stale)
		kpe_by_ftrace_sweep();
	ips = kvmalloc_array(nr, sizeof(*ips), GFP_KERNEL);
	if (!ips)
		return -ENOMEM;
	/* of many at one site the newest is found first */
	for (i = nr; i--;) {
		if (!kpe_sites_hooked(points[i]->site))
			ips[n++] = points[i]->site;
		points[i]->hooked = true;
	}
	ret = add_sites(ips, n);
	kvfree(ips);
	for (i = 0; i < nr; i++) {
		if (ret)
			points[i]->hooked = false;
		else
			WRITE_ONCE(points[i]->state, KPE_ARMED);
	}
	/* it may have sites that were to be unhooked soon */
	is_stale |= ret && kpe_filter_is_used();
	return ret;
}

/*
 * Those of ftrace may be armed if their module is unloaded. Hits may use them until the end of a
 * grace period. Context: may sleep. Return: as kpe_by_ftrace_sweep()
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

static int give(void *data)
{
	struct kpe_point *point = data;

	kpe_sites_del(point);
	/* last, as an NMI's hit must not be both's; pairs with kpe_point_by_ftrace() */
	smp_store_release(&point->by_ftrace, false);
	return 0;
}

/*
 * Leave a point's hits to its kprobe, which is enabled. The next sweep unhooks the function.
 * A hit asks both, one after the other, and all CPUs stop between hits. Context: may sleep.
 */
void kpe_by_ftrace_give(struct kpe_point *point)
{
	lockdep_assert_held(&kpe_arm_mutex);
	is_stale |= point->hooked;
	stop_machine(give, point, NULL);
}

/*
 * Unregister an ftrace_ops with ftrace turned off. The kernel clears a function's mark, see
 * kpe_by_ftrace_sweep(), when an ftrace_ops that saves all registers is unregistered and one
 * that does not is left. So a twin of the other kind uses the same filter meanwhile.
 */
static int unregister_marked(struct ftrace_ops *ops)
{
	struct ftrace_ops *twin = kzalloc(sizeof(*twin), GFP_KERNEL);
	bool saves = ops->flags & FTRACE_OPS_FL_SAVE_REGS;
	int ret;

	if (!twin)
		return unregister_ftrace_function(ops);
	twin->func = KPE_FTRACE_FUNC(kpe_ftrace_trial);
	twin->flags = KPE_UNGUARDED | FTRACE_OPS_FL_INITIALIZED |
		      (saves ? 0 : FTRACE_OPS_FL_SAVE_REGS);
	twin->func_hash = ops->func_hash;
	if (register_ftrace_function(twin)) {
		kfree(twin);
		return unregister_ftrace_function(ops);
	}
	ret = unregister_ftrace_function(saves ? ops : twin) ?:
	      unregister_ftrace_function(saves ? twin : ops);
	if (!ret) {
		kpe_wait_for_hits();
		kfree(twin);
	}
	return ret;
}

/*
 * Unregister what is registered. If that fails, the only functions that are hooked are never
 * called by others. The kernel does not wait for hits that look at an ftrace_ops if ftrace is
 * turned off meanwhile. Context: no point is left; sleeps; takes kpe_arm_mutex.
 */
void kpe_by_ftrace_exit(void)
{
	bool is_off;

	guard(mutex)(&kpe_arm_mutex);
	is_off = kpe_by_ftrace_sweep();
	if (kpe_filter_is_used())
		look_if_stuck(kpe_filter_end(is_off ? unregister_marked :
					     unregister_ftrace_function));
	if (trial->is_registered)
		look_if_stuck(unregister_ftrace_function(&trial->ops));
	kpe_wait_for_hits();
	kpe_sites_exit();
	if (is_stuck) {
		pr_warn("kprobe_events: the kernel keeps the module's ftrace_ops, as ftrace has failed to unregister them\n");
		return;
	}
	kpe_filter_exit();
	kpe_free_filter(&trial->ops);
	kfree(trial);
}
