// SPDX-License-Identifier: GPL-2.0
/*
 * Lifetime: call, class, field names and print format live as long as struct kpe_event. That
 * is freed after kpe_event_remove(), when no hit is running and no open file refers to it
 * (kpe_open_files_detach()). Each registered event holds a reference on this module.
 *
 * Locks: events are added, removed, enabled and disabled under event_mutex. Hits read the list
 * of enabled files with preemption off, under RCU, which frees a disabled file's link. The
 * kernel frees the file itself after a grace period.
 *
 * The kernel enables the events of a group one by one, without announcing it, so each is
 * armed by a change of its own, as the kernel's own events are. Many functions are armed at
 * once as the places of one event, by a glob.
 */
#include <linux/percpu.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_events.h>
#include "compat/event_call.h"
#include "compat/event_file.h"
#include "events/event.h"
#include "events/print.h"
#include "hit/hit.h"
#include "hit/limit.h"
#include "kernel/event_calls.h"
#include "kernel/gate.h"
#include "kernel/programs.h"
#include "model/model.h"
#include "model/owner.h"
#include "points/arm.h"

static int field_error;			/* of the event being added; event_mutex */

static int define_fields(struct trace_event_call *call);

static struct trace_event_fields fields_by_function[] = {
	{ .type = TRACE_FUNCTION_TYPE, { .define_fields = define_fields } },
	{}
};

static int define_fields(struct trace_event_call *call)
{
	struct kpe_event *event = kpe_event_of(call);
	bool by_array = call->class->fields_array != fields_by_function;

	/* The kernel may ignore the return value, so keep it. */
	field_error = kpe_fields_define(event, by_array);
	return field_error;
}

/* Of this tracepoint, the kernel reads only the name. */
static_assert(!offsetof(struct tracepoint, name));

/* @budget: at least one; not kept. Return: NULL without memory */
static struct kpe_limits *make_limits(const struct kpe_budget *budget)
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

/* Return: a new event of @line's form, which is not kept; NULL if there is no memory */
struct kpe_event *kpe_event_alloc(const struct kpe_definition *line, const struct kpe_args *args,
				  const char *group, const char *name)
{
	struct kpe_event *event = kzalloc(sizeof(*event), GFP_KERNEL);

	lockdep_assert_held(&kpe_mutex);
	if (!event)
		return NULL;
	INIT_LIST_HEAD(&event->probes);
	INIT_LIST_HEAD(&event->staged);
	INIT_LIST_HEAD(&event->files);
	INIT_LIST_HEAD(&event->txn);
	INIT_LIST_HEAD(&event->class.fields);
	event->stage = KPE_NEW;
	event->is_return = line->is_return;
	event->name = kstrdup(name, GFP_KERNEL);
	event->fields = kpe_fields_make(args, kpe_header_size(event));
	if (event->fields)
		event->class.fields_array = kpe_fields_array(event, fields_by_function);
	event->class.system = kstrdup(group, GFP_KERNEL);
	event->class.reg = kpe_event_reg;
	event->call.class = &event->class;
	event->call.print_fmt = kpe_print_fmt(args);
	/* BPF programs of the type tracepoint get the record, of the type kprobe the registers. */
	event->is_plain = !args->nr_args && kpe_programs_are_known;
	if (event->is_plain) {
		event->call.name = (char *)event->name;
	} else {
		event->call.tp = (struct tracepoint *)&event->name;
		event->call.flags = TRACE_EVENT_FL_TRACEPOINT;
	}
	kpe_call_count_users(&event->call);
	if (line->budget)
		event->limits = make_limits(line->budget);
	if (line->hist)
		RCU_INIT_POINTER(event->tally,
				 kpe_tally_make(line->hist, args, kpe_header_size(event)));
	if (event->name && event->class.fields_array && event->class.system &&
	    event->call.print_fmt && (!line->budget || event->limits) &&
	    (!line->hist || rcu_access_pointer(event->tally)))
		return event;
	kpe_event_free(event);
	return NULL;
}

/* It is not registered, and has no probes and running hits. */
void kpe_event_free(struct kpe_event *event)
{
	lockdep_assert_held(&kpe_mutex);
	if (event->class.fields_array != fields_by_function)
		kfree(event->class.fields_array);
	kfree(event->class.system);
	kpe_fields_free(event->fields);
	kvfree(event->call.print_fmt);
	if (event->limits)
		free_percpu(event->limits->matches);
	kfree(event->limits);
	kpe_tally_put(rcu_dereference_protected(event->tally, true));
	free_percpu(event->load);
	kfree(event->name);
	kpe_owner_put(event->owner);
	kfree(event);
}

/* Has another tracer an event of this name? Takes event_mutex */
bool kpe_event_name_taken(const char *group, const char *name)
{
	struct trace_event_file *file = trace_get_event_file(NULL, group, name);

	if (!IS_ERR(file)) {
		trace_put_event_file(file);
		return true;
	}
	/* EBUSY: it exists, but its module is being unloaded. */
	return PTR_ERR(file) == -EBUSY;
}

/* @event: new or removed. Return: 0, or a negative errno; it may be KPE_TO_DELETE then */
int kpe_event_add(struct kpe_event *event)
{
	int ret;

	kpe_assert_event_mutex();
	/* Without memory for the directory, the fields are not defined. */
	field_error = -ENOMEM;
	ret = kpe_id_take(event);
	if (ret)
		return ret;
	ret = kpe_add_event_call(&event->call);
	if (ret) {
		unregister_trace_event(&event->call.event);
		return ret;
	}
	/* kpe_gate_calls() relies on events being added at the list's head. */
	WARN_ON_ONCE(event->call.list.prev != kpe_gate_calls());
	kpe_call_pin_for_users(&event->call);
	__module_get(THIS_MODULE);
	list_add_tail(&event->known, &kpe_known_events);
	event->stage = field_error ? KPE_TO_DELETE : KPE_LIVE;
	return field_error;
}

/*
 * @event: not busy, not used by hits that saw it enabled, and detached from its files
 * (kpe_open_files_detach()). Return: 0, or -EBUSY with nothing changed
 */
int kpe_event_remove(struct kpe_event *event)
{
	int ret;

	kpe_assert_event_mutex();
	ret = kpe_remove_event_call(&event->call);
	if (ret)
		return ret;
	kpe_id_reserve(event);
	list_del(&event->known);
	event->stage = KPE_REMOVED;
	module_put(THIS_MODULE);
	return 0;
}

/* ----------------------------------------------------------------- enabling */

/*
 * If a file was ever enabled, the kernel clears the whole buffer when the event is removed or
 * any module is unloaded, as its id may be reused. That of ours is not, so records can stay.
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
	WRITE_ONCE(*(rcu_access_pointer(event->tally) ? &event->counting : &event->only),
		   link ? link->file : NULL);
}

/* The kernel runs no program of an event that perf does not use. */
static void pass_registers(struct kpe_event *event, bool on)
{
	if (event->is_plain)
		WRITE_ONCE(event->call.flags,
			   on ? event->call.flags | TRACE_EVENT_FL_KPROBE :
				event->call.flags & ~TRACE_EVENT_FL_KPROBE);
}

static int disable_event(struct kpe_event *event, struct trace_event_file *file)
{
	kpe_assert_event_mutex();
	if (file) {
		disable_file(event, file);
	} else {
		WRITE_ONCE(event->perf, false);
		pass_registers(event, false);
	}
	choose_only(event);
	WRITE_ONCE(event->users, event->users - 1);
	if (event->users)
		return 0;
	kpe_points_disarm(event);
	event->rests_since = kpe_hits_until_now();
	return 0;
}

/* @file: NULL: for perf */
static int enable_event(struct kpe_event *event, struct trace_event_file *file)
{
	struct kpe_file_link *link;
	int ret = 0;

	kpe_assert_event_mutex();
	if (kpe_event_start(event))
		WRITE_ONCE(event->enabled_at, jiffies);
	if (file) {
		/* 6.1 accepts triggers in open files of a removed instance. */
		if (kpe_event_file_is_removed(file))
			return -ENODEV;
		link = kzalloc(sizeof(*link), GFP_KERNEL);
		if (!link)
			return -ENOMEM;
		link->file = file;
		list_add_tail_rcu(&link->list, &event->files);
		kpe_gate_remember(file);
	} else {
		pass_registers(event, event->is_plain && kpe_points_can_move(event));
	}
	choose_only(event);
	event->used = true;
	/*
	 * In this order: see arm.c on points that are registered in between. Pairs with the
	 * read in is_within_limits()
	 */
	smp_store_release(&event->users, event->users + 1);
	/* perf may move them to the kprobe core */
	if (event->users == 1 || (!file && event->is_plain))
		ret = kpe_points_arm(event);
	if (ret) {
		disable_event(event, file);
	} else if (!file) {
		/*
		 * Last, as the kernel would free at once what a hit for perf uses. What it has
		 * allocated for it is there; pairs with deliver_hit()
		 */
		smp_store_release(&event->perf, true);
		choose_only(event);
	}
	return ret;
}

/*
 * The kernel holds event_mutex, except if perf only moves a counter to or from a CPU. @data: a
 * struct trace_event_file; for perf, possibly a struct perf_event
 */
int kpe_event_reg(struct trace_event_call *call, enum trace_reg type, void *data)
{
	struct kpe_event *event = kpe_event_of(call);
	int ret;

	switch (type) {
	case TRACE_REG_REGISTER:
		ret = enable_event(event, data);
		if (ret)
			kpe_event_file_failed(data);
		return ret;
	case TRACE_REG_UNREGISTER:
		return disable_event(event, data);
	case TRACE_REG_PERF_REGISTER:
		return enable_event(event, NULL);
	case TRACE_REG_PERF_UNREGISTER:
		return disable_event(event, NULL);
	case TRACE_REG_PERF_OPEN:
		/* Of all counters the kernel registers only the first. Tasks inherit copies. */
		if (!((struct perf_event *)data)->parent && kpe_event_start(event))
			WRITE_ONCE(event->enabled_at, jiffies);
		return 0;
	default:
		return 0;
	}
}

/* Is it enabled, opened by perf, or used by a trigger, an eprobe or a synthetic event? */
bool kpe_event_busy(struct kpe_event *event)
{
	kpe_assert_event_mutex();
	return event->users || event->call.perf_refcount || kpe_call_has_users(&event->call);
}
