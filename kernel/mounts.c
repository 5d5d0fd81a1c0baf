// SPDX-License-Identifier: GPL-2.0
/*
 * What is below which mount is private to the kernel, and so is the lock of mounts. Their
 * places are guessed, and tried with a mount whose parent the kernel tells.
 */
#include <linux/mount.h>
#include <linux/namei.h>
#include <linux/path.h>
#include <linux/uaccess.h>
#include "kernel/mounts.h"
#include "kernel/symbols.h"

bool kpe_mounts_are_known;
const seqlock_t *kpe_mount_lock;

/*
 * Find out whether mounts are as expected, from an open file's path. Until a mount was found
 * that is below another one, and is as expected, paths begin at the root of their mount.
 *
 * Context: process context; may sleep.
 */
void kpe_mounts_learn(const struct path *known)
{
	const void *mnt = known->mnt, *parent, *place;
	struct path up = *known;

	if (READ_ONCE(kpe_mounts_are_known))
		return;
	path_get(&up);
	if (follow_up(&up) &&
	    !copy_from_kernel_nofault(&parent, mnt + KPE_MOUNT_PARENT, sizeof(parent)) &&
	    !copy_from_kernel_nofault(&place, mnt + KPE_MOUNT_PLACE, sizeof(place)) &&
	    parent + KPE_MOUNT_PUBLIC == up.mnt && place == up.dentry) {
		kpe_mount_lock = (const seqlock_t *)kpe_kernel_address("mount_lock");
		/* a hit that sees this without the lock reads all twice */
		WRITE_ONCE(kpe_mounts_are_known, true);
	}
	path_put(&up);
}
