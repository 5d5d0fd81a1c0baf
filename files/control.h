/* SPDX-License-Identifier: GPL-2.0 */
/*
 * control - the control files
 *
 * Contract: creates the files where users look for them, executes each write as
 * one transaction, and lists the model. tracefs.c checks lockdown at each open.
 */
#ifndef KPE_CONTROL_H
#define KPE_CONTROL_H

int kpe_control_init(void);
void kpe_control_announce(void);
void kpe_control_exit(void);

struct file_operations;

/* hist_file.c: the counts of events, and clearing them */
extern const struct file_operations kpe_hist_fops;

/* readme.c: the kernel's README, followed by the module's */
extern const struct file_operations kpe_readme_fops;

#endif
