/* SPDX-License-Identifier: GPL-2.0 */
/*
 * owner - definitions that end when their file is closed
 *
 * Contract: an owner is an open kprobe_owned; see kpe_owner_end().
 */
#ifndef KPE_OWNER_H
#define KPE_OWNER_H

#include <linux/kref.h>
#include <linux/sched.h>

struct seq_file;

struct kpe_owner {
	struct kref ref;		/* of the file and of each event */
	pid_t pid;			/* of the process, in the initial namespace */
	char comm[TASK_COMM_LEN];
	bool ended;			/* the file has been closed */
};

/* An owner may be NULL: none. */
struct kpe_owner *kpe_owner_make(void);
struct kpe_owner *kpe_owner_get(struct kpe_owner *owner);
void kpe_owner_put(struct kpe_owner *owner);
void kpe_owner_show(struct seq_file *m, const struct kpe_owner *owner);

#endif
