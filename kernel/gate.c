// SPDX-License-Identifier: GPL-2.0
/*
 * The gate is an event of this module. When perf creates a counter for it, the
 * kernel takes event_mutex, finds the event and first calls its perf_perm
 * callback. The callback runs the function and then denies permission, so no
 * counter is ever created.
 *
 * The event is listed as events/trace_kprobe/gate. It cannot be enabled, and all
 * other requests to perf for it get EPERM.
 */
#include <linux/err.h>
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/string.h>
#include "kernel/gate.h"
#include "kernel/symbols.h"
#include "model/event.h"

struct gate_work {
	int (*fn)(void *data);
	void *data;
	int ret;
	bool done;
};

static DEFINE_MUTEX(gate_mutex);
/* under gate_mutex; any task may ask perf for the event at any time, and compares it */
static struct task_struct *gate_owner;
static struct gate_work *gate_work;	/* on the stack of gate_owner, which alone looks at it */

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

/* It has no records to print. */
static struct trace_event_functions gate_funcs;

static const struct list_head *all_calls;	/* head of the kernel's list */
static const struct task_struct *registrar;	/* task that adds the event */

/* The kernel calls this first, under event_mutex. */
static int gate_raw_init(struct trace_event_call *call)
{
	registrar = current;
	return trace_event_raw_init(call);
}

/*
 * Then the kernel makes it the first of all events and, still under event_mutex, asks
 * for its fields. It asks again for new instances, when other events may be first.
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

/* The kernel's module notifier registers the events in this section. */
static struct trace_event_call *gate_entry
	__used __section("_ftrace_events") = &gate_call;

/* All files of a trace array are in a ring. Of its head, which matches none, only this is read. */
static_assert(offsetof(struct trace_event_file, event_call) ==
	      offsetofend(struct trace_event_file, list));

const struct trace_event_call *kpe_gate_call(void)
{
	return &gate_call;
}

/* The kernel's list of all events; a new one comes first. Context: event_mutex. */
const struct list_head *kpe_gate_calls(void)
{
	kpe_assert_event_mutex();
	return all_calls;
}

/*
 * Is that the kernel's list? Only a kernel whose symbol table has variables can tell; any other
 * is trusted. Context: module init, after kpe_gate_init().
 */
bool kpe_gate_calls_are_known(void)
{
	const unsigned long head = kpe_kernel_address("ftrace_events");

	return !head || head == (unsigned long)all_calls;
}

/*
 * Have the buffer of @file, an enabled file of an event, cleared when this module is unloaded.
 * Its events' ids are free then, and most kernels reuse them for events that would misinterpret
 * the records. So the kernel clears buffers in which a module's event was ever enabled. It knows
 * only the gate as the module's, so that one's file is marked as enabled. Context: event_mutex.
 */
void kpe_gate_remember(struct trace_event_file *file)
{
	struct trace_event_file *other = file;

	kpe_assert_event_mutex();
	list_for_each_entry_continue(other, &file->list, list) {
		if (other->event_call != &gate_call)
			continue;
		set_bit(EVENT_FILE_FL_WAS_ENABLED_BIT, &other->flags);
		return;
	}
}

#ifdef CONFIG_LOCKDEP
/* The kernel does not export it, but lockdep has its name. */
bool kpe_event_mutex_is_held(void)
{
	int i;

	for (i = 0; i < current->lockdep_depth; i++)
		if (!strcmp(current->held_locks[i].instance->name, "event_mutex"))
			return true;
	return false;
}
#endif

/*
 * Run a function with event_mutex held. It may sleep and allocate, and must not enter the gate
 * again. Context: process context, no event_mutex, not during module exit.
 * Return: result of @fn, or -ENOMEM or another error if it was not called.
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
	/* It has not asked. The self-test makes sure that it does. */
	if (!IS_ERR(event)) {
		perf_event_release_kernel(event);
		return -EBUSY;
	}
	return PTR_ERR(event);
}

/* What the gate's self-test finds */
struct gate_test {
	struct mutex *mutex;	/* event_mutex; NULL if the kernel has no name of it */
	struct task_struct *who;	/* called it, once */
	bool is_locked;
};

static int look_around(void *data)
{
	struct gate_test *test = data;

	kpe_assert_event_mutex();
	test->who = test->who ? NULL : current;
	test->is_locked = !test->mutex || mutex_is_locked(test->mutex);
	return -ESTALE;
}

/*
 * The gate depends on details of the kernel, so this tests them: perf calls the event first, in
 * the caller's task and under event_mutex, and accepts its refusal. Nothing else may use the
 * gate before.
 *
 * Context: module init; may sleep. Return: 0; -ENODEV if the kernel registers no trace
 * events for this module, e.g. if loading was forced; -EPROTO if the gate does not work;
 * -ENOMEM.
 */
int kpe_gate_init(void)
{
	struct gate_test test = {};
	int ret;

	registrar = NULL;
	if (!gate_call.event.type)
		return -ENODEV;
	/* Without memory for its directory the kernel does not ask for fields. */
	if (!all_calls)
		return -ENOMEM;
	test.mutex = (struct mutex *)kpe_kernel_address("event_mutex");
	ret = kpe_gate(look_around, &test);
	if (ret == -ESTALE && test.who == current && test.is_locked)
		return 0;
	return ret == -ENOMEM ? ret : -EPROTO;
}
