/* SPDX-License-Identifier: GPL-2.0 */
/*
 * control - the control files
 *
 * Contract: each write is one transaction. tracefs.c checks lockdown at each open.
 */
#ifndef KPE_CONTROL_H
#define KPE_CONTROL_H

struct file_operations;
struct kpe_probe;
struct seq_file;

int kpe_control_init(void);
void kpe_control_announce(void);
void kpe_control_exit(void);

/*
 * export_file.c: what any machine with the same build of the kernel accepts in one write.
 * Context: kpe_mutex; may sleep.
 */
void kpe_export_head(struct seq_file *m);
void kpe_export_probe(struct seq_file *m, const struct kpe_probe *probe);

/* hist_file.c: the counts of events, and clearing them */
extern const struct file_operations kpe_hist_fops;

/* readme.c: the kernel's README, followed by the module's */
extern const struct file_operations kpe_readme_fops;

/* status.c: the state of each point. Context: kpe_mutex; may sleep. */
void kpe_status_head(struct seq_file *m);
void kpe_status_probe(struct seq_file *m, const struct kpe_probe *probe);

#endif
