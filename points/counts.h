/* SPDX-License-Identifier: GPL-2.0 */
/*
 * counts - counters of points
 *
 * Contract: sums include all CPUs and all registrations of a point.
 */
#ifndef KPE_COUNTS_H
#define KPE_COUNTS_H

#include "model/point.h"

struct kpe_sums {
	unsigned long of[KPE_NR_COUNTS];
};

struct kpe_sums kpe_point_counts(const struct kpe_point *point);
unsigned long kpe_point_without_rcu(const struct kpe_point *point);
unsigned long kpe_core_missed(const struct kpe_point *point);
void kpe_point_missed(const struct kpe_point *point, unsigned long *entry,
		      unsigned long *nested);
unsigned long kpe_probe_hits(const struct kpe_probe *probe, unsigned long *missed);
unsigned int kpe_probe_maxactive(const struct kpe_probe *probe);

#endif
