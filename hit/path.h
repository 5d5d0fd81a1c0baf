/* SPDX-License-Identifier: GPL-2.0 */
/*
 * path - the path of a file, from the root of the tree of mounts
 *
 * Contract: kpe_path_text() takes no lock, never sleeps, allocates or faults, and takes a
 * bounded time. What may have been put together from two states of the tree is marked.
 */
#ifndef KPE_PATH_H
#define KPE_PATH_H

#include <linux/types.h>

int kpe_path_text(u8 *dst, unsigned long addr, unsigned int room, bool of_dentry);

#endif
