// SPDX-License-Identifier: GPL-2.0
/*
 * kpe_other - events of somebody else: kpe_other/plain, and kpe_other/quiet, which
 * cannot be enabled and so is not found by those who look for a file of it
 */
#include <linux/module.h>
#include <linux/trace_events.h>

static int other_reg(struct trace_event_call *call, enum trace_reg type, void *data)
{
	return type == TRACE_REG_REGISTER ? -EPERM : 0;
}

static enum print_line_t other_print(struct trace_iterator *iter, int flags,
				     struct trace_event *event)
{
	return TRACE_TYPE_HANDLED;
}

static struct trace_event_functions other_funcs = { .trace = other_print };

static struct trace_event_fields other_fields[] = {
	{}
};

static struct trace_event_class other_class = {
	.system = "kpe_other",
	.reg = other_reg,
	.fields_array = other_fields,
	.fields = LIST_HEAD_INIT(other_class.fields),
	.raw_init = trace_event_raw_init,
};

static struct trace_event_call plain_call = {
	.class = &other_class,
	.name = "plain",
	.event.funcs = &other_funcs,
	.print_fmt = "\"\"",
};

static struct trace_event_call quiet_call = {
	.class = &other_class,
	.name = "quiet",
	.event.funcs = &other_funcs,
	.print_fmt = "\"\"",
	.flags = TRACE_EVENT_FL_IGNORE_ENABLE,
};

/* The module loader's notifier registers what it finds in this section. */
static struct trace_event_call *calls[]
	__used __section("_ftrace_events") = { &plain_call, &quiet_call };

MODULE_DESCRIPTION("Events of somebody else");
MODULE_LICENSE("GPL");
