// SPDX-License-Identifier: GPL-2.0
/*
 * kpe_ids - takes the type ids that the kernel has for trace events
 *
 * "insmod kpe_ids.ko left=N" leaves N of them; they are given back when it goes.
 */
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/trace_events.h>

#define MAX_IDS 65536

static unsigned int left;
module_param(left, uint, 0400);

static struct trace_event *events;
static unsigned int nr;

static enum print_line_t print_nothing(struct trace_iterator *iter, int flags,
				       struct trace_event *event)
{
	return TRACE_TYPE_HANDLED;
}

static struct trace_event_functions funcs = { .trace = print_nothing };

static int __init kpe_ids_init(void)
{
	events = kvcalloc(MAX_IDS, sizeof(*events), GFP_KERNEL);
	if (!events)
		return -ENOMEM;
	for (; nr < MAX_IDS; nr++) {
		events[nr].funcs = &funcs;
		if (!register_trace_event(&events[nr]))
			break;
	}
	while (left-- && nr)
		unregister_trace_event(&events[--nr]);
	return 0;
}
module_init(kpe_ids_init);

static void __exit kpe_ids_exit(void)
{
	while (nr)
		unregister_trace_event(&events[--nr]);
	kvfree(events);
}
module_exit(kpe_ids_exit);

MODULE_DESCRIPTION("Takes the ids of trace events");
MODULE_LICENSE("GPL");
