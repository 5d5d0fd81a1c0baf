/* SPDX-License-Identifier: GPL-2.0 */
/*
 * idle - give memory back when nobody has used it for a while
 *
 * Contract: what was read of the kernel to look something up can be read again. A cache
 * is dropped as a whole under kpe_mutex, IDLE after its last use.
 */
#ifndef KPE_IDLE_H
#define KPE_IDLE_H

#include <linux/workqueue.h>

struct kpe_idle {
	struct delayed_work work;	/* looks whether it is idle */
	unsigned long used;		/* jiffies of the last use; kpe_mutex */
	void (*drop)(void);		/* frees the whole cache; under kpe_mutex */
};

void kpe_idle_look(struct work_struct *work);

/* The initializer of a variable @idle */
#define KPE_IDLE(idle, drop_fn)						\
	{								\
		.work = __DELAYED_WORK_INITIALIZER(idle.work, kpe_idle_look, 0), \
		.drop = drop_fn,					\
	}

void kpe_idle_use(struct kpe_idle *idle);
void kpe_idle_exit(struct kpe_idle *idle);

#endif
