// SPDX-License-Identifier: GPL-2.0
/*
 * gate - doing something under event_mutex
 *
 * The way in is an event of our own. When perf is asked for a counter on it,
 * the kernel takes event_mutex, finds the event and asks its perf_perm
 * callback for permission before anything else. The callback does the work
 * and then says no, so no counter is ever made.
 *
 * The event shows up as events/trace_kprobe/gate; it cannot be enabled, and
 * anybody else who asks perf for it gets EPERM.
 */
#include <linux/err.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include "gate.h"
#include "trace_kprobe.h"

struct gate_work {
	int (*fn)(void *data);
	void *data;
	struct task_struct *who;
	int ret;
	bool done;
};

static DEFINE_MUTEX(gate_mutex);
static struct gate_work *gate_work;	/* under gate_mutex; read under event_mutex */

static int gate_perm(struct trace_event_call *call, struct perf_event *event)
{
	struct gate_work *work = READ_ONCE(gate_work);

	if (!work || work->who != current || work->done)
		return -EPERM;
	work->done = true;
	work->ret = work->fn(work->data);
	return -ECANCELED;
}

static int gate_reg(struct trace_event_call *call, enum trace_reg type,
		    void *data)
{
	return -EPERM;
}

static enum print_line_t gate_print(struct trace_iterator *iter, int flags,
				    struct trace_event *event)
{
	return TRACE_TYPE_HANDLED;
}

static struct trace_event_functions gate_funcs = {
	.trace = gate_print,
};

static struct trace_event_fields gate_fields[] = {
	{}
};

static struct trace_event_class gate_class = {
	.system = KPE_NAME,
	.reg = gate_reg,
	.fields_array = gate_fields,
	.fields = LIST_HEAD_INIT(gate_class.fields),
	.raw_init = trace_event_raw_init,
};

static struct trace_event_call gate_call = {
	.class = &gate_class,
	.name = "gate",
	.event.funcs = &gate_funcs,
	.print_fmt = "\"\"",
	.flags = TRACE_EVENT_FL_IGNORE_ENABLE,
	.perf_perm = gate_perm,
};

/* The module loader's notifier registers what it finds in this section. */
static struct trace_event_call *gate_entry
	__used __section("_ftrace_events") = &gate_call;

/**
 * kpe_gate_init() - see whether the kernel took our event
 *
 * Context: module init. Return: 0, or -ENODEV if the kernel registers no trace
 * events for this module (it was forced in, say).
 */
int kpe_gate_init(void)
{
	return gate_call.event.type ? 0 : -ENODEV;
}

/**
 * kpe_gate_remember() - let the kernel empty a buffer when this module goes
 * @file: of one of our events, enabled: its records will be in there
 *
 * With the module go the ids of its events, and most kernels give an id to the
 * next event that comes, whose printer would take our records for its own. So
 * the kernel empties the buffers in which a module's event was ever enabled:
 * here it is told so of the gate, the one event that is the module's to it.
 *
 * Context: event_mutex.
 */
void kpe_gate_remember(struct trace_event_file *file)
{
	struct trace_event_file *other = file;

	/* All files of a trace array are in a ring; its head matches nothing. */
	list_for_each_entry_continue(other, &file->list, list) {
		if (other->event_call != &gate_call)
			continue;
		set_bit(EVENT_FILE_FL_WAS_ENABLED_BIT, &other->flags);
		return;
	}
}

/**
 * kpe_gate() - run a function with event_mutex held
 * @fn: may sleep and allocate; must not enter the gate again
 * @data: handed to @fn
 *
 * Context: process context, no event_mutex, not during module exit.
 * Return: what @fn returned, or -ENOMEM or another error if it was never run.
 */
int kpe_gate(int (*fn)(void *data), void *data)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.config = gate_call.event.type,
		.disabled = 1,
	};
	struct gate_work work = { .fn = fn, .data = data, .who = current };
	struct perf_event *event;

	mutex_lock(&gate_mutex);
	WRITE_ONCE(gate_work, &work);
	event = perf_event_create_kernel_counter(&attr, -1, current, NULL, NULL);
	WRITE_ONCE(gate_work, NULL);
	mutex_unlock(&gate_mutex);

	if (work.done)
		return work.ret;
	if (WARN_ON_ONCE(!IS_ERR(event))) {
		perf_event_release_kernel(event);
		return -EBUSY;
	}
	return PTR_ERR(event);
}
