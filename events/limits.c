// SPDX-License-Identifier: GPL-2.0
/*
 * Lifetime: they live as long as the event. They start anew when no hit uses them.
 */
#include <linux/jiffies.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "events/limits.h"
#include "hit/limit.h"

/* @budget: at least one; not kept. Return: NULL without memory */
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

/* No hit uses them; or NULL. */
void kpe_limits_free(struct kpe_limits *limits)
{
	if (limits)
		free_percpu(limits->matches);
	kfree(limits);
}

/* Give them all that the budgets have. No hit uses them; or NULL. */
void kpe_limits_refill(struct kpe_limits *limits)
{
	int cpu;

	if (!limits)
		return;
	for_each_possible_cpu(cpu)
		if (limits->matches)
			*per_cpu_ptr(limits->matches, cpu) = 0;
	/* the first hit begins a second */
	atomic64_set(&limits->second, kpe_pack_second(jiffies - HZ, 0));
	atomic_long_set(&limits->recorded, 0);
	atomic_long_set(&limits->taken, 0);
}
