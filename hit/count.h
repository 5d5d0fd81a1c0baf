/* SPDX-License-Identifier: GPL-2.0 */
/*
 * count - count the hits of a point
 *
 * Contract: no count is lost, in any context. A counter is first shared by all CPUs. A
 * busy one gets a part per CPU: kpe_busy asks for that, points/counts.c makes it.
 */
#ifndef KPE_COUNT_H
#define KPE_COUNT_H

#include <linux/atomic.h>
#include <linux/irq_work.h>
#include <linux/percpu.h>
#include "model/point.h"

#define KPE_BUSY	1024	/* counts; a counter that all CPUs share is busy then */

/* Queued when a counter is busy, once; points/counts.c sets its function. */
extern struct irq_work kpe_busy;
extern atomic_t kpe_busy_asked;

void kpe_count_shared(struct kpe_point *point, enum kpe_count what, unsigned long n);
void kpe_busy_ask(void);

/**
 * kpe_count() - count one hit or record
 * @point: has been armed
 * @what: KPE_RECORDED; see kpe_count_hit()
 *
 * Context: any, preemption off.
 */
static __always_inline void kpe_count(struct kpe_point *point, enum kpe_count what)
{
	unsigned long __percpu *often = READ_ONCE(point->often);

	if (likely(often))
		this_cpu_inc(often[what]);
	else
		kpe_count_shared(point, what, 1);
}

#define KPE_SAMPLING	64

/**
 * kpe_count_hit() - count a hit, and choose those that are measured
 * @point: has been armed
 *
 * Context: any, preemption off. Return: true for one hit in KPE_SAMPLING of a busy point,
 * or so: a hit in an interrupt may come in between.
 */
static __always_inline bool kpe_count_hit(struct kpe_point *point)
{
	unsigned long __percpu *often = READ_ONCE(point->often);

	if (unlikely(!often)) {
		kpe_count_shared(point, KPE_HITS, 1);
		return false;
	}
	this_cpu_inc(often[KPE_HITS]);
	return raw_cpu_read(often[KPE_HITS]) % KPE_SAMPLING == 0;
}

/**
 * kpe_count_rare() - add to any other counter
 * @point: has been armed
 * @what: the counter
 * @n: number to add
 *
 * Context: any, preemption off.
 */
static __always_inline void kpe_count_rare(struct kpe_point *point, enum kpe_count what,
					   unsigned long n)
{
	unsigned long __percpu *rare = READ_ONCE(point->counts->rare);

	if (likely(rare))
		this_cpu_add(rare[what - KPE_NR_OFTEN], n);
	else
		kpe_count_shared(point, what, n);
}

#endif
