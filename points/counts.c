// SPDX-License-Identifier: GPL-2.0
/*
 * With many CPUs, counters for each of them are most of a point's memory. So a point that
 * is armed gets counters that all CPUs share, and those that are busy get a part per CPU.
 * Most points are hit rarely, and most counters stay 0.
 */
#include <linux/percpu.h>
#include <linux/sched.h>
#include "arch/arch.h"
#include "compat/workqueue.h"
#include "hit/count.h"
#include "hit/hit.h"
#include "hit/limit.h"
#include "model/guard.h"
#include "model/model.h"
#include "points/counts.h"
#include "points/point.h"

#define BUSY_DELAY	msecs_to_jiffies(20)	/* many points may become busy at once */

/* ------------------------------------------------------------ parts per CPU */

static unsigned long __percpu *make_part(unsigned int nr)
{
	return __alloc_percpu_gfp(nr * sizeof(long), sizeof(long), GFP_KERNEL | __GFP_NOWARN);
}

/* The memory is zeroed before a hit sees it. */
static void publish(unsigned long __percpu **to, unsigned long __percpu *part)
{
	/* pairs with READ_ONCE() in hit/count.h */
	smp_store_release(to, part);
}

static void publish_load(struct kpe_event *event)
{
	struct kpe_load __percpu *load = alloc_percpu_gfp(struct kpe_load,
							  GFP_KERNEL | __GFP_NOWARN);

	/* pairs with READ_ONCE() in kpe_load_add() */
	smp_store_release(&event->load, load);
}

static bool has_busy(const struct kpe_counts *counts, unsigned int from, unsigned int to)
{
	for (; from < to; from++)
		if (atomic_long_read(&counts->shared[from]) >= KPE_BUSY)
			return true;
	return false;
}

/* Without memory, counters go on being shared, and ask again. */
static void divide(struct kpe_point *point)
{
	struct kpe_counts *counts = kpe_counts_of(point);
	struct kpe_event *event = point->probe->event;

	if (!counts)
		return;
	if (!point->often && has_busy(counts, 0, KPE_NR_OFTEN))
		publish(&point->often, make_part(KPE_NR_OFTEN));
	if (READ_ONCE(event->load_wanted) && !event->load)
		publish_load(event);
	if (!counts->rare && has_busy(counts, KPE_NR_OFTEN, KPE_NR_COUNTS))
		publish(&counts->rare, make_part(KPE_NR_COUNTS - KPE_NR_OFTEN));
}

static void divide_busy(struct work_struct *work)
{
	struct kpe_probe *probe;
	struct kpe_point *point;

	guard(kpe_model)();
	/* those that become busy from here on ask again */
	atomic_set(&kpe_busy_asked, 0);
	list_for_each_entry(probe, &kpe_probes, link) {
		list_for_each_entry(point, kpe_probe_points(probe), list)
			divide(point);
		cond_resched();
	}
}

static DECLARE_DELAYED_WORK(busy_work, divide_busy);

static void ask(struct irq_work *work)
{
	queue_delayed_work(kpe_workqueue(), &busy_work, BUSY_DELAY);
}

/**
 * kpe_counts_init() - let busy counters ask for memory
 *
 * Context: module init.
 */
void kpe_counts_init(void)
{
	init_irq_work(&kpe_busy, ask);
}

/**
 * kpe_counts_exit() - undo kpe_counts_init()
 *
 * Context: module exit; no point is left; sleeps.
 */
void kpe_counts_exit(void)
{
	irq_work_sync(&kpe_busy);
	cancel_delayed_work_sync(&busy_work);
}

/* ------------------------------------------------------------------ a point */

/* The part per CPU of a counter; @part is NULL if it has none */
static unsigned long sum_part(const unsigned long __percpu *part, unsigned int i)
{
	unsigned long sum = 0;
	int cpu;

	if (part)
		for_each_possible_cpu(cpu)
			sum += READ_ONCE(per_cpu_ptr(part, cpu)[i]);
	return sum;
}

/**
 * kpe_point_counts() - sum up the counters of a point
 * @point: point
 *
 * Hits are read last, so that they are not fewer than what became of them.
 *
 * Context: kpe_mutex. Return: the sums.
 */
struct kpe_sums kpe_point_counts(const struct kpe_point *point)
{
	const struct kpe_counts *counts = kpe_counts_of(point);
	struct kpe_sums sums = {};
	unsigned int i = KPE_NR_COUNTS;

	lockdep_assert_held(&kpe_mutex);
	if (!counts)
		return sums;
	while (i--) {
		sums.of[i] = atomic_long_read(&counts->shared[i]);
		if (i < KPE_NR_OFTEN)
			sums.of[i] += sum_part(point->often, i);
		else
			sums.of[i] += sum_part(counts->rare, i - KPE_NR_OFTEN);
	}
	return sums;
}

static unsigned long uncovered_at(unsigned long ip)
{
	unsigned int i;

	for (i = 0; i < KPE_MAX_UNCOVERED && READ_ONCE(kpe_uncovered[i].ip); i++)
		if (kpe_uncovered[i].ip == ip)
			return atomic_long_read(&kpe_uncovered[i].hits);
	return 0;
}

/**
 * kpe_point_uncovered() - count the hits of a point's place that were not handled
 * @point: registered
 *
 * A return is counted where the point is shown, an entry at the site.
 *
 * Context: any. Return: hits since the module was loaded.
 */
unsigned long kpe_point_uncovered(const struct kpe_point *point)
{
	const unsigned long shown = kpe_arch_shown(point->addr, point->site);
	unsigned long hits = uncovered_at(point->site);

	return shown == point->site ? hits : hits + uncovered_at(shown);
}

/**
 * kpe_core_missed() - hits that the kprobe core has missed in the place of a point
 * @point: has a kprobe
 *
 * The core counts what another kprobe at the place misses at each kprobe there, also if that
 * is disabled because ftrace calls the module.
 *
 * Context: kpe_mutex.
 */
unsigned long kpe_core_missed(const struct kpe_point *point)
{
	lockdep_assert_held(&kpe_mutex);
	return point->by_ftrace ? 0 : point->kprobe->rp.kp.nmissed;
}

/**
 * kpe_point_missed() - count the missed hits of a point
 * @point: point
 * @entry: filled: returns missed because no instance was free
 * @nested: filled: hits inside another hit, or without RCU watching
 *
 * Context: kpe_mutex.
 */
void kpe_point_missed(const struct kpe_point *point, unsigned long *entry,
		      unsigned long *nested)
{
	const struct kpe_kprobe *kprobe = point->kprobe;

	lockdep_assert_held(&kpe_mutex);
	*entry = 0;
	*nested = kpe_point_counts(point).of[KPE_NESTED];
	if (kpe_point_registered(point) && point->counts)
		*nested += kpe_point_uncovered(point) - point->counts->uncovered;
	if (kprobe) {
		*entry += kprobe->missed_entry + kprobe->rp.nmissed;
		*nested += kprobe->missed_nested + kpe_core_missed(point);
	}
}

/**
 * kpe_probe_hits() - count the hits of a probe's points
 * @probe: probe
 * @missed: filled: the sum of kpe_point_missed()
 *
 * Context: kpe_mutex; may sleep. Return: the hits that were not missed.
 */
unsigned long kpe_probe_hits(const struct kpe_probe *probe, unsigned long *missed)
{
	const struct kpe_point *point;
	unsigned long entry, nested;
	unsigned long hits = 0;

	lockdep_assert_held(&kpe_mutex);
	*missed = 0;
	list_for_each_entry(point, kpe_probe_points(probe), list) {
		hits += kpe_point_counts(point).of[KPE_HITS];
		kpe_point_missed(point, &entry, &nested);
		*missed += entry + nested;
		cond_resched();
	}
	return hits;
}

/**
 * kpe_probe_maxactive() - number of instances at each point of a return probe
 * @probe: probe
 *
 * Context: kpe_mutex. Return: the number in use, else the requested one; 0 if
 * the kernel has not chosen one yet.
 */
unsigned int kpe_probe_maxactive(const struct kpe_probe *probe)
{
	const struct kpe_point *point;

	lockdep_assert_held(&kpe_mutex);
	list_for_each_entry(point, kpe_probe_points(probe), list)
		if (kpe_point_registered(point) && point->kprobe)
			return point->kprobe->rp.maxactive;
	return probe->line->maxactive;
}
