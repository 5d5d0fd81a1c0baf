// SPDX-License-Identifier: GPL-2.0
/*
 * ids - the type ids of events, and what stays of deleted ones
 *
 * The kernel hands out the lowest free id (6.1 only after it has run out of
 * new ones), so a deleted event's id would be the next event's, while the
 * buffers are full of its records. So the id is not part of the kernel's event:
 * it is registered apart, with a printer of its own, and outlives the event as
 * a grave. The oldest graves are given up when there are many, or when ids run
 * short.
 *
 * A reader of the trace holds trace_event_sem while it prints; the kernel takes
 * it for writing when an event is removed. So who hides an event from its id
 * before the removal may free the event after it.
 */
#include <linux/list.h>
#include <linux/slab.h>
#include <linux/trace_seq.h>
#include "ids.h"
#include "print.h"

#define MAX_GRAVES 1024		/* deletions; the kernel has 65,000 ids */

/**
 * struct kpe_id - a registered type id
 * @class: has the group's name
 * @call: has the event's name; its @call.event is what the kernel finds when it
 *	  prints a record. An eprobe's record looks for the names around it.
 * @event: whose; NULL once it is deleted
 * @grave: in the list of graves, the oldest first
 */
struct kpe_id {
	struct trace_event_class class;
	struct trace_event_call call;
	struct kpe_event *event;
	struct list_head grave;
};

static LIST_HEAD(graves);	/* event_mutex */
static unsigned int nr_graves;

static enum print_line_t print_record(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	struct kpe_id *id = container_of(event, struct kpe_id, call.event);

	if (id->event)
		return kpe_print_record(iter, flags, id->event);
	/* What the kernel says of an id that nobody has. */
	trace_seq_printf(&iter->seq, "Unknown type %d\n", iter->ent->type);
	return trace_handle_return(&iter->seq);
}

static struct trace_event_functions funcs = {
	.trace = print_record,
};

static void free_id(struct kpe_id *id)
{
	kfree(id->class.system);
	kfree(id->call.name);
	kfree(id);
}

static struct kpe_id *make_id(struct kpe_event *event)
{
	struct kpe_id *id = kzalloc(sizeof(*id), GFP_KERNEL);

	if (!id)
		return NULL;
	id->event = event;
	id->class.system = kstrdup(event->group, GFP_KERNEL);
	id->call.class = &id->class;
	id->call.name = kstrdup(event->name, GFP_KERNEL);
	id->call.event.funcs = &funcs;
	if (id->class.system && id->call.name)
		return id;
	free_id(id);
	return NULL;
}

static void open_oldest_grave(void)
{
	struct kpe_id *id = list_first_entry(&graves, struct kpe_id, grave);

	unregister_trace_event(&id->call.event);
	list_del(&id->grave);
	nr_graves--;
	free_id(id);
}

/**
 * kpe_id_take() - register an id for an event
 * @event: its call gets the id
 *
 * Context: event_mutex; may sleep. Return: 0, -ENOMEM, or -ENOSPC if the kernel
 * has no id left.
 */
int kpe_id_take(struct kpe_event *event)
{
	struct kpe_id *id = make_id(event);

	if (!id)
		return -ENOMEM;
	while (!register_trace_event(&id->call.event)) {
		if (!nr_graves) {
			free_id(id);
			return -ENOSPC;
		}
		open_oldest_grave();
	}
	event->id = id;
	event->call.event.type = id->call.event.type;
	return 0;
}

/**
 * kpe_id_drop() - undo kpe_id_take() for an event that has no records
 * @event: the kernel does not know it
 *
 * Context: event_mutex; may sleep.
 */
void kpe_id_drop(struct kpe_event *event)
{
	unregister_trace_event(&event->id->call.event);
	free_id(event->id);
	event->id = NULL;
}

/**
 * kpe_id_hide() - let nobody begin to print records of an event
 * @event: is about to be removed
 *
 * Context: event_mutex.
 */
void kpe_id_hide(struct kpe_event *event)
{
	WRITE_ONCE(event->id->event, NULL);
}

/**
 * kpe_id_show() - undo kpe_id_hide()
 * @event: was not removed
 *
 * Context: event_mutex.
 */
void kpe_id_show(struct kpe_event *event)
{
	WRITE_ONCE(event->id->event, event);
}

/**
 * kpe_id_bury() - keep the id of an event that is gone
 * @event: hidden, and removed from the kernel
 *
 * Context: event_mutex; may sleep.
 */
void kpe_id_bury(struct kpe_event *event)
{
	list_add_tail(&event->id->grave, &graves);
	event->id = NULL;
	if (++nr_graves > MAX_GRAVES)
		open_oldest_grave();
}

/**
 * kpe_ids_exit() - give up all ids
 *
 * Context: module exit; no event is left.
 */
void kpe_ids_exit(void)
{
	while (nr_graves)
		open_oldest_grave();
}
