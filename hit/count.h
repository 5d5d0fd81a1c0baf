/* SPDX-License-Identifier: GPL-2.0 */
/*
 * count - count what became of the hits of a point, which has been armed
 *
 * Contract: no count is lost, in any context. A usual hit writes nothing that CPUs share.
 */
#ifndef KPE_COUNT_H
#define KPE_COUNT_H

#include <linux/atomic.h>
#include <linux/percpu.h>
#include "model/point.h"

static __always_inline void kpe_count_recorded(struct kpe_point *point)
{
	this_cpu_inc(*point->recorded);
}

static __always_inline void kpe_count(struct kpe_point *point, enum kpe_count what,
				      unsigned long n)
{
	atomic_long_add(n, &point->counts->shared[what]);
}

#endif
