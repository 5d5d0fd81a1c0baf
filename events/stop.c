// SPDX-License-Identifier: GPL-2.0
/*
 * A hit cannot disable its event, which sleeps. So a kernel thread does it. Hits take
 * nothing from the limits of an event that has no users or has stopped, so these are
 * refilled when earlier hits are over.
 */
#include <linux/mutex.h>
#include <linux/workqueue.h>
#include "compat/cleanup.h"
#include "events/disable.h"
#include "events/stop.h"
#include "hit/hit.h"
#include "hit/limit.h"
#include "model/model.h"

/* Of whoever refills limits; inside kpe_mutex and event_mutex */
static DEFINE_MUTEX(refill_mutex);

/* Hits may be left that have taken, or are about to give back. */
static void wait_for_hits(const struct kpe_event *event)
{
	if (event->users)
		kpe_wait_for_hits();
	else if (event->used)
		kpe_wait_for_hits_until(event->rests_since);
}

/**
 * kpe_event_start() - an event is enabled: let it start anew if it had no users or has stopped
 * @event: event
 *
 * Context: event_mutex; may sleep. Return: true if it starts anew.
 */
bool kpe_event_start(struct kpe_event *event)
{
	u8 stopped;

	kpe_assert_event_mutex();
	guard(mutex)(&refill_mutex);
	stopped = READ_ONCE(event->stopped);
	if (stopped & KPE_STOP_DONE)
		/* its limits are refilled, and a hit may be before us */
		return cmpxchg(&event->stopped, stopped, KPE_RUNS) == stopped;
	if (!stopped && event->users)
		return false;
	if (event->limits)
		wait_for_hits(event);
	kpe_limits_refill(event->limits);
	event->starts++;
	/* pairs with the read in kpe_limit_take() */
	smp_store_release(&event->stopped, KPE_RUNS);
	return true;
}

/* @starts: the event's, before it was disabled; it may have started anew since */
static void finish_stop(struct kpe_event *event, unsigned int starts)
{
	guard(mutex)(&refill_mutex);
	if (event->starts != starts || !kpe_is_stopping(event))
		return;
	if (event->limits)
		kpe_wait_for_hits();
	kpe_limits_refill(event->limits);
	/* pairs with the read in kpe_limit_take() */
	smp_store_release(&event->stopped, event->stopped | KPE_STOP_DONE);
}

static void stop_event(struct kpe_event *event)
{
	const unsigned int starts = READ_ONCE(event->starts);

	if (!kpe_is_stopping(event))
		return;
	if (READ_ONCE(event->stopped) == KPE_STOPPED_BY_LOAD)
		pr_warn("kprobe_events: %s/%s is disabled: its hits took %u%% of a CPU's time (max_hit_share is %u)\n",
			kpe_event_group(event), event->name,
			READ_ONCE(event->share), kpe_max_hit_share());
	kpe_event_disable_everywhere(kpe_event_group(event), event->name, false);
	finish_stop(event, starts);
}

static void stop_events(struct work_struct *work)
{
	struct kpe_event *event;
	int bucket;

	guard(mutex)(&kpe_mutex);
	hash_for_each(kpe_events, bucket, event, node)
		stop_event(event);
}

static DECLARE_WORK(stop_work, stop_events);

/**
 * kpe_stop_init() - prepare for events that stop
 *
 * Context: module init.
 */
void kpe_stop_init(void)
{
	kpe_limits_init(&stop_work);
}

/**
 * kpe_stop_exit() - wait until nothing is left to be disabled
 *
 * Context: module exit; no event is left.
 */
void kpe_stop_exit(void)
{
	kpe_limits_exit();
}
