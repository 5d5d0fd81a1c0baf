// SPDX-License-Identifier: GPL-2.0
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "compat/cleanup.h"
#include "hit/limit.h"
#include "points/point.h"
#include "types/program.h"

/* Add a pending point to a probe. Return: NULL without memory */
struct kpe_point *kpe_point_make(struct kpe_probe *probe)
{
	struct kpe_point *point = kzalloc(sizeof(*point), GFP_KERNEL);

	lockdep_assert_held(&kpe_mutex);
	if (!point)
		return NULL;
	point->probe = probe;
	point->module = "";
	point->program = probe->program;
	point->state = KPE_PENDING;
	guard(mutex)(&kpe_arm_mutex);
	list_add_tail(&point->list, &probe->points);
	return point;
}

/* @program: the probe's, or one that the point takes over */
void kpe_point_set_program(struct kpe_point *point, struct kpe_program *program)
{
	if (point->program != point->probe->program)
		kpe_program_free(point->program);
	point->program = program;
}

static void free_text(const char *text)
{
	if (text && *text)
		kfree(text);
}

/* Set a point's module or symbol. @text: copied, unless it is "". Return: 0 or -ENOMEM */
int kpe_point_set_text(const char **to, const char *text)
{
	const char *copy;

	lockdep_assert_held(&kpe_mutex);
	if (*to && !strcmp(*to, text))
		return 0;
	copy = *text ? kstrdup(text, GFP_KERNEL) : "";
	if (!copy)
		return -ENOMEM;
	free_text(*to);
	*to = copy;
	return 0;
}

/* Give a point that has none its counters. Return: 0 or -ENOMEM */
int kpe_point_add_counts(struct kpe_point *point, unsigned long without_rcu)
{
	struct kpe_event *event = point->probe->event;
	struct kpe_counts *counts;

	lockdep_assert_held(&kpe_arm_mutex);
	if (!event->load)
		event->load = alloc_percpu_gfp(struct kpe_load, GFP_KERNEL | __GFP_NOWARN);
	if (!point->recorded)
		point->recorded = alloc_percpu_gfp(unsigned long, GFP_KERNEL | __GFP_NOWARN);
	if (!event->load || !point->recorded)
		return -ENOMEM;
	counts = kzalloc(sizeof(*counts), GFP_KERNEL);
	if (!counts)
		return -ENOMEM;
	counts->without_rcu = without_rcu;
	/* see kpe_counts_of() */
	smp_store_release(&point->counts, counts);
	/* before it is armed; pairs with the barriers of hits in ftrace.c and kprobe.c */
	smp_wmb();
	return 0;
}

static void free_point(struct kpe_point *point)
{
	kpe_point_set_program(point, NULL);
	free_percpu(point->recorded);
	kfree(point->counts);
	kfree(point->kprobe);
	free_text(point->symbol);
	free_text(point->module);
	kfree(point);
}

void kpe_point_drop(struct kpe_point *point)
{
	lockdep_assert_held(&kpe_mutex);
	mutex_lock(&kpe_arm_mutex);
	list_del(&point->list);
	mutex_unlock(&kpe_arm_mutex);
	free_point(point);
}

/* Free the points of a probe that is in no event. */
void kpe_points_free(struct kpe_probe *probe)
{
	struct kpe_point *point, *next;

	list_for_each_entry_safe(point, next, &probe->points, list)
		free_point(point);
	INIT_LIST_HEAD(&probe->points);
}
