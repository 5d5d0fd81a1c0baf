// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel assigns the lowest free id (6.1: once no new ids are left). So the next event
 * would get a deleted event's id, while its records are still in the buffers, if the id were
 * not reserved. The oldest reserved ids are freed if there are many, or if ids run out.
 *
 * The kernel frees an event's id under trace_event_sem, which readers of the trace hold
 * while they print.
 */
#include <linux/list.h>
#include <linux/slab.h>
#include <linux/trace_seq.h>
#include "events/event.h"
#include "events/print.h"

#define MAX_RESERVED_IDS 1024		/* deletions; the kernel has 65,000 ids */
#define MAX_TRIES 64		/* for one deletion; each may search for an id */

/* Holds the id of a deleted event, or a lower free one */
struct reserved_id {
	/* its event has the id; with the option "fields", the kernel looks at the others, too */
	struct trace_event_call call;
	struct list_head list;		/* in reserved_ids, the oldest first */
};

static LIST_HEAD(reserved_ids);	/* event_mutex */
static unsigned int nr_reserved_ids;

static struct trace_event_class reserved_class = {
	.system = KPE_NAME,
	.fields = LIST_HEAD_INIT(reserved_class.fields),
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
static struct trace_event_functions reserved_funcs = { .trace = print_unknown };

static void free_reserved_id(struct reserved_id *reserved)
{
	unregister_trace_event(&reserved->call.event);
	list_del(&reserved->list);
	nr_reserved_ids--;
	kfree(reserved);
}

static void free_oldest_id(void)
{
	free_reserved_id(list_first_entry(&reserved_ids, struct reserved_id, list));
}

/* Unregistering the call of @event frees its id. Return: 0, or -ENOSPC if no id is left */
int kpe_id_take(struct kpe_event *event)
{
	kpe_assert_event_mutex();
	event->call.event.type = 0;
	event->call.event.funcs = &event_funcs;
	while (!register_trace_event(&event->call.event)) {
		if (!nr_reserved_ids)
			return -ENOSPC;
		free_oldest_id();
	}
	return 0;
}

/* Return: what holds it, or NULL */
static struct reserved_id *reserve_lowest_id(void)
{
	/* A deletion must not fail. */
	struct reserved_id *reserved = kzalloc(sizeof(*reserved), GFP_KERNEL | __GFP_NOFAIL);

	reserved->call.name = "deleted";
	reserved->call.class = &reserved_class;
	reserved->call.event.funcs = &reserved_funcs;
	if (!register_trace_event(&reserved->call.event)) {
		kfree(reserved);
		return NULL;
	}
	list_add_tail(&reserved->list, &reserved_ids);
	nr_reserved_ids++;
	return reserved;
}

/* @event: has just been removed from the kernel */
void kpe_id_reserve(const struct kpe_event *event)
{
	static unsigned int tries = MAX_TRIES;	/* event_mutex */
	int id = event->call.event.type, type;
	struct reserved_id *reserved;
	unsigned int nr = 0;

	kpe_assert_event_mutex();
	do {
		reserved = reserve_lowest_id();
		nr += !!reserved;
		type = reserved ? reserved->call.event.type : INT_MAX;
	} while (type < id && nr < tries);
	/* Of many deletions in a row, the first that finds too many lower ids is enough. */
	tries = type < id ? 1 : MAX_TRIES;
	/* If the event's id is not the next to be assigned, none of these holds it. */
	if (reserved && type > id)
		nr = 1;
	else if (type >= id)
		nr = 0;
	while (nr--)
		free_reserved_id(list_last_entry(&reserved_ids, struct reserved_id, list));
	while (nr_reserved_ids > MAX_RESERVED_IDS)
		free_oldest_id();
}

void kpe_ids_exit(void)
{
	while (nr_reserved_ids)
		free_oldest_id();
}
