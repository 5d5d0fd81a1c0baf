/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tracefs - the module's files in tracefs, by exported calls only
 *
 * Contract: tracefs exports no function to create files before 7.3, so the inodes are the
 * module's own. All functions may sleep. Module init and exit create and remove files; the
 * others need that these exist. A path begins at the root of tracefs.
 */
#ifndef KPE_TRACEFS_H
#define KPE_TRACEFS_H

#include <linux/fs.h>

/* For a file whose pages read as zeros; with the control files in place. Never freed */
extern const struct address_space_operations *kpe_tracefs_pages;

struct dentry *kpe_tracefs_make(struct dentry *parent, const char *name, umode_t mode,
				const struct file_operations *fops);
void kpe_tracefs_remove(struct dentry *dentry);
char *kpe_tracefs_list(const char *path);
struct file *kpe_tracefs_open(const char *path, int flags);
void kpe_tracefs_truncate(const char *path);
struct super_block *kpe_tracefs_super(void);

#endif
