// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel finds an instance by its name and takes a reference, so that it cannot
 * be removed. Truncating the file "trigger", which has no reference, removes the
 * hist triggers.
 */
#include <linux/trace_events.h>
#include "compat/cleanup.h"
#include "events/disable.h"
#include "kernel/tracefs.h"
#include "model/locks.h"

static void truncate_trigger(const char *instance, const char *group,
			     const char *event)
{
	char *path __free(kfree) = kasprintf(GFP_KERNEL, "%s%s%sevents/%s/%s/trigger",
					   instance ? "instances/" : "", instance ?: "",
					   instance ? "/" : "", group, event);

	if (path)
		kpe_tracefs_truncate(path);
}

/*
 * @instance: NULL is the top one. The reference is held throughout, as opening a file
 * of a removed instance would follow a dangling pointer.
 */
static void disable_in(const char *instance, const char *group,
		       const char *event, bool and_triggers)
{
	struct trace_event_file *file;

	file = trace_get_event_file(instance, group, event);
	if (IS_ERR(file))
		return;
	if (file->flags & EVENT_FILE_FL_ENABLED)
		trace_array_set_clr_event(file->tr, group, event, false);
	if (and_triggers)
		truncate_trigger(instance, group, event);
	trace_put_event_file(file);
}

/**
 * kpe_event_disable_everywhere() - disable an event in all instances
 * @group: its group
 * @event: its name. Each time, the kernel compares it under event_mutex. So whoever
 *	changes it under event_mutex keeps the event enabled where it still is
 * @and_triggers: remove its hist triggers, too
 *
 * Context: kpe_mutex, with root's rights; may sleep; takes event_mutex.
 * Return: 0, or a negative errno if the instances cannot be listed, as without memory;
 * then it is disabled in none of them, but in the top one.
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
