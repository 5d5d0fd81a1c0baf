// SPDX-License-Identifier: GPL-2.0
/*
 * open_files - files of events that go while somebody opens or has open what they show
 *
 * Who opens "enable", "filter" or a file of hist follows the inode's pointer to the
 * kernel's struct trace_event_file, then waits for event_mutex, and only then asks
 * whether that is still there. An event that is deleted meanwhile must leave it: so
 * it is held as long as anybody holds the file's dentry, as he does since before he
 * looked at the file's operations.
 *
 * Users choose the names of instances, groups and events, so names tell nothing. The
 * kernel does not tell either where the files of an event are. But the inode of each
 * "format" points to the event itself, and that of each "id" has its number in place
 * of a pointer: these two words are compared, and not followed, to find out which
 * directories are the event's. What else is in such a directory is the event's, too,
 * and only there does a name say what a file is. Pointers in it are followed only
 * while the directory is in the tree: then the kernel has not freed anything, as it
 * removes the one before the other, all under event_mutex. What an instance has left
 * behind, when it was removed while somebody had a file open, is not followed.
 *
 * Kernels where directories of events are no more than a row of names that become
 * inodes when somebody looks see to most of this themselves; see compat.h.
 *
 * Locks: event_mutex for everything but the end.
 */
#include <linux/bitmap.h>
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/hashtable.h>
#include <linux/slab.h>
#include "compat/compat.h"
#include "compat/event_file.h"
#include "events/open_files.h"
#include "kernel/gate.h"
#include "kernel/tracefs.h"
#include "model/locks.h"

/* Those that leave, by the address that their "format" has; their numbers */
static DEFINE_HASHTABLE(leaving, 10);				/* event_mutex */
static DECLARE_BITMAP(leaving_ids, TRACE_EVENT_TYPE_MAX + 1);	/* event_mutex */

/* @about: whatever a file is made for */
static bool is_leaving(const void *about)
{
	const struct kpe_event *event;

	hash_for_each_possible(leaving, event, leaving, (unsigned long)about)
		if (&event->call == about)
			return true;
	return false;
}

/* @look: called for each file of tracefs, with the inode's i_lock held */
static void walk(void (*look)(struct inode *inode))
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

/**
 * kpe_open_files_add() - an event is about to go
 * @event: the kernel knows it; kpe_open_files_detach() makes its files forget it
 *
 * Context: event_mutex.
 */
void kpe_open_files_add(struct kpe_event *event)
{
	kpe_assert_event_mutex();
	hash_add(leaving, &event->leaving, (unsigned long)&event->call);
	__set_bit(event->call.event.type, leaving_ids);
}

#ifdef KPE_EVENT_FILES_UNPINNED

/**
 * struct hold - what somebody is on the way to
 * @list: in the list of all
 * @dentry: of the file that he opens
 * @file: what it is about
 * @is_safe: at the end, that nobody is on the way to @file any more
 */
struct hold {
	struct list_head list;
	struct dentry *dentry;
	struct trace_event_file *file;
	bool is_safe;
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

/* Who has opened the file has a reference of his own. */
static bool all_have_opened(const struct trace_event_file *file)
{
	int references = 0;
	struct hold *hold;

	list_for_each_entry(hold, &holds, list)
		if (hold->file == file)
			references += 1 + others(hold);
	/* Who closes it gives back that first and the dentry later. */
	smp_rmb();
	return kpe_event_file_refs(file) == references;
}

/* Without memory for it, what is held is never given up. */
static void hold_file(struct dentry *dentry, struct trace_event_file *file)
{
	struct hold *hold = kmalloc(sizeof(*hold), GFP_ATOMIC | __GFP_NOWARN);

	kpe_event_file_get(file);
	if (!hold)
		return;
	hold->dentry = dget_dlock(dentry);
	hold->file = file;
	list_add(&hold->list, &holds);
}

static bool is_named(const struct dentry *dentry, const char *name)
{
	return !strcmp(dentry->d_name.name, name);
}

/*
 * A file in the directory of an event that leaves. Who has looked it up but not
 * opened it yet would follow the pointer before anything is checked: let him open an
 * empty file. Others must keep it, because closing follows it, too.
 */
static void forget_file(struct dentry *dentry)
{
	struct inode *inode = d_inode(dentry);
	struct trace_event_file *file = inode->i_private;

	WRITE_ONCE(inode->i_fop, &generic_ro_fops);
	if (is_named(dentry, "format") || is_named(dentry, "trigger") ||
	    is_named(dentry, "id")) {
		WRITE_ONCE(inode->i_private, NULL);
		return;
	}
	/* what an instance has left behind */
	if (d_unhashed(dentry))
		return;
	if (WARN_ON_ONCE(!file || file->dir != dentry->d_parent ||
			 !is_leaving(file->event_call)))
		return;
	/* He takes the dentry before he looks at the operations. */
	smp_mb();
	if (d_count(dentry) > 1)
		hold_file(dentry, file);
}

static void forget_files_in(struct dentry *dir)
{
	struct dentry *dentry;

	spin_lock(&dir->d_lock);
	list_for_each_entry(dentry, &dir->d_subdirs, d_child) {
		spin_lock_nested(&dentry->d_lock, DENTRY_D_LOCK_NESTED);
		if (d_is_reg(dentry))
			forget_file(dentry);
		spin_unlock(&dentry->d_lock);
	}
	spin_unlock(&dir->d_lock);
}

/*
 * The address of an event that is there is nobody else's. A number is, where it was
 * left behind with what had it before; one that is in the tree is no pointer either.
 */
static bool tells_event(const struct inode *inode, const struct dentry *dentry)
{
	unsigned long id = (unsigned long)inode->i_private;

	return is_leaving(inode->i_private) ||
	       (id <= TRACE_EVENT_TYPE_MAX && test_bit(id, leaving_ids) &&
		!d_unhashed(dentry));
}

/*
 * Of what was removed with an instance, "trigger" has an open file's pointer to what
 * is freed by now, whichever event it was about.
 */
static bool is_old_trigger(const struct dentry *dentry)
{
	return d_unhashed(dentry) && is_named(dentry, "trigger");
}

static void look_at(struct inode *inode)
{
	struct dentry *dentry;

	/* Nothing in tracefs is ever renamed, so names and parents are stable. */
	hlist_for_each_entry(dentry, &inode->i_dentry, d_u.d_alias) {
		if (tells_event(inode, dentry))
			forget_files_in(dentry->d_parent);
		else if (is_old_trigger(dentry))
			WRITE_ONCE(inode->i_private, NULL);
	}
}

/**
 * kpe_open_files_detach() - make files forget the events that are about to go
 *
 * The files "format" and "trigger" of an event, in any instance, the removed
 * ones too, may be open. They hold no reference on what they show, but look at
 * their pointer to it under event_mutex, and say ENODEV from now on. All of its
 * files are opened by following that pointer, which nobody does from now on.
 *
 * Context: event_mutex; may sleep. One walk over the inodes of tracefs.
 */
void kpe_open_files_detach(void)
{
	kpe_assert_event_mutex();
	end_unused_holds();
	if (!hash_empty(leaving))
		walk(look_at);
}

/**
 * kpe_open_files_end() - the events have gone
 *
 * Context: event_mutex.
 */
void kpe_open_files_end(void)
{
	kpe_assert_event_mutex();
	end_leaving();
}

/**
 * kpe_open_files_init() - get ready
 *
 * Context: module init, when tracefs has our files.
 */
void kpe_open_files_init(void)
{
}

/**
 * kpe_open_files_exit() - give up what is held for those who still open files
 *
 * What somebody is on the way to at this very moment stays for ever, a hundred bytes.
 *
 * Context: module exit; sleeps. No event is left.
 */
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

/* Does "format" point to the event instead of what the kernel holds for an open file? */
static bool formats_show_events = true;

static void forget_format(struct inode *inode)
{
	if (is_leaving(inode->i_private))
		WRITE_ONCE(inode->i_private, NULL);
}

void kpe_open_files_detach(void)
{
	kpe_assert_event_mutex();
}

/* Now that the directory is gone nobody makes an inode anew. */
void kpe_open_files_end(void)
{
	kpe_assert_event_mutex();
	if (formats_show_events && !hash_empty(leaving))
		walk(forget_format);
	end_leaving();
}

/*
 * A kernel's headers do not tell, so the gate's own file is looked at. If it cannot be,
 * the walk is in vain at worst.
 */
void kpe_open_files_init(void)
{
	const void *about = kpe_tracefs_about("events/" KPE_NAME "/gate/format");

	formats_show_events = !about || about == kpe_gate_call();
}

void kpe_open_files_exit(void)
{
}
#endif
