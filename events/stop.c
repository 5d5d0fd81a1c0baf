// SPDX-License-Identifier: GPL-2.0
/*
 * stop - disable events that have stopped
 *
 * A hit cannot disable its event, which sleeps. So a kernel thread does it.
 */
#include <linux/workqueue.h>
#include "compat/cleanup.h"
#include "events/disable.h"
#include "events/stop.h"
#include "hit/limit.h"
#include "model/model.h"

static void stop_event(struct kpe_event *event)
{
	if (READ_ONCE(event->stopped) == KPE_STOPPED_BY_LOAD)
		pr_warn("kprobe_events: %s/%s is disabled: its hits took %u%% of a CPU's time (max_hit_share is %u)\n",
			kpe_event_group(event), event->name,
			READ_ONCE(event->share), kpe_max_hit_share());
	kpe_event_disable_everywhere(kpe_event_group(event), event->name, false);
}

static void stop_events(struct work_struct *work)
{
	struct kpe_event *event;
	int bucket;

	guard(mutex)(&kpe_mutex);
	hash_for_each(kpe_events, bucket, event, node)
		if (xchg(&event->stop_due, false))
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
