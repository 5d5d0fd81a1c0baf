/* SPDX-License-Identifier: GPL-2.0 */
/*
 * control - the control files
 *
 * Contract: creates the files where users look for them, turns each write
 * into one transaction and lists the model. Lockdown is asked at each open, by
 * tracefs.c.
 */
#ifndef KPE_CONTROL_H
#define KPE_CONTROL_H

int kpe_control_init(void);
void kpe_control_exit(void);

struct file_operations;

/* readme.c: the kernel's README, and ours behind it */
extern const struct file_operations kpe_readme_fops;

#endif
