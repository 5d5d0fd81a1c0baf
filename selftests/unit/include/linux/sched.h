/* SPDX-License-Identifier: GPL-2.0 */
/* sched - user-space stand-in for <linux/sched.h> */
#ifndef UNIT_LINUX_SCHED_H
#define UNIT_LINUX_SCHED_H

#define TASK_COMM_LEN 16

struct mm_struct {
	void *pgd;
};

struct task_struct {
	char comm[TASK_COMM_LEN];
	struct mm_struct *mm;
};

extern struct task_struct *current;

static inline unsigned int preempt_count(void)
{
	return 0;
}

#endif
