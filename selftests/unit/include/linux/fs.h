/* SPDX-License-Identifier: GPL-2.0 */
/* fs - user-space stand-in for <linux/fs.h>: offsets as in 6.12 */
#ifndef UNIT_LINUX_FS_H
#define UNIT_LINUX_FS_H

#include <linux/dcache.h>

struct path {
	void *mnt;
	struct dentry *dentry;
};

struct file {
	u64 before[8];
	struct path f_path;
};

#endif
