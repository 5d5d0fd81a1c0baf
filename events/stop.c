// SPDX-License-Identifier: GPL-2.0
/*
 * A hit cannot disable its event, which sleeps. So a kernel thread does it. Hits take
 * nothing from the limits of an event that has no users or has stopped, so these are
 * refilled when earlier hits are over.
 */
#include <linux/irq_work.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include "compat/cleanup.h"
#include "compat/workqueue.h"
#include "events/disable.h"
#include "events/limits.h"
#include "events/stop.h"
#include "hit/hit.h"
#include "hit/limit.h"
#include "model/guard.h"
#include "model/model.h"

#define RETRY_DELAY	HZ	/* without memory */

/* Serializes refills of limits; inside kpe_mutex and event_mutex */
static DEFINE_MUTEX(refill_mutex);

/*
 * The event that is being disabled in one instance after the other, and its name, which the
 * kernel compares under event_mutex each time. Whoever enables the event anew meanwhile
 * holds event_mutex, too, and takes the name away. So it stays enabled where it still is.
 * (The kernel does not tell if it enables an event that a trigger has kept registered.)
 */
static const struct kpe_event *leaving;		/* refill_mutex */
static char leaving_name[KPE_MAX_NAME + 1];	/* likewise; cleared under event_mutex, too */

/* Earlier hits may still take from the limits, or give back. */
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
	if (leaving == event)
		*leaving_name = '\0';
	/* pairs with the read in kpe_limit_take() */
	smp_store_release(&event->stopped, KPE_RUNS);
	return true;
}

/* Return: false if there is nothing to be disabled */
static bool begin_stop(const struct kpe_event *event)
{
	guard(mutex)(&refill_mutex);
	if (!kpe_is_stopping(event))
		return false;
	leaving = event;
	strscpy(leaving_name, event->name, sizeof(leaving_name));
	return true;
}

/* @is_disabled: everywhere, unless it has started anew since */
static void end_stop(struct kpe_event *event, bool is_disabled)
{
	guard(mutex)(&refill_mutex);
	leaving = NULL;
	if (!is_disabled || !*leaving_name)
		return;
	if (event->limits)
		kpe_wait_for_hits();
	kpe_limits_refill(event->limits);
	/* pairs with the read in kpe_limit_take() */
	smp_store_release(&event->stopped, event->stopped | KPE_STOP_DONE);
}

/* Return: false to try again */
static bool stop_event(struct kpe_event *event)
{
	const bool by_load = READ_ONCE(event->stopped) == KPE_STOPPED_BY_LOAD;
	bool is_disabled;

	if (!begin_stop(event))
		return true;
	is_disabled = !kpe_event_disable_everywhere(kpe_event_group(event), leaving_name, false);
	if (by_load && is_disabled)
		pr_warn("kprobe_events: %s/%s is disabled: its hits took %u%% of a CPU's time (max_hit_share is %u)\n",
			kpe_event_group(event), event->name,
			READ_ONCE(event->share), READ_ONCE(kpe_max_hit_share));
	end_stop(event, is_disabled);
	return is_disabled;
}

static void stop_events(struct work_struct *work);
static DECLARE_DELAYED_WORK(stop_work, stop_events);

/* An event that cannot be disabled yet takes no hits. */
static void stop_events(struct work_struct *work)
{
	struct kpe_event *event;
	bool again = false;
	int bucket;

	guard(kpe_model)();
	hash_for_each(kpe_events, bucket, event, node)
		again |= !stop_event(event);
	if (again)
		queue_delayed_work(kpe_workqueue(), &stop_work, RETRY_DELAY);
}

static void queue_stop(struct irq_work *unused)
{
	/* at once, also if it is to be tried again later */
	mod_delayed_work(kpe_workqueue(), &stop_work, 0);
}

static int set_share(const char *val, const struct kernel_param *kp)
{
	return param_set_uint_minmax(val, kp, 0, 100);
}

static const struct kernel_param_ops share_ops = {
	.set = set_share,
	.get = param_get_uint,
};

module_param_cb(max_hit_share, &share_ops, &kpe_max_hit_share, 0644);
MODULE_PARM_DESC(max_hit_share,
		 "Percent of a CPU's time that hits of an event may take for a second; 0: all");

/**
 * kpe_stop_init() - prepare for events that stop
 *
 * Context: module init.
 */
void kpe_stop_init(void)
{
	init_irq_work(&kpe_stop_wanted, queue_stop);
}

/**
 * kpe_stop_exit() - wait until nothing is left to be disabled
 *
 * Context: module exit; no event is left.
 */
void kpe_stop_exit(void)
{
	irq_work_sync(&kpe_stop_wanted);
	cancel_delayed_work_sync(&stop_work);
}
