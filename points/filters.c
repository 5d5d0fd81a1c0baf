// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel adds one function at a time to a filter, and patches the code each time if it is in
 * use. So a batch of functions gets an ftrace_ops of its own, which is registered when its
 * filter is complete, and unregistered when all its functions rest. A single function is added
 * to the last batch that has room.
 *
 * The kernel copies a filter that it adds to, and frees the old one after a grace period:
 * BATCH functions take some megabytes for that long. A filter is never empty while it is in use,
 * as then it would be of all functions.
 */
#include <linux/bsearch.h>
#include <linux/ftrace.h>
#include <linux/list.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include "arch/arch.h"
#include "compat/ftrace.h"
#include "hit/ftrace.h"
#include "hit/hit.h"
#include "points/filter.h"

#define BATCH	256

struct batch {
	struct list_head list;
	struct ftrace_ops ops;
	unsigned int nr;
	unsigned long ips[BATCH];
};

static LIST_HEAD(batches);		/* kpe_arm_mutex */

int kpe_filter_init(void)
{
	return 0;
}

bool kpe_filter_is_used(void)
{
	return !list_empty(&batches);
}

static int add_one(struct batch *batch, unsigned long ip)
{
	int ret = ftrace_set_filter_ip(&batch->ops, ip, 0, 0);

	if (!ret)
		batch->ips[batch->nr++] = ip;
	return ret;
}

static int fill(struct batch *batch, const unsigned long *ips, unsigned int n)
{
	int ret = 0;

	while (!ret && n--) {
		ret = add_one(batch, *ips++);
		cond_resched();
	}
	return ret ?: register_ftrace_function(&batch->ops);
}

/* Free batches that are not registered. */
static void free_batches(struct list_head *list)
{
	struct batch *batch, *next;

	if (!list_empty(list))
		kpe_wait_for_hits();
	list_for_each_entry_safe(batch, next, list, list) {
		kpe_free_filter(&batch->ops);
		kfree(batch);
	}
}

/* Those that the kernel does not unregister stay. Return: 0 or an errno */
static int end_batches(struct list_head *list, int (*unregister)(struct ftrace_ops *ops))
{
	struct batch *batch, *next;
	LIST_HEAD(ended);
	int ret = 0;

	list_for_each_entry_safe(batch, next, list, list) {
		if (unregister(&batch->ops))
			ret = -ENODEV;
		else
			list_move(&batch->list, &ended);
	}
	free_batches(&ended);
	list_splice_tail_init(list, &batches);
	return ret;
}

static int add_batch(struct list_head *list, const unsigned long *ips, unsigned int n)
{
	struct batch *batch = kzalloc(sizeof(*batch), GFP_KERNEL);
	int ret;

	if (!batch)
		return -ENOMEM;
	batch->ops.func = KPE_FTRACE_FUNC(kpe_ftrace_entry);
	batch->ops.flags = KPE_FTRACE_FLAGS;
	ret = fill(batch, ips, n);
	if (!ret) {
		list_add_tail(&batch->list, list);
		return 0;
	}
	/* ftrace has disabled itself, and may still have it */
	if (ret == -ENODEV)
		return ret;
	kpe_free_filter(&batch->ops);
	kfree(batch);
	return ret;
}

int kpe_filter_add(unsigned long *ips, unsigned int n)
{
	struct batch *last = list_empty(&batches) ? NULL :
			     list_last_entry(&batches, struct batch, list);
	unsigned int part;
	LIST_HEAD(added);
	int ret = 0;

	if (n == 1 && last && last->nr < BATCH)
		return add_one(last, *ips);
	for (; n && !ret; ips += part, n -= part) {
		part = min_t(unsigned int, n, BATCH);
		ret = add_batch(&added, ips, part);
	}
	if (ret)
		end_batches(&added, unregister_ftrace_function);
	else
		list_splice_tail(&added, &batches);
	return ret;
}

static int compare(const void *a, const void *b)
{
	const unsigned long *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static bool is_listed(unsigned long ip, const unsigned long *ips, unsigned int n)
{
	return bsearch(&ip, ips, n, sizeof(*ips), compare);
}

/* The kernel cannot take out what it has forgotten. The others are missed for a moment. */
static int set_anew(struct batch *batch)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < batch->nr; i++)
		ret = ftrace_set_filter_ip(&batch->ops, batch->ips[i], 0, !i);
	return ret;
}

/* The kernel has forgotten a function (-EINVAL) whose module is gone. */
static int drop_one(struct batch *batch, unsigned int i, bool *forgotten)
{
	int ret = ftrace_set_filter_ip(&batch->ops, batch->ips[i], 1, 0);

	if (ret && ret != -EINVAL)
		return ret;
	*forgotten |= ret;
	batch->ips[i] = batch->ips[--batch->nr];
	return 0;
}

/* Drop what is listed, or else what is not. @ips: sorted here */
static int drop(unsigned long *ips, unsigned int n, bool listed)
{
	struct batch *batch, *next;
	LIST_HEAD(idle);
	int ret = 0;

	sort(ips, n, sizeof(*ips), compare, NULL);
	list_for_each_entry_safe(batch, next, &batches, list) {
		unsigned int i, left = 0;
		bool forgotten = false;

		for (i = 0; i < batch->nr; i++)
			left += is_listed(batch->ips[i], ips, n) != listed;
		if (!left) {
			list_move(&batch->list, &idle);
			continue;
		}
		/* the last one takes the place of one that goes */
		for (i = batch->nr; i-- && batch->nr > left;)
			if (is_listed(batch->ips[i], ips, n) == listed)
				ret = drop_one(batch, i, &forgotten) ?: ret;
		if (forgotten)
			ret = set_anew(batch) ?: ret;
	}
	return end_batches(&idle, unregister_ftrace_function) ?: ret;
}

/* Return: 0, or an errno with some of them still there */
int kpe_filter_drop(unsigned long *ips, unsigned int n)
{
	return drop(ips, n, true);
}

/* Drop all but these. Return: 0, or an errno with some others still there */
int kpe_filter_keep(unsigned long *ips, unsigned int n)
{
	ips[0] = 0;
	return drop(ips, n, false);
}

/* While an ftrace_ops is registered, the kernel changes its flags only at calls for it. */
void kpe_filter_keep_ftrace_on(bool keep)
{
	struct batch *batch;

	list_for_each_entry(batch, &batches, list) {
		if (keep)
			batch->ops.flags |= FTRACE_OPS_FL_PERMANENT;
		else
			batch->ops.flags &= ~FTRACE_OPS_FL_PERMANENT;
	}
}

int kpe_filter_end(int (*unregister)(struct ftrace_ops *ops))
{
	LIST_HEAD(all);

	list_splice_init(&batches, &all);
	return end_batches(&all, unregister);
}

void kpe_filter_exit(void)
{
}
