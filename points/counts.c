// SPDX-License-Identifier: GPL-2.0
#include <linux/percpu.h>
#include <linux/sched.h>
#include "arch/arch.h"
#include "hit/hit.h"
#include "model/model.h"
#include "points/counts.h"
#include "points/point.h"

/* Hits that are under way are not in the sums, or in part. Context: kpe_mutex. */
struct kpe_sums kpe_point_counts(const struct kpe_point *point)
{
	const struct kpe_counts *counts = kpe_counts_of(point);
	struct kpe_sums sums = {};
	unsigned int i = KPE_NR_SHARED;
	int cpu;

	lockdep_assert_held(&kpe_mutex);
	if (!counts)
		return sums;
	/* copies first, so that they are not more than what was copied */
	while (i--)
		sums.of[i] = atomic_long_read(&counts->shared[i]);
	for_each_possible_cpu(cpu)
		sums.of[KPE_RECORDED] += READ_ONCE(*per_cpu_ptr(point->recorded, cpu));
	sums.of[KPE_HITS] = sums.of[KPE_RECORDED] + sums.of[KPE_FILTERED] +
			    sums.of[KPE_DROPPED] + sums.of[KPE_LIMITED] +
			    sums.of[KPE_UNWATCHED] + sums.of[KPE_TRIGGERS_ONLY] -
			    sums.of[KPE_COPIES];
	return sums;
}

static unsigned long without_rcu_at(unsigned long ip)
{
	unsigned int i;

	for (i = 0; i < KPE_MAX_WITHOUT_RCU && READ_ONCE(kpe_without_rcu[i].ip); i++)
		if (kpe_without_rcu[i].ip == ip)
			return atomic_long_read(&kpe_without_rcu[i].hits);
	return 0;
}

/*
 * The hits of a registered point's place that were not handled since the module was loaded. A
 * return is counted where the point is shown, an entry at the site.
 */
unsigned long kpe_point_without_rcu(const struct kpe_point *point)
{
	const unsigned long shown = kpe_arch_shown(point->addr, point->site);
	unsigned long hits = without_rcu_at(point->site);

	return shown == point->site ? hits : hits + without_rcu_at(shown);
}

/*
 * Hits that the kprobe core has missed in the place of a point that has a kprobe. The core
 * counts what another kprobe at the place misses at each kprobe there, also if that is
 * disabled because ftrace calls the module. Context: kpe_mutex.
 */
unsigned long kpe_core_missed(const struct kpe_point *point)
{
	lockdep_assert_held(&kpe_mutex);
	return kpe_point_by_ftrace(point) ? 0 : point->kprobe->rp.kp.nmissed;
}

/*
 * The missed hits of a point. @entry: returns for which no instance was free; @nested: hits
 * inside another hit, or without RCU watching. Context: kpe_mutex.
 */
void kpe_point_missed(const struct kpe_point *point, unsigned long *entry,
		      unsigned long *nested)
{
	const struct kpe_kprobe *kprobe = point->kprobe;

	lockdep_assert_held(&kpe_mutex);
	*entry = 0;
	*nested = kpe_point_counts(point).of[KPE_NESTED];
	if (kpe_point_registered(point) && point->counts)
		*nested += kpe_point_without_rcu(point) - point->counts->without_rcu;
	if (kprobe) {
		*entry += kprobe->missed_entry + kprobe->rp.nmissed;
		*nested += kprobe->missed_nested + kpe_core_missed(point);
	}
}

/* Those that were not missed. @missed: filled, of both kinds. Context: kpe_mutex; may sleep. */
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

/*
 * Instances at each point of a return probe: the number in use, else the requested one; 0 if
 * the kernel has not chosen one yet. Context: kpe_mutex.
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
