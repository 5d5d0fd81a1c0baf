// SPDX-License-Identifier: GPL-2.0
/*
 * Locks: all functions run under event_mutex. Hits read the list of enabled files with
 * preemption off, under RCU. A disabled file's link is freed by RCU. The kernel frees
 * the file itself after a grace period.
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
#include "events/stop.h"
#include "hit/hit.h"
#include "hit/limit.h"
#include "kernel/gate.h"
#include "model/model.h"
#include "points/arm.h"

static int enable_file(struct kpe_event *event, struct trace_event_file *file)
{
	struct kpe_file_link *link;

	/* 6.1 accepts triggers in open files of a removed instance. */
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
 * If a file was ever enabled, the kernel clears the whole buffer when the event is
 * removed or any module is unloaded, as the event's id may be reused. While this
 * module is loaded the id is not reused, so other records can stay.
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

	if (!event->perf && !kpe_is_limited(event) && list_is_singular(&event->files))
		link = list_first_entry(&event->files, struct kpe_file_link, list);
	WRITE_ONCE(event->only, link ? link->file : NULL);
}

/* Users choose names of directories in tracefs, but not of files. */
static bool is_file(const struct file *file, const void *about, const char *name)
{
	return file_inode(file)->i_sb->s_magic == TRACEFS_MAGIC &&
	       READ_ONCE(file_inode(file)->i_private) == about &&
	       !strcmp(file->f_path.dentry->d_name.name, name);
}

/*
 * Is the current task in a write() to a file of tracefs that the kernel made for @about?
 * The kernel does not tell which file enables an event, but the registers of the system
 * call do. Other ways to write are not detected and are only slower.
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

/* Does the write enable a group, or all events of the instance? */
static bool enables_group(const struct trace_event_file *file)
{
	return is_writing_to(file->system, "enable") ||
	       is_writing_to(file->tr, "enable");
}

/*
 * Arming many events at once costs little more than arming one, but the kernel
 * enables them one by one. So the first one also arms the other events of its
 * group, which the kernel enables next.
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

/* @file: that is enabled; NULL: perf */
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
	event->rests_since = kpe_hits_until_now();
}

static int disable(struct kpe_event *event, struct trace_event_file *file)
{
	kpe_assert_event_mutex();
	if (file)
		disable_file(event, file);
	else
		WRITE_ONCE(event->perf, false);
	choose_only(event);
	WRITE_ONCE(event->users, event->users - 1);
	if (!event->users)
		disarm(event);
	return 0;
}

static void start_anew(struct kpe_event *event)
{
	kpe_assert_event_mutex();
	if (kpe_event_start(event))
		WRITE_ONCE(event->enabled_at, jiffies);
}

/*
 * Hits are for perf only when nothing can fail any more: the kernel frees at once what a
 * hit for perf uses.
 */
static void enable_perf(struct kpe_event *event)
{
	/* what the kernel has allocated for it is there; pairs with deliver() */
	smp_store_release(&event->perf, true);
	choose_only(event);
}

static int enable(struct kpe_event *event, struct trace_event_file *file)
{
	int ret = 0;

	kpe_assert_event_mutex();
	start_anew(event);
	if (file)
		ret = enable_file(event, file);
	if (ret) {
		/* it may have been armed in advance */
		if (!event->users)
			disarm(event);
		return ret;
	}
	choose_only(event);
	event->used = true;
	/* In this order: see arm.c on points that are registered in between. */
	/* pairs with the read in is_within_limits() */
	smp_store_release(&event->users, event->users + 1);
	if (event->users == 1)
		ret = arm(event, file);
	if (ret)
		disable(event, file);
	else if (!file)
		enable_perf(event);
	return ret;
}

/* Of all counters the kernel registers only the first. Tasks inherit copies. */
static void open_perf(struct kpe_event *event, const struct perf_event *counter)
{
	if (!counter->parent)
		start_anew(event);
}

static int enable_for(struct kpe_event *event, struct trace_event_file *file)
{
	int ret = enable(event, file);

	if (ret)
		kpe_event_file_failed(file);
	return ret;
}

/**
 * kpe_event_reg() - callback to enable and disable an event
 * @call: of a struct kpe_event
 * @type: operation
 * @data: a struct trace_event_file; for perf, possibly a struct perf_event
 *
 * Context: called by the kernel. It holds its mutex of events, except if perf only moves
 * a counter to or from a CPU. Return: 0 or a negative errno.
 */
int kpe_event_reg(struct trace_event_call *call, enum trace_reg type, void *data)
{
	switch (type) {
	case TRACE_REG_REGISTER:
		return enable_for(kpe_event_of(call), data);
	case TRACE_REG_UNREGISTER:
		return disable(kpe_event_of(call), data);
	case TRACE_REG_PERF_REGISTER:
		return enable(kpe_event_of(call), NULL);
	case TRACE_REG_PERF_UNREGISTER:
		return disable(kpe_event_of(call), NULL);
	case TRACE_REG_PERF_OPEN:
		open_perf(kpe_event_of(call), data);
		return 0;
	default:
		return 0;
	}
}

/**
 * kpe_event_busy() - is an event in use
 * @event: event
 *
 * It is if it is enabled in any instance, opened by perf, or used by a trigger, an
 * eprobe or a synthetic event.
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
