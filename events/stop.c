// SPDX-License-Identifier: GPL-2.0
/*
 * A hit cannot disable its event, which sleeps. So a kernel thread does it. Hits take
 * nothing from the limits of an event that has no users or has stopped, so these are
 * refilled when earlier hits are over.
 */
#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_events.h>
#include "compat/cleanup.h"
#include "compat/workqueue.h"
#include "events/event.h"
#include "hit/hit.h"
#include "hit/limit.h"
#include "kernel/tracefs.h"
#include "model/model.h"

#define RETRY_DELAY	HZ	/* without memory */

/*
 * @instance: NULL is the top one. The kernel finds it by its name and takes a reference, so
 * that it cannot be removed: opening a file of a removed one would follow a dangling pointer.
 * Truncating the file "trigger", which has no reference, removes the hist triggers.
 */
static void disable_in(const char *instance, const char *group,
		       const char *event, bool and_triggers)
{
	struct trace_event_file *file = trace_get_event_file(instance, group, event);
	char *path;

	if (IS_ERR(file))
		return;
	if (file->flags & EVENT_FILE_FL_ENABLED)
		trace_array_set_clr_event(file->tr, group, event, false);
	if (and_triggers) {
		path = kasprintf(GFP_KERNEL, "%s%s%sevents/%s/%s/trigger",
				 instance ? "instances/" : "", instance ?: "",
				 instance ? "/" : "", group, event);
		if (path)
			kpe_tracefs_truncate(path);
		kfree(path);
	}
	trace_put_event_file(file);
}

/*
 * @event: the kernel compares it under event_mutex for each instance, so whoever changes it
 * under event_mutex keeps the event enabled where it still is. @and_triggers: remove its hist
 * triggers, too
 *
 * Context: kpe_mutex, with root's rights; may sleep; takes event_mutex.
 * Return: 0, or a negative errno if the instances cannot be listed, as without memory;
 * then it is disabled in the top one only.
 */
int kpe_event_disable_everywhere(const char *group, const char *event, bool and_triggers)
{
	char *names, *name;

	lockdep_assert_held(&kpe_mutex);
	disable_in(NULL, group, event, and_triggers);
	names = kpe_tracefs_list("instances");
	if (IS_ERR(names))
		return PTR_ERR(names);
	for (name = names; name && *name; name += strlen(name) + 1)
		disable_in(name, group, event, and_triggers);
	kfree(names);
	return 0;
}

/* ----------------------------------------------------------------- stopping */

/* Serializes refills of limits; inside kpe_mutex and event_mutex */
static DEFINE_MUTEX(refill_mutex);

/*
 * The event that is being disabled in one instance after the other, and its name, which is
 * taken away if it is enabled anew meanwhile. (The kernel does not tell if it enables an event
 * that a trigger has kept registered.)
 */
static const struct kpe_event *leaving;		/* refill_mutex */
static char leaving_name[KPE_MAX_NAME + 1];	/* likewise; cleared under event_mutex, too */

/* No hit uses them. */
static void refill_limits(struct kpe_event *event)
{
	struct kpe_limits *limits = event->limits;
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

/* An event is enabled. Return: true if it starts anew, as it had no users or has stopped */
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
	/* Earlier hits may still take from the limits, or give back. */
	if (event->limits && event->users)
		kpe_wait_for_hits();
	else if (event->limits && event->used)
		kpe_wait_for_hits_until(event->rests_since);
	refill_limits(event);
	if (leaving == event)
		*leaving_name = '\0';
	/* pairs with the read in kpe_limit_take() */
	smp_store_release(&event->stopped, KPE_RUNS);
	return true;
}

/* Return: false to try again */
static bool stop_event(struct kpe_event *event)
{
	const bool by_load = READ_ONCE(event->stopped) == KPE_STOPPED_BY_LOAD;
	bool is_disabled;

	mutex_lock(&refill_mutex);
	if (!kpe_is_stopping(event)) {
		mutex_unlock(&refill_mutex);
		return true;
	}
	leaving = event;
	strscpy(leaving_name, event->name, sizeof(leaving_name));
	mutex_unlock(&refill_mutex);
	is_disabled = !kpe_event_disable_everywhere(kpe_event_group(event), leaving_name, false);
	if (by_load && is_disabled)
		pr_warn("kprobe_events: %s/%s is disabled: its hits took %u%% of a CPU's time (max_hit_share is %u)\n",
			kpe_event_group(event), event->name,
			READ_ONCE(event->share), READ_ONCE(kpe_max_hit_share));
	guard(mutex)(&refill_mutex);
	leaving = NULL;
	/* unless it has started anew since */
	if (!is_disabled || !*leaving_name)
		return is_disabled;
	if (event->limits)
		kpe_wait_for_hits();
	refill_limits(event);
	/* pairs with the read in kpe_limit_take() */
	smp_store_release(&event->stopped, event->stopped | KPE_STOP_DONE);
	return true;
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
	unsigned int share;

	return kstrtouint(val, 0, &share) ?: share > 100 ? -EINVAL : param_set_uint(val, kp);
}

static const struct kernel_param_ops share_ops = {
	.set = set_share,
	.get = param_get_uint,
};

module_param_cb(max_hit_share, &share_ops, &kpe_max_hit_share, 0644);
MODULE_PARM_DESC(max_hit_share,
		 "Percent of a CPU's time that hits of an event may take for a second; 0: all");

void kpe_stop_init(void)
{
	init_irq_work(&kpe_stop_wanted, queue_stop);
}

void kpe_stop_exit(void)
{
	irq_work_sync(&kpe_stop_wanted);
	cancel_delayed_work_sync(&stop_work);
}
