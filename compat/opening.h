/* SPDX-License-Identifier: GPL-2.0 */
/* opening - open a path from the root of a mount, and list a directory */
#ifndef KPE_COMPAT_OPENING_H
#define KPE_COMPAT_OPENING_H

#include <linux/fs.h>
#include <linux/mount.h>
#include <linux/path.h>

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
