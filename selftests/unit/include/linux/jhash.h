/* SPDX-License-Identifier: GPL-2.0 */
/* jhash - user-space stand-in for <linux/jhash.h>: any hash will do */
#ifndef UNIT_LINUX_JHASH_H
#define UNIT_LINUX_JHASH_H

#include <linux/types.h>

/* What is left of a hash; 0 makes all names collide. */
extern u32 unit_hash_mask;

u32 jhash(const void *key, u32 length, u32 initval);

#endif
