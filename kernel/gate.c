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
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/string.h>
#include "kernel/gate.h"
#include "trace_kprobe.h"

struct gate_work {
	int (*fn)(void *data);
	void *data;
	int ret;
	bool done;
};

/*
 * The work lies on the stack of the task that is in the gate, and is gone as soon as
 * that has left. Anybody may ask perf for our event at any time, so the rest may
 * know no more than that it is somebody else.
 */
static DEFINE_MUTEX(gate_mutex);
static struct task_struct *gate_owner;	/* under gate_mutex; compared by all */
static struct gate_work *gate_work;	/* under gate_mutex */

static int gate_perm(struct trace_event_call *call, struct perf_event *event)
{
	struct gate_work *work;

	if (READ_ONCE(gate_owner) != current)
		return -EPERM;
	lockdep_assert_held(&gate_mutex);
	work = gate_work;
	if (work->done)
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

static const struct list_head *all_calls;	/* where the kernel's list begins */
static const struct task_struct *registrar;	/* who registers our event */

/* The first thing that the kernel does with it, under event_mutex */
static int gate_raw_init(struct trace_event_call *call)
{
	registrar = current;
	return trace_event_raw_init(call);
}

/*
 * Then the kernel puts it in front of all others and, with event_mutex held ever since,
 * asks for its fields; and again for each new instance, when others may be in front.
 */
static int gate_define_fields(struct trace_event_call *call)
{
	if (registrar == current)
		all_calls = call->list.prev;
	return 0;
}

static struct trace_event_fields gate_fields[] = {
	{ .type = TRACE_FUNCTION_TYPE, { .define_fields = gate_define_fields } },
	{}
};

static struct trace_event_class gate_class = {
	.system = KPE_NAME,
	.reg = gate_reg,
	.fields_array = gate_fields,
	.fields = LIST_HEAD_INIT(gate_class.fields),
	.raw_init = gate_raw_init,
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

/* All files of a trace array are in a ring. Of its head this is what may be read. */
static_assert(offsetof(struct trace_event_file, event_call) ==
	      offsetofend(struct trace_event_file, list));

/**
 * kpe_gate_call() - the gate's own event
 *
 * Context: any. Return: what the kernel knows it by.
 */
const struct trace_event_call *kpe_gate_call(void)
{
	return &gate_call;
}

/**
 * kpe_gate_calls() - where the kernel keeps its list of all events
 *
 * The list changes under event_mutex only, and a new event comes first.
 *
 * Context: event_mutex. Return: head of the list, of struct trace_event_call.list.
 */
const struct list_head *kpe_gate_calls(void)
{
	kpe_assert_event_mutex();
	return all_calls;
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

	kpe_assert_event_mutex();
	/* All files of a trace array are in a ring; its head matches nothing. */
	list_for_each_entry_continue(other, &file->list, list) {
		if (other->event_call != &gate_call)
			continue;
		set_bit(EVENT_FILE_FL_WAS_ENABLED_BIT, &other->flags);
		return;
	}
}

#ifdef CONFIG_LOCKDEP
/**
 * kpe_event_mutex_is_held() - does the calling task have event_mutex
 *
 * The kernel does not give it away, but lockdep knows it by its name.
 *
 * Return: true if it does.
 */
bool kpe_event_mutex_is_held(void)
{
	int i;

	for (i = 0; i < current->lockdep_depth; i++)
		if (!strcmp(current->held_locks[i].instance->name, "event_mutex"))
			return true;
	return false;
}
#endif

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
	struct gate_work work = { .fn = fn, .data = data };
	struct perf_event *event;

	mutex_lock(&gate_mutex);
	gate_work = &work;
	WRITE_ONCE(gate_owner, current);
	event = perf_event_create_kernel_counter(&attr, -1, current, NULL, NULL);
	WRITE_ONCE(gate_owner, NULL);
	gate_work = NULL;
	mutex_unlock(&gate_mutex);

	if (work.done)
		return work.ret;
	if (WARN_ON_ONCE(!IS_ERR(event))) {
		perf_event_release_kernel(event);
		return -EBUSY;
	}
	return PTR_ERR(event);
}

/* How often, and for whom, it was called is for the caller to see. */
static int look_around(void *data)
{
	struct task_struct **who = data;

	kpe_assert_event_mutex();
	*who = *who ? NULL : current;
	return -ESTALE;
}

/**
 * kpe_gate_init() - see whether the kernel took our event, and whether the gate opens
 *
 * That perf asks our event first, in the caller's task and under event_mutex, and takes
 * a refusal for one, is how the kernel happens to be made: so it is tried.
 *
 * Context: module init; may sleep. Return: 0, or -ENODEV if the kernel registers no
 * trace events for this module (it was forced in, say), or the gate does not open;
 * -ENOMEM.
 */
int kpe_gate_init(void)
{
	struct task_struct *who = NULL;
	int ret;

	registrar = NULL;
	if (!gate_call.event.type)
		return -ENODEV;
	/* Without memory for its directory the kernel does not come to the fields. */
	if (!all_calls)
		return -ENOMEM;
	ret = kpe_gate(look_around, &who);
	if (ret == -ESTALE && who == current)
		return 0;
	return ret == -ENOMEM ? ret : -ENODEV;
}
