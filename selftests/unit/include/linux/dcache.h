/* SPDX-License-Identifier: GPL-2.0 */
/* dcache - user-space stand-in for <linux/dcache.h>: offsets as in 6.12 */
#ifndef UNIT_LINUX_DCACHE_H
#define UNIT_LINUX_DCACHE_H

#include <linux/types.h>

struct qstr {
	u64 hash_len;
	const unsigned char *name;
};

struct dentry {
	u32 d_flags;
	u32 d_seq;
	void *d_hash[2];
	struct dentry *d_parent;
	struct qstr d_name;
};

#endif
