/* SPDX-License-Identifier: GPL-2.0 */
/*
 * creating - create an entry in a directory of a pinned file system
 *
 * Contract: kpe_start_creating() reserves the name and locks the directory;
 * kpe_end_creating() or kpe_fail_creating() unlocks it. May sleep.
 */
#ifndef KPE_COMPAT_CREATING_H
#define KPE_COMPAT_CREATING_H

#include <linux/dcache.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/fsnotify.h>
#include <linux/namei.h>
#include <linux/string.h>
#include "compat/compat.h"

/* Set all times of an inode that is not visible yet to now. */
static inline void kpe_init_inode_times(struct inode *inode)
{
#ifdef KPE_HAVE_INODE_INIT_TS
	simple_inode_init_ts(inode);
#elif defined(KPE_HAVE_INODE_SET_CTIME)
	inode->i_mtime = inode_set_ctime_current(inode);
	inode->i_atime = inode->i_mtime;
#else
	inode->i_ctime = current_time(inode);
	inode->i_atime = inode->i_ctime;
	inode->i_mtime = inode->i_ctime;
#endif
}

/*
 * Lock @parent and reserve @name in it. Return: a negative dentry with @parent locked, or
 * ERR_PTR with nothing locked; -EEXIST if the name is taken.
 */
static inline struct dentry *kpe_start_creating(struct dentry *parent,
						const char *name)
{
#ifdef KPE_HAVE_PERSISTENT_DENTRY
	return simple_start_creating(parent, name);
#else
	struct dentry *dentry;

	inode_lock(d_inode(parent));
	if (IS_DEADDIR(d_inode(parent)))
		dentry = ERR_PTR(-ENOENT);
	else
#ifdef KPE_HAVE_LOOKUP_NOPERM
		dentry = lookup_noperm(&QSTR(name), parent);
#else
		dentry = lookup_one_len(name, parent, strlen(name));
#endif
	if (!IS_ERR(dentry) && d_really_is_positive(dentry)) {
		dput(dentry);
		dentry = ERR_PTR(-EEXIST);
	}
	if (IS_ERR(dentry))
		inode_unlock(d_inode(parent));
	return dentry;
#endif
}

/* Release the name and unlock the directory. */
static inline void kpe_fail_creating(struct dentry *dentry)
{
#ifdef KPE_HAVE_PERSISTENT_DENTRY
	simple_done_creating(dentry);
#else
	struct inode *dir = d_inode(dentry->d_parent);

	dput(dentry);
	inode_unlock(dir);
#endif
}

/*
 * Bind a complete inode, whose reference goes to @dentry, to the name; unlock the directory.
 * The entry stays until simple_recursive_removal().
 */
static inline void kpe_end_creating(struct dentry *dentry, struct inode *inode)
{
	struct inode *dir = d_inode(dentry->d_parent);

#ifdef KPE_HAVE_PERSISTENT_DENTRY
	d_make_persistent(dentry, inode);
#else
	d_instantiate(dentry, inode);
#endif
	if (S_ISDIR(inode->i_mode)) {
		inc_nlink(dir);
		fsnotify_mkdir(dir, dentry);
	} else {
		fsnotify_create(dir, dentry);
	}
#ifdef KPE_HAVE_PERSISTENT_DENTRY
	simple_done_creating(dentry);
#else
	inode_unlock(dir);
#endif
}

#endif
