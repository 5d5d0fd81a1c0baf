// SPDX-License-Identifier: GPL-2.0
/*
 * <linux/trace_events.h> has the types of both functions, so the compiler checks the calls. The
 * self-test asks each for something that it refuses in a way of its own.
 */
#include <linux/static_call.h>
#include "kernel/event_calls.h"
#include "kernel/gate.h"
#include "kernel/symbols.h"
#include "model/event.h"
#include "model/locks.h"

DEFINE_STATIC_CALL_NULL(kpe_add_call, trace_add_event_call);
DEFINE_STATIC_CALL_NULL(kpe_remove_call, trace_remove_event_call);

int kpe_add_event_call(struct trace_event_call *call)
{
	kpe_assert_event_mutex();
	return static_call(kpe_add_call)(call);
}

int kpe_remove_event_call(struct trace_event_call *call)
{
	kpe_assert_event_mutex();
	return static_call(kpe_remove_call)(call);
}

static const struct task_struct *asked;		/* by it: the task in which init was called */

/* This error keeps the kernel from adding the event, and it says nothing about it. */
static int trial_init(struct trace_event_call *call)
{
	asked = current;
	return -ENOSYS;
}

static struct trace_event_class trial_class = {
	.system = KPE_NAME,
	.raw_init = trial_init,
	.fields = LIST_HEAD_INIT(trial_class.fields),
};

/* perf seems to use it, so it is not removed. */
static struct trace_event_call trial_call = {
	.list = LIST_HEAD_INIT(trial_call.list),
	.class = &trial_class,
	.name = "trial",
	.flags = TRACE_EVENT_FL_IGNORE_ENABLE,
	.perf_refcount = 1,
};

static int try_calls(void *data)
{
	int *removing = data;

	*removing = kpe_remove_event_call(&trial_call);
	return kpe_add_event_call(&trial_call);
}

/* Context: module init, with the gate; may sleep. */
bool kpe_event_calls_are_known(void)
{
	int removing = 0;

	if (!kpe_find_call(kpe_add_call, "trace_add_event_call") ||
	    !kpe_find_call(kpe_remove_call, "trace_remove_event_call"))
		return false;
	return kpe_gate(try_calls, &removing) == -ENOSYS && asked == current &&
	       removing == -EBUSY;
}
