// SPDX-License-Identifier: GPL-2.0
/*
 * enable - who wants an event's records
 *
 * Locks: all of it runs under event_mutex. The list of enabled files is read by hits
 * under preemption-off RCU. A disabled file's link is freed by RCU; the file itself is
 * the kernel's, which waits for a grace period before it frees one.
 */
#include <linux/compat.h>
#include <linux/dcache.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <linux/ptrace.h>
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_events.h>
#include <asm/syscall.h>
#include <asm/unistd.h>
#include "compat/event_file.h"
#include "events/enable.h"
#include "hit/hit.h"
#include "kernel/gate.h"
#include "model/model.h"
#include "points/arm.h"

static int enable_file(struct kpe_event *event, struct trace_event_file *file)
{
	struct kpe_file_link *link;

	/* 6.1 takes a trigger through an open file of an instance that is gone. */
	if (kpe_event_file_is_removed(file))
		return -ENODEV;
	link = kzalloc(sizeof(*link), GFP_KERNEL);
	if (!link)
		return -ENOMEM;
	link->file = file;
	list_add_tail_rcu(&link->list, &event->files);
	kpe_gate_remember(file);
	return 0;
}

/*
 * A file that was ever enabled makes the kernel wipe the whole buffer when its
 * event or, later, any module goes: lest records be taken for another event's.
 * As long as we are here, the event's id is not given out again, so others'
 * records may stay.
 */
static void disable_file(struct kpe_event *event, struct trace_event_file *file)
{
	struct kpe_file_link *link;

	clear_bit(EVENT_FILE_FL_WAS_ENABLED_BIT, &file->flags);
	list_for_each_entry(link, &event->files, list) {
		if (link->file == file) {
			list_del_rcu(&link->list);
			kfree_rcu(link, rcu);
			return;
		}
	}
}

static void choose_only(struct kpe_event *event)
{
	struct kpe_file_link *link = NULL;

	if (!event->perf && list_is_singular(&event->files))
		link = list_first_entry(&event->files, struct kpe_file_link, list);
	WRITE_ONCE(event->only, link ? link->file : NULL);
}

static void leave(struct kpe_event *event, struct trace_event_file *file)
{
	if (file)
		disable_file(event, file);
	else
		WRITE_ONCE(event->perf, false);
	choose_only(event);
}

/* Names of files in tracefs are the kernel's; only those of directories are users'. */
static bool is_file(const struct file *file, const void *about, const char *name)
{
	return file_inode(file)->i_sb->s_magic == TRACEFS_MAGIC &&
	       READ_ONCE(file_inode(file)->i_private) == about &&
	       !strcmp(file->f_path.dentry->d_name.name, name);
}

/*
 * Is the current task in a write() to a file of tracefs that the kernel made for @about?
 * The kernel does not tell an event which of its files has enabled it, but the system
 * call's registers name the file. Other ways to write are not seen, which costs time.
 */
static bool is_writing_to(const void *about, const char *name)
{
	struct pt_regs *regs = current_pt_regs();
	unsigned long args[6];
	struct file *file;
	bool found;

	if (current->flags & PF_KTHREAD || !user_mode(regs) ||
	    in_compat_syscall() ||
	    syscall_get_nr(current, regs) != __NR_write)
		return false;
	syscall_get_arguments(current, regs, args);
	file = fget(args[0]);
	if (!file)
		return false;
	found = is_file(file, about, name);
	fput(file);
	return found;
}

/* The group's own file, or that of all events of the instance */
static bool enables_group(const struct trace_event_file *file)
{
	return is_writing_to(file->system, "enable") ||
	       is_writing_to(file->tr, "enable");
}

/*
 * To arm many at once is hardly more work than to arm one, but the kernel enables
 * them one by one. So the first that a write enables takes along those of its
 * group, which will be next.
 */
static void look_ahead(struct kpe_event *first)
{
	struct kpe_event *event, *last = first;

	kpe_assert_event_mutex();
	list_for_each_entry(event, &kpe_known_events, known) {
		if (event == first || event->users ||
		    strcmp(kpe_event_group(event), kpe_event_group(first)))
			continue;
		event->is_armed = true;
		last->ahead = event;
		last = event;
	}
}

static void look_back(struct kpe_event *event)
{
	struct kpe_event *next;

	for (; event; event = next) {
		next = event->ahead;
		event->ahead = NULL;
	}
}

/* @file: for which it is; NULL: for perf */
static int arm(struct kpe_event *event, const struct trace_event_file *file)
{
	int ret;

	if (!event->is_armed && file && enables_group(file))
		look_ahead(event);
	event->is_armed = true;
	ret = kpe_points_arm(event);
	look_back(event);
	return ret;
}

static void disarm(struct kpe_event *event)
{
	event->is_armed = false;
	kpe_points_disarm(event);
}

static int disable(struct kpe_event *event, struct trace_event_file *file)
{
	kpe_assert_event_mutex();
	leave(event, file);
	WRITE_ONCE(event->users, event->users - 1);
	if (!event->users)
		disarm(event);
	return 0;
}

static int enable(struct kpe_event *event, struct trace_event_file *file)
{
	int ret = 0;

	kpe_assert_event_mutex();
	if (file)
		ret = enable_file(event, file);
	else
		WRITE_ONCE(event->perf, true);
	if (ret) {
		/* it may have been armed in advance */
		if (!event->users)
			disarm(event);
		return ret;
	}
	choose_only(event);
	event->used = true;
	/* In this order: see point.c on points that are registered meanwhile. */
	WRITE_ONCE(event->users, event->users + 1);
	if (event->users == 1)
		ret = arm(event, file);
	if (ret)
		disable(event, file);
	return ret;
}

/**
 * kpe_event_reg() - what the kernel calls to enable and disable an event
 * @call: of a struct kpe_event
 * @type: what to do
 * @data: a struct trace_event_file, unless it is for perf
 *
 * Context: event_mutex, but where perf only puts a counter on a CPU or takes it from
 * there. Return: 0 or a negative errno.
 */
int kpe_event_reg(struct trace_event_call *call, enum trace_reg type, void *data)
{
	switch (type) {
	case TRACE_REG_REGISTER:
		return enable(kpe_event_of(call), data);
	case TRACE_REG_UNREGISTER:
		return disable(kpe_event_of(call), data);
	case TRACE_REG_PERF_REGISTER:
		return enable(kpe_event_of(call), NULL);
	case TRACE_REG_PERF_UNREGISTER:
		return disable(kpe_event_of(call), NULL);
	default:
		return 0;
	}
}

/**
 * kpe_event_busy() - see whether anybody uses an event
 * @event: which
 *
 * Enabled in any instance, opened by perf, or named by a trigger, an eprobe or
 * a synthetic event.
 *
 * Context: event_mutex. Return: true if it must not be removed.
 */
bool kpe_event_busy(struct kpe_event *event)
{
	kpe_assert_event_mutex();
	if (event->users || event->call.perf_refcount)
		return true;
#ifdef CONFIG_DYNAMIC_EVENTS
	return atomic_read(&event->call.refcnt) != 0;
#else
	return false;
#endif
}
