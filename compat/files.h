/* SPDX-License-Identifier: GPL-2.0 */
/*
 * files - create entries in a directory of a pinned file system, open and list them
 *
 * Contract: kpe_start_creating() reserves the name and locks the directory;
 * kpe_end_creating() or kpe_fail_creating() unlocks it. May sleep.
 */
#ifndef KPE_COMPAT_FILES_H
#define KPE_COMPAT_FILES_H

#include <linux/dcache.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/fsnotify.h>
#include <linux/kmemleak.h>
#include <linux/mount.h>
#include <linux/namei.h>
#include <linux/path.h>
#include <linux/slab.h>
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

/* Return: a negative dentry with @parent locked, or ERR_PTR without; -EEXIST if @name is taken. */
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

/*
 * How the kernel reads pages of a file that has none: as zeros. Return: what is not of this
 * module's memory, and never freed, as inodes keep it; or NULL
 */
static inline const struct address_space_operations *kpe_zero_pages(void)
{
#ifdef KPE_HAVE_RAM_AOPS
	return &ram_aops;
#else
	static const struct address_space_operations zeros = { .readpage = simple_readpage };
	const struct address_space_operations *kept = kmemdup(&zeros, sizeof(zeros), GFP_KERNEL);

	if (kept)
		kmemleak_not_leak(kept);
	return kept;
#endif
}

static inline struct file *kpe_open_from(const struct path *root, const char *path, int flags)
{
#ifdef KPE_HAVE_OPEN_ROOT_PATH
	return file_open_root(root, path, flags, 0);
#else
	return file_open_root(root->dentry, root->mnt, path, flags, 0);
#endif
}

/* What a function returns that is called for each name: whether it wants more, or 0 if so */
#ifdef KPE_HAVE_FILLDIR_BOOL
#define kpe_wants_more	bool
#define KPE_MORE	true
#define KPE_NO_MORE	false
#else
#define kpe_wants_more	int
#define KPE_MORE	0
#define KPE_NO_MORE	(-ENOMEM)
#endif

#endif
