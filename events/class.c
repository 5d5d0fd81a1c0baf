// SPDX-License-Identifier: GPL-2.0
/*
 * class - event classes, shared by the events of a group
 */
#include <linux/slab.h>
#include "events/class.h"
#include "model/locks.h"

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

/**
 * kpe_class_get() - get the class of a group's events
 * @like: members of the class, without the name; needs @get_fields. A class is shared
 *	only if @fields_array is the same.
 * @group: name of the group
 *
 * Context: kpe_mutex; may sleep. Return: the class, for kpe_class_put(), or NULL if
 * there is no memory.
 */
struct trace_event_class *kpe_class_get(const struct trace_event_class *like,
					const char *group)
{
	struct shared_class *shared;

	lockdep_assert_held(&kpe_mutex);
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

/**
 * kpe_class_put() - release an event's class
 * @class: from kpe_class_get(); its event is not registered
 *
 * Context: kpe_mutex.
 */
void kpe_class_put(struct trace_event_class *class)
{
	struct shared_class *shared =
		container_of(class, struct shared_class, class);

	lockdep_assert_held(&kpe_mutex);
	if (--shared->events)
		return;
	list_del(&shared->list);
	kfree(shared);
}
