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

static void disable_in(const char *instance, const char *group,
		       const char *event)
{
	struct trace_event_file *file;

	file = trace_get_event_file(instance, group, event);
	if (IS_ERR(file))
		return;
	if (file->flags & EVENT_FILE_FL_ENABLED)
		trace_array_set_clr_event(file->tr, group, event, false);
	trace_put_event_file(file);
}

/* @instance: NULL is the top one */
static void silence_in(const char *instance, const char *group,
		       const char *event)
{
	char *path;

	disable_in(instance, group, event);
	path = kasprintf(GFP_KERNEL, "%s%s%sevents/%s/%s/trigger",
			 instance ? "instances/" : "", instance ?: "",
			 instance ? "/" : "", group, event);
	if (path)
		kpe_tracefs_truncate(path);
	kfree(path);
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
	char *names, *name;

	silence_in(NULL, group, event);
	names = kpe_tracefs_list("instances");
	for (name = names; name && *name; name += strlen(name) + 1)
		silence_in(name, group, event);
	kfree(names);
}
