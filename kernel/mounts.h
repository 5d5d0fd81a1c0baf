/* SPDX-License-Identifier: GPL-2.0 */
/*
 * mounts - where the kernel's private struct mount has what paths are made of
 *
 * Contract: nothing is read by these offsets before kpe_mounts_are_known, which is set when
 * they gave the right answer for a mount below another one.
 */
#ifndef KPE_MOUNTS_H
#define KPE_MOUNTS_H

#include <linux/seqlock.h>
#include <linux/types.h>

struct path;

/*
 * The parent of a mount, and the place there where it is mounted, in bytes from its struct
 * vfsmount. That begins after a list node.
 */
#define KPE_MOUNT_PARENT	(-2 * (int)sizeof(long))
#define KPE_MOUNT_PLACE		(-(int)sizeof(long))
#define KPE_MOUNT_PUBLIC	(4 * sizeof(long))

extern bool kpe_mounts_are_known;
extern const seqlock_t *kpe_mount_lock;	/* NULL: not found */

void kpe_mounts_learn(const struct path *known);

#endif
