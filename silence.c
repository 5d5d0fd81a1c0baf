// SPDX-License-Identifier: GPL-2.0
/*
 * silence - nobody listens to an event any more
 *
 * An instance is known by its name only: the kernel gives it by that, with a
 * reference, so that it cannot go meanwhile. Its hist triggers go when the file
 * "trigger" is truncated.
 */
#include <linux/slab.h>
#include <linux/trace_events.h>
#include "silence.h"
#include "tracefs.h"

struct target {
	const char *group;
	const char *event;
};

static void drop_triggers(const char *in, const char *name,
			  const struct target *target)
{
	char *path = kasprintf(GFP_KERNEL, "%s%s%sevents/%s/%s/trigger", in,
			       name, *name ? "/" : "", target->group,
			       target->event);

	if (path)
		kpe_tracefs_truncate(path);
	kfree(path);
}

static void disable_in(const char *instance, const struct target *target)
{
	struct trace_event_file *file;

	file = trace_get_event_file(instance, target->group, target->event);
	if (IS_ERR(file))
		return;
	if (file->flags & EVENT_FILE_FL_ENABLED)
		trace_array_set_clr_event(file->tr, target->group,
					  target->event, false);
	trace_put_event_file(file);
}

/**
 * kpe_silence() - disable an event everywhere
 * @group: its group
 * @event: its name
 *
 * Context: kpe_mutex, with root's rights; may sleep; takes event_mutex.
 */
void kpe_silence(const char *group, const char *event)
{
	struct target target = { .group = group, .event = event };
	char *names, *name;

	disable_in(NULL, &target);
	drop_triggers("", "", &target);
	names = kpe_tracefs_list("instances");
	for (name = names; name && *name; name += strlen(name) + 1) {
		disable_in(name, &target);
		drop_triggers("instances/", name, &target);
	}
	kfree(names);
}
