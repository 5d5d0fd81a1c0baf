// SPDX-License-Identifier: GPL-2.0
/*
 * Lifetime: an event is registered from kpe_event_add() to kpe_event_remove(). Its call,
 * class, field names and print format live as long as struct kpe_event. That is freed
 * afterwards, when no hit is running and no open file refers to it
 * (kpe_open_files_detach()). Each registered event holds a reference on this module.
 *
 * Locks: events are added and removed under event_mutex. kpe_event_remove()'s caller
 * waits for hits that may still use the event's files (enable.c).
 */
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/trace_events.h>
#include "events/enable.h"
#include "events/event.h"
#include "events/ids.h"
#include "events/limits.h"
#include "events/print.h"
#include "kernel/gate.h"
#include "model/model.h"
#include "model/owner.h"

/**
 * struct shared_class - an event class and its users
 * @class: the kernel's class; its @system is @name
 * @list: in classes
 * @events: number of its events
 * @name: name of the group
 */
struct shared_class {
	struct trace_event_class class;
	struct list_head list;
	unsigned int events;
	char name[];
};

static LIST_HEAD(classes);	/* kpe_mutex */

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

static struct list_head *known_fields(struct trace_event_call *call)
{
	return &kpe_event_of(call)->known_fields;
}

static void free_array(struct trace_event_fields *array)
{
	if (array != fields_by_function)
		kfree(array);
}

/*
 * Get the class of a group's events, with the members of @like. It is shared if
 * @fields_array is the same. Return: NULL if there is no memory
 */
static struct trace_event_class *get_class(const struct trace_event_class *like,
					   const char *group)
{
	struct shared_class *shared;

	list_for_each_entry(shared, &classes, list) {
		if (shared->class.fields_array == like->fields_array &&
		    !strcmp(shared->name, group)) {
			shared->events++;
			return &shared->class;
		}
	}
	shared = kzalloc(struct_size(shared, name, strlen(group) + 1), GFP_KERNEL);
	if (!shared)
		return NULL;
	shared->events = 1;
	shared->class = *like;
	shared->class.system = strcpy(shared->name, group);
	list_add(&shared->list, &classes);
	return &shared->class;
}

static void put_class(struct trace_event_class *class)
{
	struct shared_class *shared = container_of(class, struct shared_class, class);

	if (--shared->events)
		return;
	list_del(&shared->list);
	kfree(shared);
}

static int set_class(struct kpe_event *event, const char *group)
{
	const struct trace_event_class like = {
		.reg = kpe_event_reg, .get_fields = known_fields,
		.fields_array = kpe_fields_array(event, fields_by_function),
	};

	if (like.fields_array)
		event->call.class = get_class(&like, group);
	if (event->call.class)
		return 0;
	free_array(like.fields_array);
	return -ENOMEM;
}

static void unset_class(struct kpe_event *event)
{
	struct trace_event_fields *array;

	if (!event->call.class)
		return;
	array = event->call.class->fields_array;
	put_class(event->call.class);
	free_array(array);
}

/* Of this tracepoint, the kernel reads only the name. */
static_assert(!offsetof(struct tracepoint, name));

static void fill_call(struct kpe_event *event)
{
	event->call.tp = (struct tracepoint *)&event->name;
	/*
	 * Allow BPF programs of the tracepoint type, which get the record.
	 * TRACE_EVENT_FL_KPROBE would allow programs that want registers, but the
	 * kernel would treat the event as one of its own probes.
	 */
	event->call.flags = TRACE_EVENT_FL_TRACEPOINT;
#ifdef CONFIG_DYNAMIC_EVENTS
	event->call.flags |= TRACE_EVENT_FL_DYNAMIC;
#endif
}

/**
 * kpe_event_alloc() - allocate an event
 * @line: its first definition; not kept
 * @args: resolved, with its fields; not kept
 * @group: copied
 * @name: copied
 *
 * Context: kpe_mutex; may sleep. Return: the event, or NULL if there is no memory.
 */
struct kpe_event *kpe_event_alloc(const struct kpe_line *line, const struct kpe_args *args,
				  const char *group, const char *name)
{
	struct kpe_event *event = kzalloc(sizeof(*event), GFP_KERNEL);

	lockdep_assert_held(&kpe_mutex);
	if (!event)
		return NULL;
	INIT_HLIST_NODE(&event->node);
	INIT_LIST_HEAD(&event->probes);
	INIT_LIST_HEAD(&event->staged);
	INIT_LIST_HEAD(&event->files);
	INIT_LIST_HEAD(&event->txn);
	INIT_LIST_HEAD(&event->known_fields);
	event->stage = KPE_NEW;
	event->is_return = line->is_return;
	event->name = kstrdup(name, GFP_KERNEL);
	event->fields = kpe_fields_make(args, kpe_header_size(event));
	event->call.print_fmt = kpe_print_fmt(args);
	if (line->budget)
		event->limits = kpe_limits_make(line->budget);
	if (!event->name || !event->fields || !event->call.print_fmt ||
	    (line->budget && !event->limits) || set_class(event, group)) {
		kpe_event_free(event);
		return NULL;
	}
	fill_call(event);
	return event;
}

/**
 * kpe_event_free() - free an event
 * @event: not registered, without probes and running hits
 *
 * Context: kpe_mutex.
 */
void kpe_event_free(struct kpe_event *event)
{
	lockdep_assert_held(&kpe_mutex);
	unset_class(event);
	kpe_fields_free(event->fields);
	kpe_print_fmt_free(event->call.print_fmt);
	kpe_limits_free(event->limits);
	free_percpu(event->load);
	kfree(event->name);
	kpe_owner_put(event->owner);
	kfree(event);
}

/**
 * kpe_event_name_taken() - does another tracer have an event of this name
 * @group: group of the event
 * @name: name of the event
 *
 * Context: may sleep; takes event_mutex, so not inside the gate.
 * Return: true if it does.
 */
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

/**
 * kpe_event_add() - register an event
 * @event: new or removed
 *
 * Context: event_mutex; may sleep. Return: 0 or a negative errno. An event that was
 * added in part is doomed, to be removed as usual.
 */
int kpe_event_add(struct kpe_event *event)
{
	int ret;

	kpe_assert_event_mutex();
	/* Without memory for the directory, the fields are not defined. */
	field_error = -ENOMEM;
	ret = kpe_id_take(event);
	if (ret)
		return ret;
	ret = trace_add_event_call(&event->call);
	if (ret) {
		kpe_id_drop(event);
		return ret;
	}
	/* kpe_gate_calls() relies on events being added at the list's head. */
	WARN_ON_ONCE(event->call.list.prev != kpe_gate_calls());
#ifndef CONFIG_DYNAMIC_EVENTS
	/* The kernel has cleared it. perf and triggers pin this module. */
	event->call.module = THIS_MODULE;
#endif
	__module_get(THIS_MODULE);
	list_add_tail(&event->known, &kpe_known_events);
	event->stage = field_error ? KPE_DOOMED : KPE_LIVE;
	return field_error;
}

/**
 * kpe_event_remove() - unregister an event
 * @event: not busy, not used by hits that saw it enabled, and detached from its files
 *	(kpe_open_files_detach())
 *
 * Context: event_mutex; may sleep. Return: 0, or -EBUSY with nothing changed.
 */
int kpe_event_remove(struct kpe_event *event)
{
	int ret;

	kpe_assert_event_mutex();
	ret = trace_remove_event_call(&event->call);
	if (ret)
		return ret;
	kpe_id_bury(event);
	list_del(&event->known);
	event->stage = KPE_REMOVED;
	module_put(THIS_MODULE);
	return 0;
}
