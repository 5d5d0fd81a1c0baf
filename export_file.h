/* SPDX-License-Identifier: GPL-2.0 */
/*
 * export_file - the file kprobe_export
 *
 * Contract: shows all definitions in a form that any machine that runs the same
 * build of the kernel takes as it is, in one write. What cannot be said so is
 * shown as a comment with the reason.
 */
#ifndef KPE_EXPORT_FILE_H
#define KPE_EXPORT_FILE_H

#include <linux/fs.h>

extern const struct file_operations kpe_export_fops;

#endif
