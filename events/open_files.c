// SPDX-License-Identifier: GPL-2.0
/*
 * A task that opens "enable", "filter" or "hist" follows the inode's pointer to the kernel's
 * struct trace_event_file, waits for event_mutex, and only then checks that it still exists.
 * So the struct is held while a task holds the file's dentry, which open() takes before it
 * reads the file's operations.
 *
 * Users choose names, so paths do not identify the files of an event. But the inode of
 * "format" points to the event, and that of "id" contains its number. These two words are
 * compared, but not followed, to find the event's directories; within them, names identify
 * the other files. Their pointers are followed only while the directory is in the tree: the
 * kernel removes it, under event_mutex, before it frees anything.
 *
 * Kernels with eventfs, which makes inodes at lookup, prevent most of this; see
 * compat.h.
 *
 * Locks: event_mutex, except for init and exit.
 */
#include <linux/bitmap.h>
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/hashtable.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include "compat/compat.h"
#include "compat/event_file.h"
#include "events/event.h"
#include "kernel/gate.h"
#include "kernel/tracefs.h"
#include "model/locks.h"

/* Events being removed, by the pointer of their "format"; their numbers */
static DEFINE_HASHTABLE(leaving, 10);				/* event_mutex */
static DECLARE_BITMAP(leaving_ids, TRACE_EVENT_TYPE_MAX + 1);	/* event_mutex */

/* @about: private pointer of a file */
static bool is_leaving(const void *about)
{
	const struct kpe_event *event;

	hash_for_each_possible(leaving, event, leaving, (unsigned long)about)
		if (&event->call == about)
			return true;
	return false;
}

/* @look: called for each file of tracefs, with the inode's i_lock held */
static void walk_files(void (*look)(struct inode *inode))
{
	struct super_block *sb = kpe_tracefs_super();
	struct inode *inode;

	spin_lock(&sb->s_inode_list_lock);
	list_for_each_entry(inode, &sb->s_inodes, i_sb_list) {
		if (!S_ISREG(inode->i_mode))
			continue;
		spin_lock(&inode->i_lock);
		look(inode);
		spin_unlock(&inode->i_lock);
	}
	spin_unlock(&sb->s_inode_list_lock);
}

static void end_leaving(void)
{
	struct hlist_node *next;
	struct kpe_event *event;
	unsigned int i;

	hash_for_each_safe(leaving, i, next, event, leaving)
		hash_del(&event->leaving);
	bitmap_zero(leaving_ids, TRACE_EVENT_TYPE_MAX + 1);
}

void kpe_open_files_add(struct kpe_event *event)
{
	kpe_assert_event_mutex();
	hash_add(leaving, &event->leaving, (unsigned long)&event->call);
	__set_bit(event->call.event.type, leaving_ids);
}

static int is_call(void *data)
{
	const struct trace_event_call *call;

	list_for_each_entry(call, kpe_gate_calls(), list)
		if (call == data)
			return 1;
	return 0;
}

/* Does a file of tracefs point there? One that cannot be opened may. */
static bool may_be_about(const char *path, const void *what)
{
	struct file *place = kpe_tracefs_open(path, O_PATH);
	const void *about;

	if (IS_ERR(place))
		return true;
	about = READ_ONCE(file_inode(place)->i_private);
	fput(place);
	return !about || about == what;
}

/* Does "format" point to the event? If that is not known, a walk may be unnecessary. */
static bool formats_show_events = true;

/*
 * The private pointer of "enable" is a struct trace_event_file, which counts its open files
 * where its type has a counter. Without eventfs, that of "format" is the event, and that of
 * "id" its number. Context: module init, after the control files exist; may sleep; no event_mutex.
 */
bool kpe_event_files_are_known(void)
{
	struct file *file = kpe_tracefs_open("events/sched/sched_switch/enable", O_RDONLY);
	struct trace_event_file copy;
	bool known;

	/* without memory, or if the task must not open it, this cannot be tested */
	if (IS_ERR(file))
		return PTR_ERR(file) != -ENOENT;
	/* without memory the gate cannot tell */
	known = !copy_from_kernel_nofault(&copy, file_inode(file)->i_private, sizeof(copy)) &&
		kpe_gate(is_call, copy.event_call) && kpe_event_file_is_counted(&copy);
	fput(file);
	formats_show_events = may_be_about("events/" KPE_NAME "/gate/format", kpe_gate_call());
#ifdef KPE_EVENT_FILES_UNPINNED
	known = known && formats_show_events &&
		may_be_about("events/" KPE_NAME "/gate/id",
			     (void *)(long)kpe_gate_call()->event.type);
#endif
	return known;
}

#ifdef KPE_EVENT_FILES_UNPINNED

/* A struct trace_event_file that a task is opening */
struct hold {
	struct list_head list;
	struct dentry *dentry;		/* of the opened file */
	struct trace_event_file *file;	/* held */
	bool is_safe;			/* at exit: no task is still opening it */
};

static LIST_HEAD(holds);

static int others(const struct hold *hold)
{
	return d_count(hold->dentry) - 1;
}

static void end_hold(struct hold *hold)
{
	dput(hold->dentry);
	list_del(&hold->list);
	kfree(hold);
}

static void end_unused_holds(void)
{
	struct hold *hold, *next;

	list_for_each_entry_safe(hold, next, &holds, list) {
		if (others(hold))
			continue;
		kpe_event_file_put(hold->file);
		end_hold(hold);
	}
}

/* Each open file has a reference of its own. */
static bool all_have_opened(const struct trace_event_file *file)
{
	int references = 0;
	struct hold *hold;

	list_for_each_entry(hold, &holds, list)
		if (hold->file == file)
			references += 1 + others(hold);
	/* Closing drops that reference before the dentry. */
	smp_rmb();
	return kpe_event_file_refs(file) == references;
}

static bool is_named(const struct dentry *dentry, const char *name)
{
	return !strcmp(dentry->d_name.name, name);
}

/*
 * A task that has looked a file up, but not opened it, would follow the pointer unchecked; it
 * gets an empty file instead. Open files keep the pointer, as closing follows it, too.
 */
static void detach_file(struct dentry *dentry)
{
	struct inode *inode = d_inode(dentry);
	struct trace_event_file *file = inode->i_private;
	struct hold *hold;

	inode->i_mapping->a_ops = kpe_tracefs_pages;
	/* ordered: generic_ro_fops read by a_ops if truncate(2) has given the file a size */
	smp_store_release(&inode->i_fop, &generic_ro_fops);
	if (is_named(dentry, "format") || is_named(dentry, "trigger") ||
	    is_named(dentry, "id")) {
		WRITE_ONCE(inode->i_private, NULL);
		return;
	}
	/* a file of a removed instance */
	if (d_unhashed(dentry))
		return;
	if (WARN_ON_ONCE(!file || file->dir != dentry->d_parent ||
			 !is_leaving(file->event_call)))
		return;
	/* open() takes the dentry before it reads i_fop */
	smp_mb();
	if (d_count(dentry) <= 1)
		return;
	hold = kmalloc(sizeof(*hold), GFP_ATOMIC | __GFP_NOWARN);
	kpe_event_file_get(file);
	/* Without memory the file is never released. */
	if (!hold)
		return;
	hold->dentry = dget_dlock(dentry);
	hold->file = file;
	list_add(&hold->list, &holds);
}

static void detach_files_in(struct dentry *dir)
{
	struct dentry *dentry;

	spin_lock(&dir->d_lock);
	list_for_each_entry(dentry, &dir->d_subdirs, d_child) {
		spin_lock_nested(&dentry->d_lock, DENTRY_D_LOCK_NESTED);
		if (d_is_reg(dentry))
			detach_file(dentry);
		spin_unlock(&dentry->d_lock);
	}
	spin_unlock(&dir->d_lock);
}

/*
 * The address of a live event is unique. A number may belong to an earlier event, in a
 * file of a removed instance; in the tree a small value is always a number.
 */
static bool tells_event(const struct inode *inode, const struct dentry *dentry)
{
	unsigned long id = (unsigned long)inode->i_private;

	return is_leaving(inode->i_private) ||
	       (id <= TRACE_EVENT_TYPE_MAX && test_bit(id, leaving_ids) &&
		!d_unhashed(dentry));
}

static void detach_files_of(struct inode *inode)
{
	struct dentry *dentry;

	/* Nothing in tracefs is renamed, so names and parents are stable. */
	hlist_for_each_entry(dentry, &inode->i_dentry, d_u.d_alias) {
		if (tells_event(inode, dentry))
			detach_files_in(dentry->d_parent);
		else if (d_unhashed(dentry) && is_named(dentry, "trigger"))
			/* of any event: in a removed instance it points to freed memory */
			WRITE_ONCE(inode->i_private, NULL);
	}
}

/*
 * "format" and "trigger" may be open in any instance, even in a removed one. They hold no
 * reference, but read their pointer under event_mutex, and return ENODEV from now on.
 */
void kpe_open_files_detach(void)
{
	kpe_assert_event_mutex();
	end_unused_holds();
	if (!hash_empty(leaving))
		walk_files(detach_files_of);
}

void kpe_open_files_end(void)
{
	kpe_assert_event_mutex();
	end_leaving();
}

/* A file that a task is opening at this moment is leaked, about a hundred bytes. */
void kpe_open_files_exit(void)
{
	struct hold *hold, *next;

	end_unused_holds();
	list_for_each_entry(hold, &holds, list)
		hold->is_safe = all_have_opened(hold->file);
	list_for_each_entry_safe(hold, next, &holds, list) {
		if (hold->is_safe)
			kpe_event_file_put(hold->file);
		end_hold(hold);
	}
}
#else

static void detach_format(struct inode *inode)
{
	if (is_leaving(inode->i_private))
		WRITE_ONCE(inode->i_private, NULL);
}

void kpe_open_files_detach(void)
{
	kpe_assert_event_mutex();
}

/* The directory is gone, so no new inode can appear. */
void kpe_open_files_end(void)
{
	kpe_assert_event_mutex();
	if (formats_show_events && !hash_empty(leaving))
		walk_files(detach_format);
	end_leaving();
}

void kpe_open_files_exit(void)
{
}
#endif
