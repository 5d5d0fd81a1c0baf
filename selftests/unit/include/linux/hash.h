/* SPDX-License-Identifier: GPL-2.0 */
/* hash - user-space stand-in for <linux/hash.h>: any hash will do */
#ifndef UNIT_LINUX_HASH_H
#define UNIT_LINUX_HASH_H

#include <linux/types.h>

static inline u32 hash_64(u64 val, unsigned int bits)
{
	return val * 0x61c8864680b583ebULL >> (64 - bits);
}

#endif
