/* SPDX-License-Identifier: GPL-2.0 */
/*
 * point - one address of a probe
 *
 * Contract: makes, sets and frees points that are not registered. Context: kpe_mutex, but for
 * kpe_point_add_counts() (kpe_arm_mutex); may sleep.
 */
#ifndef KPE_POINT_H
#define KPE_POINT_H

#include "model/point.h"
#include "model/probe.h"

struct kpe_point *kpe_point_make(struct kpe_probe *probe);
void kpe_point_set_program(struct kpe_point *point, struct kpe_program *program);
int kpe_point_set_text(const char **to, const char *text);
int kpe_point_add_counts(struct kpe_point *point, unsigned long without_rcu);
void kpe_point_drop(struct kpe_point *point);
void kpe_points_free(struct kpe_probe *probe);

/* Is it registered, armed or not? Context: kpe_mutex or kpe_arm_mutex */
static inline bool kpe_point_registered(const struct kpe_point *point)
{
	kpe_assert_model_or_arm_mutex();
	return point->state == KPE_DISABLED || point->state == KPE_ARMED;
}

/*
 * Does ftrace hit a registered point? If not, it has a kprobe. One that is armed may become the
 * core's under kpe_arm_mutex, which readers do not take.
 */
static inline bool kpe_point_by_ftrace(const struct kpe_point *point)
{
	/* pairs with kpe_by_ftrace_give() */
	return smp_load_acquire(&point->by_ftrace);
}

/*
 * The counters of a point; NULL if it was never armed. They are added under kpe_arm_mutex,
 * which readers do not take. Context: kpe_mutex
 */
static inline struct kpe_counts *kpe_counts_of(const struct kpe_point *point)
{
	lockdep_assert_held(&kpe_mutex);
	/* pairs with kpe_point_add_counts() */
	return smp_load_acquire(&point->counts);
}

#endif
