// SPDX-License-Identifier: GPL-2.0
/*
 * $rate and $stop are counted by compare-and-exchange, so a rejected hit changes nothing
 * that other CPUs read. An event stops in two steps: a hit marks it, and a work item,
 * which may sleep, disables it. Between them is an irq_work, as a hit may be in an NMI.
 *
 * An event with a trigger stays registered when it is disabled, and the kernel does not
 * say when it is enabled again. So the next hit looks for that.
 */
#include <linux/atomic.h>
#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include "compat/compiler.h"
#include "hit/limit.h"

/* ----------------------------------------------------------------- stopping */

struct irq_work kpe_stop_wanted;

static void __kprobes stop_event(struct kpe_event *event, enum kpe_stopped why, u8 share)
{
	if (cmpxchg(&event->stopped, KPE_RUNS, why) != KPE_RUNS)
		return;
	/* from here on each hit asks kpe_limit_take() */
	WRITE_ONCE(event->only, NULL);
	WRITE_ONCE(event->counting, NULL);
	WRITE_ONCE(event->share, share);
	irq_work_queue(&kpe_stop_wanted);
}

/* -------------------------------------------------------------------- $rate */

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
				       kpe_pack_second(*second, records + 1)));
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

static __always_inline bool take_from_budgets(struct kpe_limits *limits, u32 *second)
{
	if (limits->n[KPE_EVERY] &&
	    this_cpu_inc_return(*limits->matches) % limits->n[KPE_EVERY])
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
static bool __no_stack_protector __kprobes event_goes_on(struct kpe_event *event, u8 stopped)
{
	u8 old;

	if (!kpe_is_enabled_again(event, stopped))
		return false;
	old = cmpxchg(&event->stopped, stopped, KPE_RUNS);
	if (old == stopped)
		WRITE_ONCE(event->enabled_at, jiffies);
	return old == stopped || old == KPE_RUNS;
}

/*
 * May a hit of an event with users, which its condition accepts, be recorded? @second: filled,
 * for kpe_limit_settle(), which follows then. Context: any, preemption off.
 */
bool __no_stack_protector __kprobes kpe_limit_take(struct kpe_event *event, u32 *second)
{
	/* pairs with the releases in events/stop.c */
	const u8 stopped = smp_load_acquire(&event->stopped);

	if (unlikely(stopped) && !event_goes_on(event, stopped))
		return false;
	return !event->limits || take_from_budgets(event->limits, second);
}

/* Say whether a hit that kpe_limit_take() allowed was recorded in a buffer at least. */
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
		stop_event(event, KPE_STOPPED_BY_BUDGET, 0);
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

unsigned int kpe_max_hit_share =
	IS_ENABLED(CONFIG_KASAN) || IS_ENABLED(CONFIG_KCSAN) || IS_ENABLED(CONFIG_LOCKDEP) ?
	0 : MAX_SHARE;

/* Longer ones were interrupted, or stolen by a hypervisor. */
#define LONGEST_HIT	(50 * NSEC_PER_USEC)

DEFINE_PER_CPU(int, kpe_until_sample);

/* What it takes to come to a hit and to return: nanoseconds, on usual machines */
static const u16 around[] = {
	[KPE_BY_CALL] = 50,
	[KPE_BY_BREAKPOINT] = 500,
	[KPE_BY_RETURN] = 200,
};

/* If a hit in an interrupt comes in between, a sample may be lost. Context: any, preemption off. */
void __no_stack_protector __kprobes kpe_load_add(struct kpe_event *event, u64 start,
						 enum kpe_way way)
{
	const u64 took = trace_clock_local() - start;
	const unsigned int max = READ_ONCE(kpe_max_hit_share);
	struct kpe_load *load = this_cpu_ptr(event->load);
	const u32 now = jiffies, passed = now - load->since;
	u64 share;

	load->spent += min_t(u64, took, LONGEST_HIT) + around[way];
	if (likely(passed < HZ))
		return;
	share = div_u64((u64)load->spent * KPE_SAMPLING * 100, passed) / (NSEC_PER_SEC / HZ);
	load->since = now;
	load->spent = 0;
	if (max && share > max)
		stop_event(event, KPE_STOPPED_BY_LOAD, min(share, 100ULL));
}
