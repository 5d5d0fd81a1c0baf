// SPDX-License-Identifier: GPL-2.0
/*
 * The task that closes the file may be exiting, and may have no rights. So a kernel thread
 * deletes the events, and retries those that are still in use. The close waits for it, and thus
 * perhaps for a long write. A task that is killed does not wait for that, nor, for long, one
 * that exits; nor a kernel thread, as all other files that kernel threads close wait for it.
 */
#include <linux/atomic.h>
#include <linux/jiffies.h>
#include <linux/sched.h>
#include <linux/wait.h>
#include "compat/workqueue.h"
#include "model/owner.h"
#include "transaction/transaction.h"

#define RETRY_DELAY	(HZ / 5)
#define EXIT_DELAY	HZ	/* at most */

static void reap(struct work_struct *work);
static DECLARE_DELAYED_WORK(reaper, reap);

static atomic_t wanted = ATOMIC_INIT(0);	/* owners that have ended */
static atomic_t served = ATOMIC_INIT(0);	/* ... before a run of the reaper that is over */
static DECLARE_WAIT_QUEUE_HEAD(runs);
static int late;		/* the last owner that a task which exits waited for in vain */

static void reap(struct work_struct *work)
{
	int until = atomic_read_acquire(&wanted);

	if (kpe_transaction_reap())
		queue_delayed_work(kpe_workqueue(), &reaper, RETRY_DELAY);
	atomic_set(&served, until);
	wake_up_all(&runs);
}

static bool is_served(int which)
{
	return atomic_read(&served) - which >= 0;
}

/* Gives it back. Context: process context, no locks; sleeps, not for long if the task is killed */
void kpe_owner_end(struct kpe_owner *owner)
{
	int which;

	WRITE_ONCE(owner->ended, true);
	/* ordered: a run that counts it sees that it has ended */
	which = atomic_inc_return(&wanted);
	mod_delayed_work(kpe_workqueue(), &reaper, 0);
	/* One that exits may have thousands of files to close, and waits for one of them only. */
	if (!(current->flags & (PF_KTHREAD | PF_EXITING)))
		wait_event_killable(runs, is_served(which));
	else if (!(current->flags & PF_KTHREAD) && is_served(READ_ONCE(late)) &&
		 !wait_event_timeout(runs, is_served(which), EXIT_DELAY))
		WRITE_ONCE(late, which);
	kpe_owner_put(owner);
}

void kpe_owners_exit(void)
{
	cancel_delayed_work_sync(&reaper);
}
