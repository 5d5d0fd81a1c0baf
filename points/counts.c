// SPDX-License-Identifier: GPL-2.0
/*
 * counts - counters of points
 *
 * Counters are per CPU. With many CPUs they are most of a point's memory, so they are
 * allocated when the point is first armed.
 */
#include <linux/percpu.h>
#include <linux/sched.h>
#include "arch/entry.h"
#include "hit/hit.h"
#include "model/model.h"
#include "points/counts.h"
#include "points/point.h"

/**
 * kpe_point_have_counts() - allocate counters of a point
 * @point: may have them already
 *
 * Context: kpe_arm_mutex; may sleep. Return: 0 or -ENOMEM.
 */
int kpe_point_have_counts(struct kpe_point *point)
{
	struct kpe_counts __percpu *counts;

	lockdep_assert_held(&kpe_arm_mutex);
	if (point->counts)
		return 0;
	counts = alloc_percpu(struct kpe_counts);
	/* readers do not take kpe_arm_mutex */
	smp_store_release(&point->counts, counts);
	return counts ? 0 : -ENOMEM;
}

/**
 * kpe_point_counts() - sum up the counters of a point
 * @point: point
 *
 * Context: kpe_mutex. Return: the sums.
 */
struct kpe_counts kpe_point_counts(const struct kpe_point *point)
{
	const struct kpe_counts __percpu *counts;
	struct kpe_counts sum = {};
	int cpu;

	lockdep_assert_held(&kpe_mutex);
	/* see kpe_point_have_counts() */
	counts = smp_load_acquire(&point->counts);
	if (!counts)
		return sum;
	for_each_possible_cpu(cpu) {
		const struct kpe_counts *c = per_cpu_ptr(counts, cpu);

		sum.hits += READ_ONCE(c->hits);
		sum.recorded += READ_ONCE(c->recorded);
		sum.filtered += READ_ONCE(c->filtered);
		sum.dropped += READ_ONCE(c->dropped);
		sum.nested += READ_ONCE(c->nested);
		sum.faults += READ_ONCE(c->faults);
	}
	return sum;
}

/**
 * kpe_point_uncovered() - count the hits of a point's place that were not handled
 * @point: registered
 *
 * A return is counted where the point is shown, an entry at the site.
 *
 * Context: any. Return: hits since the module was loaded, see kpe_hit_uncovered().
 */
unsigned long kpe_point_uncovered(const struct kpe_point *point)
{
	const unsigned long shown = kpe_arch_shown(point->addr, point->site);
	unsigned long hits = kpe_hit_uncovered(point->site);

	return shown == point->site ? hits : hits + kpe_hit_uncovered(shown);
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
	*nested = kpe_point_counts(point).nested;
	if (kpe_point_registered(point))
		*nested += kpe_point_uncovered(point) - point->uncovered;
	if (kprobe) {
		*entry += kprobe->missed_entry + kprobe->rp.nmissed;
		*nested += kprobe->missed_nested + kprobe->rp.kp.nmissed;
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
		hits += kpe_point_counts(point).hits;
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
