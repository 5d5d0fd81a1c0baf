// SPDX-License-Identifier: GPL-2.0
/*
 * Locks: all functions run under event_mutex. Hits read the list of enabled files with
 * preemption off, under RCU. A disabled file's link is freed by RCU. The kernel frees
 * the file itself after a grace period.
 *
 * The kernel enables the events of a group one by one, without announcing it, so each is
 * armed by a change of its own, as the kernel's own events are. To collect them until the
 * end of the write would hide the errors from the writer. Many functions are armed at once as
 * the places of one event, by a glob.
 */
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/trace_events.h>
#include "compat/event_file.h"
#include "events/enable.h"
#include "events/stop.h"
#include "hit/hit.h"
#include "hit/limit.h"
#include "kernel/gate.h"
#include "model/model.h"
#include "points/arm.h"

static int enable_file(struct kpe_event *event, struct trace_event_file *file)
{
	struct kpe_file_link *link;

	/* 6.1 accepts triggers in open files of a removed instance. */
	if (kpe_event_file_is_removed(file))
		return -ENODEV;
	link = kzalloc(sizeof(*link), GFP_KERNEL);
	if (!link)
		return -ENOMEM;
	link->file = file;
	list_add_tail_rcu(&link->list, &event->files);
	kpe_gate_remember(file);
	return 0;
}

/*
 * If a file was ever enabled, the kernel clears the whole buffer when the event is
 * removed or any module is unloaded, as the event's id may be reused. While this
 * module is loaded the id is not reused, so other records can stay.
 */
static void disable_file(struct kpe_event *event, struct trace_event_file *file)
{
	struct kpe_file_link *link;

	clear_bit(EVENT_FILE_FL_WAS_ENABLED_BIT, &file->flags);
	list_for_each_entry(link, &event->files, list) {
		if (link->file == file) {
			list_del_rcu(&link->list);
			kfree_rcu(link, rcu);
			return;
		}
	}
}

static void choose_only(struct kpe_event *event)
{
	struct kpe_file_link *link = NULL;

	if (!event->perf && !kpe_is_limited(event) && list_is_singular(&event->files))
		link = list_first_entry(&event->files, struct kpe_file_link, list);
	WRITE_ONCE(event->only, link ? link->file : NULL);
}

static void disarm(struct kpe_event *event)
{
	kpe_points_disarm(event);
	event->rests_since = kpe_hits_until_now();
}

static int disable(struct kpe_event *event, struct trace_event_file *file)
{
	kpe_assert_event_mutex();
	if (file)
		disable_file(event, file);
	else
		WRITE_ONCE(event->perf, false);
	choose_only(event);
	WRITE_ONCE(event->users, event->users - 1);
	if (!event->users)
		disarm(event);
	return 0;
}

static void start_anew(struct kpe_event *event)
{
	kpe_assert_event_mutex();
	if (kpe_event_start(event))
		WRITE_ONCE(event->enabled_at, jiffies);
}

/*
 * Hits are for perf only when nothing can fail any more: the kernel frees at once what a
 * hit for perf uses.
 */
static void enable_perf(struct kpe_event *event)
{
	/* what the kernel has allocated for it is there; pairs with deliver() */
	smp_store_release(&event->perf, true);
	choose_only(event);
}

static int enable(struct kpe_event *event, struct trace_event_file *file)
{
	int ret = 0;

	kpe_assert_event_mutex();
	start_anew(event);
	if (file)
		ret = enable_file(event, file);
	if (ret)
		return ret;
	choose_only(event);
	event->used = true;
	/* In this order: see arm.c on points that are registered in between. */
	/* pairs with the read in is_within_limits() */
	smp_store_release(&event->users, event->users + 1);
	if (event->users == 1)
		ret = kpe_points_arm(event);
	if (ret)
		disable(event, file);
	else if (!file)
		enable_perf(event);
	return ret;
}

/* Of all counters the kernel registers only the first. Tasks inherit copies. */
static void open_perf(struct kpe_event *event, const struct perf_event *counter)
{
	if (!counter->parent)
		start_anew(event);
}

static int enable_for(struct kpe_event *event, struct trace_event_file *file)
{
	int ret = enable(event, file);

	if (ret)
		kpe_event_file_failed(file);
	return ret;
}

/**
 * kpe_event_reg() - callback to enable and disable an event
 * @call: of a struct kpe_event
 * @type: operation
 * @data: a struct trace_event_file; for perf, possibly a struct perf_event
 *
 * Context: called by the kernel. It holds its mutex of events, except if perf only moves
 * a counter to or from a CPU. Return: 0 or a negative errno.
 */
int kpe_event_reg(struct trace_event_call *call, enum trace_reg type, void *data)
{
	switch (type) {
	case TRACE_REG_REGISTER:
		return enable_for(kpe_event_of(call), data);
	case TRACE_REG_UNREGISTER:
		return disable(kpe_event_of(call), data);
	case TRACE_REG_PERF_REGISTER:
		return enable(kpe_event_of(call), NULL);
	case TRACE_REG_PERF_UNREGISTER:
		return disable(kpe_event_of(call), NULL);
	case TRACE_REG_PERF_OPEN:
		open_perf(kpe_event_of(call), data);
		return 0;
	default:
		return 0;
	}
}

/**
 * kpe_event_busy() - is an event in use
 * @event: event
 *
 * It is if it is enabled in any instance, opened by perf, or used by a trigger, an
 * eprobe or a synthetic event.
 *
 * Context: event_mutex. Return: true if it must not be removed.
 */
bool kpe_event_busy(struct kpe_event *event)
{
	kpe_assert_event_mutex();
	if (event->users || event->call.perf_refcount)
		return true;
#ifdef CONFIG_DYNAMIC_EVENTS
	return atomic_read(&event->call.refcnt) != 0;
#else
	return false;
#endif
}
