// SPDX-License-Identifier: GPL-2.0
#include <linux/jiffies.h>
#include <linux/lockdep.h>
#include "compat/workqueue.h"
#include "kernel/idle.h"
#include "model/locks.h"

#define IDLE	(20 * HZ)

void kpe_idle_look(struct work_struct *work)
{
	struct kpe_idle *idle = container_of(work, struct kpe_idle, work.work);

	guard(kpe_model)();
	if (time_before(jiffies, idle->used + IDLE))
		queue_delayed_work(kpe_workqueue(), &idle->work, IDLE);
	else
		idle->drop();
}

/* Context: kpe_mutex. */
void kpe_idle_use(struct kpe_idle *idle)
{
	lockdep_assert_held(&kpe_mutex);
	idle->used = jiffies;
	/* does nothing if it is queued */
	queue_delayed_work(kpe_workqueue(), &idle->work, IDLE);
}

/* Context: module exit, or a failed init; kpe_mutex not held. */
void kpe_idle_exit(struct kpe_idle *idle)
{
	cancel_delayed_work_sync(&idle->work);
	idle->drop();
}
