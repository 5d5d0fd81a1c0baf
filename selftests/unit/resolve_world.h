/* SPDX-License-Identifier: GPL-2.0 */
/*
 * resolve_world - the types and functions that resolve_test is about
 *
 * struct file { unsigned long f_lock; fmode_t f_mode;
 *		union { long f_count; struct { u32 f_low; int f_high; }; };
 *		struct path f_path; struct inode *f_inode; .. };
 * ssize_t vfs_read(struct file *file, char *buf, size_t count, loff_t *pos);
 *
 * and so on: see resolve_world.c. What BTF knows only as a declaration in the
 * kernel, struct super_block, the module "mod" has.
 */
#ifndef RESOLVE_WORLD_H
#define RESOLVE_WORLD_H

void world_open(void);
/* types.h knows it from now on, as it does from world_open() on. */
void world_known(void);

#endif
