// SPDX-License-Identifier: GPL-2.0
/*
 * fentry - the means at a function's entry: one ftrace_ops for all points
 *
 * A kprobe at a function's entry is an ftrace_ops of the kprobe core, which
 * patches the code for one at a time and looks the kprobe up at each hit. What
 * it does then is what is done here: its handler gets the same registers, an
 * instruction pointer as behind a breakpoint included. So the kprobe stays
 * registered, because that is what asks whether a probe may be there, and
 * follows modules; but it stays disabled, and its handler is called from here.
 * A return probe's hooks the return, so those are served as well.
 *
 * A point is found by its address. It is in the table from its registration
 * on, so that hits never see it move, and counts while its state is armed.
 *
 * An ftrace_ops whose filter is empty is called for every function, and to
 * unregister one takes a long wait. So ours is registered once, and an anchor is
 * always in its filter: a function of our own that nobody calls.
 */
#include <linux/ftrace.h>
#include <linux/hashtable.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include "fentry.h"
#include "hit.h"
#include "probe.h"

#define FEW 64		/* addresses that need no memory */

static DEFINE_HASHTABLE(by_address, 11);
static bool registered;			/* kpe_arm_mutex */
static unsigned long few[FEW];		/* kpe_arm_mutex */

/* ------------------------------------------------------------- the hits */

/* A return probe's handler is the kernel's, which hooks the return. */
static __always_inline void arrive(struct kpe_point *point,
				   struct pt_regs *regs)
{
	struct kprobe *kp = &point->rp.kp;
	unsigned long ip = regs->ip;

	regs->ip = (unsigned long)kp->addr + sizeof(kprobe_opcode_t);
	if (point->rp.handler)
		kp->pre_handler(kp, regs);
	else
		kpe_hit_entry(point, regs);
	regs->ip = ip;
}

static void __kprobes hit(unsigned long ip, unsigned long parent_ip,
			  struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct pt_regs *regs = ftrace_get_regs(fregs);
	struct kpe_point *point;

	if (unlikely(!regs))
		return;
	preempt_disable_notrace();
	hash_for_each_possible_rcu_notrace(by_address, point, node, ip)
		if ((unsigned long)point->rp.kp.addr == ip &&
		    READ_ONCE(point->state) == KPE_ARMED)
			arrive(point, regs);
	preempt_enable_notrace();
}

/* -------------------------------------------------------------- arming */

static struct ftrace_ops entry_ops = {
	.func = hit,
	.flags = FTRACE_OPS_FL_SAVE_REGS,
};

/**
 * kpe_fentry_fits() - can a point be armed here
 * @point: registered
 *
 * The init text of a module leaves ftrace behind the back of those who trace it.
 *
 * Return: true if its kprobe lies on an ftrace site that stays.
 */
bool kpe_fentry_fits(const struct kpe_point *point)
{
	return point->rp.kp.flags & KPROBE_FLAG_FTRACE && !point->in_init;
}

/**
 * kpe_fentry_add() - a point has been registered
 * @point: fits, and is not armed
 */
void kpe_fentry_add(struct kpe_point *point)
{
	hash_add_rcu(by_address, &point->node,
		     (unsigned long)point->rp.kp.addr);
}

/**
 * kpe_fentry_del() - a point is about to be unregistered
 * @point: that was added, and is not armed
 *
 * Hits may still look at it until a grace period is over.
 */
void kpe_fentry_del(struct kpe_point *point)
{
	hash_del_rcu(&point->node);
}

/* Is another point armed at the address of @point? */
static bool is_shared(const struct kpe_point *point)
{
	unsigned long ip = (unsigned long)point->rp.kp.addr;
	const struct kpe_point *other;

	hash_for_each_possible(by_address, other, node, ip)
		if (other != point && other->state == KPE_ARMED &&
		    (unsigned long)other->rp.kp.addr == ip)
			return true;
	return false;
}

/* Sets the states, and collects the addresses for which that matters. */
static unsigned int collect(struct kpe_point **points, unsigned int nr,
			    enum kpe_point_state state, unsigned long *ips)
{
	unsigned int i, n = 0;

	for (i = 0; i < nr; i++) {
		if (!is_shared(points[i]))
			ips[n++] = (unsigned long)points[i]->rp.kp.addr;
		WRITE_ONCE(points[i]->state, state);
	}
	return n;
}

static int start(void)
{
	int ret;

	if (registered)
		return 0;
	ret = ftrace_set_filter_ip(&entry_ops, (unsigned long)kpe_anchor, 0, 1);
	if (!ret)
		ret = register_ftrace_function(&entry_ops);
	registered = !ret;
	return ret;
}

static int add_addresses(unsigned long *ips, unsigned int n)
{
	int ret = start();

	if (ret || !n)
		return ret;
	return ftrace_set_filter_ips(&entry_ops, ips, n, 0, 0);
}

/* What cannot be removed for want of memory is called in vain. */
static void remove_addresses(unsigned long *ips, unsigned int n)
{
	if (n)
		ftrace_set_filter_ips(&entry_ops, ips, n, 1, 0);
}

static int arm_some(struct kpe_point **points, unsigned int nr,
		    unsigned long *ips)
{
	int ret = add_addresses(ips, collect(points, nr, KPE_ARMED, ips));

	if (ret)
		remove_addresses(ips, collect(points, nr, KPE_DISABLED, ips));
	return ret;
}

static void disarm_some(struct kpe_point **points, unsigned int nr,
			unsigned long *ips)
{
	remove_addresses(ips, collect(points, nr, KPE_DISABLED, ips));
}

/* Room for all addresses, or else for a few. */
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

/**
 * kpe_fentry_arm() - arm points
 * @points: disabled ones that fit
 * @nr: of them
 *
 * Context: kpe_arm_mutex; may sleep. Return: 0, or a negative errno with none
 * of them armed.
 */
int kpe_fentry_arm(struct kpe_point **points, unsigned int nr)
{
	unsigned int room, done, n;
	unsigned long *ips;
	int ret = 0;

	ips = get_room(nr, &room);
	for (done = 0; done < nr && !ret; done += n) {
		n = min(room, nr - done);
		ret = arm_some(points + done, n, ips);
	}
	if (ips != few)
		kvfree(ips);
	if (ret)
		kpe_fentry_disarm(points, done - n);
	return ret;
}

/**
 * kpe_fentry_disarm() - disarm points
 * @points: armed ones
 * @nr: of them
 *
 * Hits that are on their way still arrive.
 *
 * Context: kpe_arm_mutex; may sleep. Cannot fail.
 */
void kpe_fentry_disarm(struct kpe_point **points, unsigned int nr)
{
	unsigned int room, done, n;
	unsigned long *ips;

	ips = get_room(nr, &room);
	for (done = 0; done < nr; done += n) {
		n = min(room, nr - done);
		disarm_some(points + done, n, ips);
	}
	if (ips != few)
		kvfree(ips);
}

/**
 * kpe_fentry_exit() - let go of the kernel's code
 *
 * Context: module exit; no point is left; sleeps.
 */
void kpe_fentry_exit(void)
{
	if (registered)
		unregister_ftrace_function(&entry_ops);
	ftrace_free_filter(&entry_ops);
}
