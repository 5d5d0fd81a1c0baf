// SPDX-License-Identifier: GPL-2.0
/*
 * limit - count the hits of events with budgets, and stop events
 *
 * $rate and $stop are counted by compare-and-exchange, so a rejected hit changes nothing
 * that other CPUs read. An event stops in two steps: a hit marks it, and a work item,
 * which may sleep, disables it. Between them is an irq_work, as a hit may be in an NMI.
 *
 * An event with a trigger stays registered when it is disabled, and the kernel does not
 * say when it is enabled again. So the next hit looks for that.
 *
 * Lifetime: the limits of an event live as long as the event. They start anew when no
 * hit uses them.
 */
#include <linux/atomic.h>
#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/moduleparam.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/trace_clock.h>
#include "compat/workqueue.h"
#include "hit/count.h"
#include "hit/limit.h"

/**
 * struct kpe_limits - the budgets of an event
 * @n: as defined; 0: not given
 * @matches: hits of a CPU, per CPU; NULL without $every
 * @second: for $rate: low half of the jiffies when a second began, and records since then
 * @taken: for $stop: hits that are recorded, or may be
 * @recorded: for $stop: hits that are recorded
 */
struct kpe_limits {
	unsigned long n[KPE_NR_BUDGETS];
	unsigned long __percpu *matches;
	atomic64_t second;
	atomic_long_t taken;
	atomic_long_t recorded;
};

/* ----------------------------------------------------------------- stopping */

static struct delayed_work *stop_work;

static void queue_stop(struct irq_work *unused)
{
	/* at once, also if it is to be tried again later */
	mod_delayed_work(kpe_workqueue(), stop_work, 0);
}

static DEFINE_IRQ_WORK(stop_irq, queue_stop);

static void __kprobes stop(struct kpe_event *event, enum kpe_stopped why, u8 share)
{
	if (cmpxchg(&event->stopped, KPE_RUNS, why) != KPE_RUNS)
		return;
	/* from here on each hit asks kpe_limit_take() */
	WRITE_ONCE(event->only, NULL);
	WRITE_ONCE(event->share, share);
	irq_work_queue(&stop_irq);
}

/* -------------------------------------------------------------------- $rate */

static __always_inline u64 pack_second(u32 start, u32 records)
{
	return (u64)start << 32 | records;
}

/* Slices of a second; the clock is the kernel's ticks, which cost nothing to read. */
static __always_inline bool take_from_second(struct kpe_limits *limits, u32 *second)
{
	s64 old = atomic64_read(&limits->second);
	u32 records;

	do {
		const u32 now = jiffies;

		*second = (u64)old >> 32;
		records = old;
		if (now - *second >= HZ) {
			*second = now;
			records = 0;
		}
		if (records >= limits->n[KPE_RATE] || records == U32_MAX)
			return false;
	} while (!atomic64_try_cmpxchg(&limits->second, &old,
				       pack_second(*second, records + 1)));
	return true;
}

/* What was not used of a second that has ended is lost. */
static void __kprobes give_back_to_second(struct kpe_limits *limits, u32 second)
{
	s64 old = atomic64_read(&limits->second);

	do {
		if ((u64)old >> 32 != second)
			return;
	} while (!atomic64_try_cmpxchg(&limits->second, &old, old - 1));
}

/* -------------------------------------------------------------------- $stop */

static __always_inline bool take_from_all(struct kpe_limits *limits)
{
	long taken = atomic_long_read(&limits->taken);

	do {
		if ((unsigned long)taken >= limits->n[KPE_STOP])
			return false;
	} while (!atomic_long_try_cmpxchg(&limits->taken, &taken, taken + 1));
	return true;
}

/* --------------------------------------------------------------------- hits */

static __always_inline bool is_nth(const struct kpe_limits *limits)
{
	return this_cpu_inc_return(*limits->matches) % limits->n[KPE_EVERY] == 0;
}

static __always_inline bool take(struct kpe_limits *limits, u32 *second)
{
	if (limits->n[KPE_EVERY] && !is_nth(limits))
		return false;
	if (limits->n[KPE_RATE] && !take_from_second(limits, second))
		return false;
	if (!limits->n[KPE_STOP] || take_from_all(limits))
		return true;
	if (limits->n[KPE_RATE])
		give_back_to_second(limits, *second);
	return false;
}

/* Is an event that was disabled enabled again? Only a hit can see this, see above. */
static bool __no_stack_protector __kprobes goes_on(struct kpe_event *event, u8 stopped)
{
	u8 old;

	if (!kpe_is_enabled_again(event, stopped))
		return false;
	old = cmpxchg(&event->stopped, stopped, KPE_RUNS);
	if (old == stopped)
		WRITE_ONCE(event->enabled_at, jiffies);
	return old == stopped || old == KPE_RUNS;
}

/**
 * kpe_limit_take() - may a hit be recorded
 * @event: has users; of the hit, which its condition accepts
 * @second: filled, for kpe_limit_settle()
 *
 * Context: any, preemption off; no locks. Return: true if it may; then
 * kpe_limit_settle() follows.
 */
bool __no_stack_protector __kprobes kpe_limit_take(struct kpe_event *event, u32 *second)
{
	/* pairs with the releases in events/stop.c */
	const u8 stopped = smp_load_acquire(&event->stopped);

	if (unlikely(stopped) && !goes_on(event, stopped))
		return false;
	return !event->limits || take(event->limits, second);
}

/**
 * kpe_limit_settle() - say whether a hit was recorded
 * @event: kpe_limit_take() returned true for it
 * @second: from it
 * @recorded: in a buffer at least
 *
 * Context: any, preemption off; no locks.
 */
void __no_stack_protector __kprobes
kpe_limit_settle(struct kpe_event *event, u32 second, bool recorded)
{
	struct kpe_limits *limits = event->limits;

	if (!limits)
		return;
	if (!recorded) {
		if (limits->n[KPE_RATE])
			give_back_to_second(limits, second);
		if (limits->n[KPE_STOP])
			atomic_long_dec(&limits->taken);
	} else if (limits->n[KPE_STOP] &&
		   atomic_long_inc_return(&limits->recorded) == limits->n[KPE_STOP]) {
		stop(event, KPE_STOPPED_BY_BUDGET, 0);
	}
}

/* --------------------------------------------------------------------- time */

/*
 * At this share, a CPU does little else for a whole second. No probe that is to observe a
 * machine at work comes near: with about 0.15 us for a hit by ftrace, and 0.7 us for one by
 * a breakpoint, a function would have to be called millions of times in that second on one
 * CPU. Kernels that check themselves are slow in hits more than elsewhere.
 */
#define MAX_SHARE	75

static unsigned int max_hit_share =
	IS_ENABLED(CONFIG_KASAN) || IS_ENABLED(CONFIG_KCSAN) || IS_ENABLED(CONFIG_LOCKDEP) ?
	0 : MAX_SHARE;

static int set_share(const char *val, const struct kernel_param *kp)
{
	return param_set_uint_minmax(val, kp, 0, 100);
}

static const struct kernel_param_ops share_ops = {
	.set = set_share,
	.get = param_get_uint,
};

module_param_cb(max_hit_share, &share_ops, &max_hit_share, 0644);
MODULE_PARM_DESC(max_hit_share,
		 "Percent of a CPU's time that hits of an event may take for a second; 0: all");

/* Longer ones were interrupted, or stolen by a hypervisor. */
#define LONGEST_HIT	(50 * NSEC_PER_USEC)

/**
 * kpe_max_hit_share() - the parameter of that name
 *
 * Context: any. Return: percent; 0: no limit.
 */
unsigned int kpe_max_hit_share(void)
{
	return READ_ONCE(max_hit_share);
}

/*
 * Most events never take so much time that a part per CPU is worth its memory. So what all
 * CPUs take together is summed up first, in short slices; half of what a single CPU may
 * take is enough to look at each.
 */
#define SLICE		(HZ / 8)
#define SLICE_PERCENT	((long)(NSEC_PER_SEC / 8 / 100))

static void __kprobes add_for_all(struct kpe_event *event, u64 spent)
{
	const unsigned int max = READ_ONCE(max_hit_share);
	const u32 now = jiffies;

	/* a sample may be lost between the two */
	if (now - READ_ONCE(event->load_begun) >= SLICE) {
		WRITE_ONCE(event->load_begun, now);
		atomic_long_set(&event->load_all, 0);
	}
	if (atomic_long_add_return(spent, &event->load_all) > max * SLICE_PERCENT / 2 && max) {
		WRITE_ONCE(event->load_wanted, true);
		kpe_busy_ask();
	}
}

static void __kprobes judge(struct kpe_event *event, struct kpe_load *load, u64 now)
{
	unsigned int max = READ_ONCE(max_hit_share);
	u64 share = div64_u64(load->spent * 100, now - load->since);

	load->since = now;
	load->spent = 0;
	if (max && share > max)
		stop(event, KPE_STOPPED_BY_LOAD, min(share, 100ULL));
}

/**
 * kpe_load_add() - add the time of a hit that is measured
 * @event: of the hit
 * @start: trace_clock_local() at its start
 * @before: nanoseconds that the kernel takes until then, and afterwards
 *
 * A hit in an interrupt may come in between; then a sample may be lost.
 *
 * Context: any, preemption off; no locks.
 */
void __no_stack_protector __kprobes kpe_load_add(struct kpe_event *event, u64 start,
						 unsigned int before)
{
	struct kpe_load __percpu *loads = READ_ONCE(event->load);
	const u64 now = trace_clock_local();
	const u64 spent = (min(now - start, (u64)LONGEST_HIT) + before) * KPE_SAMPLING;
	struct kpe_load *load;

	if (!loads) {
		add_for_all(event, spent);
		return;
	}
	load = this_cpu_ptr(loads);
	load->spent += spent;
	if (unlikely(now - load->since >= NSEC_PER_SEC))
		judge(event, load, now);
}

/* --------------------------------------------------------------------- life */

/**
 * kpe_limits_make() - make the limits of an event
 * @budget: its budgets; at least one; not kept
 *
 * Context: may sleep. Return: the limits, or NULL if there is no memory.
 */
struct kpe_limits *kpe_limits_make(const struct kpe_budget *budget)
{
	struct kpe_limits *limits = kzalloc(sizeof(*limits), GFP_KERNEL);

	if (!limits)
		return NULL;
	memcpy(limits->n, budget->n, sizeof(limits->n));
	if (!limits->n[KPE_EVERY])
		return limits;
	limits->matches = alloc_percpu(unsigned long);
	if (limits->matches)
		return limits;
	kfree(limits);
	return NULL;
}

/**
 * kpe_limits_free() - free the limits of an event
 * @limits: no hit uses them; or NULL
 *
 * Context: any.
 */
void kpe_limits_free(struct kpe_limits *limits)
{
	if (limits)
		free_percpu(limits->matches);
	kfree(limits);
}

/**
 * kpe_limits_refill() - give the limits of an event all that its budgets have
 * @limits: no hit uses them; or NULL
 *
 * Context: may sleep.
 */
void kpe_limits_refill(struct kpe_limits *limits)
{
	int cpu;

	if (!limits)
		return;
	for_each_possible_cpu(cpu)
		if (limits->matches)
			*per_cpu_ptr(limits->matches, cpu) = 0;
	/* the first hit begins a second */
	atomic64_set(&limits->second, pack_second(jiffies - HZ, 0));
	atomic_long_set(&limits->recorded, 0);
	atomic_long_set(&limits->taken, 0);
}

/**
 * kpe_limits_init() - prepare for events that stop
 * @stop_events: disables events that are stopping
 *
 * Context: module init.
 */
void kpe_limits_init(struct delayed_work *stop_events)
{
	stop_work = stop_events;
}

/**
 * kpe_limits_exit() - wait until no hit's request to stop an event is on its way
 *
 * Context: module exit, or init; no event is left.
 */
void kpe_limits_exit(void)
{
	irq_work_sync(&stop_irq);
	cancel_delayed_work_sync(stop_work);
}
