// SPDX-License-Identifier: GPL-2.0
/*
 * forget - files of events that go while somebody opens or has open what they show
 *
 * Who opens "enable", "filter" or a file of hist follows the inode's pointer to the
 * kernel's struct trace_event_file, then waits for event_mutex, and only then asks
 * whether that is still there. An event that is deleted meanwhile must leave it: so
 * it is held as long as anybody holds the file's dentry, as he does since before he
 * looked at the file's operations.
 *
 * Locks: event_mutex for everything but the end.
 */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/slab.h>
#include "compat/compat.h"
#include "compat/event_file.h"
#include "forget.h"
#include "tracefs.h"

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
	hold->dentry = dget(dentry);
	hold->file = file;
	list_add(&hold->list, &holds);
}

/*
 * Who has looked the file up but not opened it yet would follow the pointer
 * before anything is checked: let him open an empty file. Others must keep it,
 * because closing follows it, too.
 */
static void forget_file(struct inode *inode, struct dentry *dentry)
{
	const char *name = dentry->d_name.name;

	WRITE_ONCE(inode->i_fop, &generic_ro_fops);
	if (!strcmp(name, "format") || !strcmp(name, "trigger")) {
		WRITE_ONCE(inode->i_private, NULL);
		return;
	}
	/* the number itself; or what an instance has left behind */
	if (!strcmp(name, "id") || d_unhashed(dentry))
		return;
	/* He takes the dentry before he looks at the operations. */
	smp_mb();
	if (d_count(dentry) > 1)
		hold_file(dentry, inode->i_private);
}

/* if it is GROUP/EVENT/file of an event that leaves */
static void look_at(struct inode *inode,
		    bool (*leaves)(const char *group, const char *event))
{
	const struct dentry *dir;
	struct dentry *dentry;

	/* Nothing in tracefs is ever renamed, so names and parents are stable. */
	spin_lock(&inode->i_lock);
	hlist_for_each_entry(dentry, &inode->i_dentry, d_u.d_alias) {
		dir = dentry->d_parent;
		if (leaves(dir->d_parent->d_name.name, dir->d_name.name))
			forget_file(inode, dentry);
	}
	spin_unlock(&inode->i_lock);
}

/**
 * kpe_forget_files() - make files forget events that are about to go
 * @leaves: tells whether GROUP/EVENT is one of them; called under spinlocks
 *
 * The files "format" and "trigger" of an event, in any instance, the removed
 * ones too, may be open. They hold no reference on what they show, but look at
 * their pointer to it under event_mutex, and say ENODEV from now on. All of its
 * files are opened by following that pointer, which nobody does from now on.
 *
 * Context: event_mutex; may sleep. One walk over the inodes of tracefs.
 */
void kpe_forget_files(bool (*leaves)(const char *group, const char *event))
{
	struct super_block *sb = kpe_tracefs_super();
	struct inode *inode;

	end_unused_holds();
	spin_lock(&sb->s_inode_list_lock);
	list_for_each_entry(inode, &sb->s_inodes, i_sb_list)
		if (S_ISREG(inode->i_mode))
			look_at(inode, leaves);
	spin_unlock(&sb->s_inode_list_lock);
}

/**
 * kpe_forget_exit() - give up what is held for those who still open files
 *
 * What somebody is on the way to at this very moment stays for ever, a hundred bytes.
 *
 * Context: module exit; sleeps. No event is left.
 */
void kpe_forget_exit(void)
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
void kpe_forget_files(bool (*leaves)(const char *group, const char *event))
{
}

void kpe_forget_exit(void)
{
}
#endif
