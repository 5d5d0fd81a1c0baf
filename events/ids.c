// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel assigns the lowest free id (6.1: once no new ids are left). So the next
 * event would get a deleted event's id, while its records are still in the buffers. To
 * prevent that, a grave takes the id as soon as the event is gone. The oldest graves are
 * freed if there are many, or if ids run out.
 *
 * The kernel frees an event's id under trace_event_sem, which readers of the trace hold
 * while they print.
 */
#include <linux/list.h>
#include <linux/slab.h>
#include <linux/trace_seq.h>
#include "events/ids.h"
#include "events/print.h"

#define MAX_GRAVES 1024		/* deletions; the kernel has 65,000 ids */
#define MAX_DIGS 64		/* for one deletion; each may search for an id */

/* Holds the id of a deleted event, or a lower free one */
struct grave {
	/* its event has the id; with the option "fields", the kernel looks at the others, too */
	struct trace_event_call call;
	struct list_head list;		/* in graves, the oldest first */
};

static LIST_HEAD(graves);	/* event_mutex */
static unsigned int nr_graves;

static struct trace_event_class grave_class = {
	.system = KPE_NAME,
	.fields = LIST_HEAD_INIT(grave_class.fields),
};

static enum print_line_t print_record(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	return kpe_print_record(iter, flags,
				container_of(event, struct kpe_event, call.event));
}

/* Print as the kernel does for an unknown id. */
static enum print_line_t print_unknown(struct trace_iterator *iter, int flags,
				       struct trace_event *event)
{
	trace_seq_printf(&iter->seq, "Unknown type %d\n", iter->ent->type);
	return trace_handle_return(&iter->seq);
}

static struct trace_event_functions event_funcs = { .trace = print_record };
static struct trace_event_functions grave_funcs = { .trace = print_unknown };

static void open_grave(struct grave *grave)
{
	unregister_trace_event(&grave->call.event);
	list_del(&grave->list);
	nr_graves--;
	kfree(grave);
}

static void open_oldest_grave(void)
{
	open_grave(list_first_entry(&graves, struct grave, list));
}

/* Unregistering the call of @event frees its id. Return: 0, or -ENOSPC if no id is left */
int kpe_id_take(struct kpe_event *event)
{
	kpe_assert_event_mutex();
	event->call.event.type = 0;
	event->call.event.funcs = &event_funcs;
	while (!register_trace_event(&event->call.event)) {
		if (!nr_graves)
			return -ENOSPC;
		open_oldest_grave();
	}
	return 0;
}

/* Undo kpe_id_take() for an event that has no records, and whose call is not registered. */
void kpe_id_drop(struct kpe_event *event)
{
	kpe_assert_event_mutex();
	unregister_trace_event(&event->call.event);
}

/* Take the lowest free id. Return: its grave, or NULL */
static struct grave *dig_grave(void)
{
	/* A deletion must not fail. */
	struct grave *grave = kzalloc(sizeof(*grave), GFP_KERNEL | __GFP_NOFAIL);

	grave->call.name = "deleted";
	grave->call.class = &grave_class;
	grave->call.event.funcs = &grave_funcs;
	if (!register_trace_event(&grave->call.event)) {
		kfree(grave);
		return NULL;
	}
	list_add_tail(&grave->list, &graves);
	nr_graves++;
	return grave;
}

/* Keep the id of an event in use that is removed from the kernel. */
void kpe_id_bury(const struct kpe_event *event)
{
	static unsigned int digs = MAX_DIGS;	/* event_mutex */
	int id = event->call.event.type, type;
	struct grave *grave;
	unsigned int nr = 0;

	kpe_assert_event_mutex();
	do {
		grave = dig_grave();
		nr += !!grave;
		type = grave ? grave->call.event.type : INT_MAX;
	} while (type < id && nr < digs);
	/* Of many deletions in a row, the first that finds too many lower ids is enough. */
	digs = type < id ? 1 : MAX_DIGS;
	/* If the event's id is not the next to be assigned, none of these holds it. */
	if (grave && type > id)
		nr = 1;
	else if (type >= id)
		nr = 0;
	while (nr--)
		open_grave(list_last_entry(&graves, struct grave, list));
	while (nr_graves > MAX_GRAVES)
		open_oldest_grave();
}

void kpe_ids_exit(void)
{
	while (nr_graves)
		open_oldest_grave();
}
