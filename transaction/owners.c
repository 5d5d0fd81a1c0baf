// SPDX-License-Identifier: GPL-2.0
/*
 * The task that closes the file may be exiting, and may have no rights. So a
 * kernel thread deletes the events, and the close waits for it. The thread
 * retries events that are still in use.
 */
#include <linux/jiffies.h>
#include "compat/workqueue.h"
#include "model/owner.h"
#include "transaction/owners.h"
#include "transaction/transaction.h"

#define RETRY_DELAY	(HZ / 5)

static void reap(struct work_struct *work);
static DECLARE_DELAYED_WORK(reaper, reap);

static void reap(struct work_struct *work)
{
	if (kpe_transaction_reap())
		queue_delayed_work(kpe_workqueue(), &reaper, RETRY_DELAY);
}

/**
 * kpe_owner_end() - delete the events of an owner
 * @owner: given back; its events in use are deleted later
 *
 * Context: process context, no locks; sleeps.
 */
void kpe_owner_end(struct kpe_owner *owner)
{
	WRITE_ONCE(owner->ended, true);
	mod_delayed_work(kpe_workqueue(), &reaper, 0);
	flush_delayed_work(&reaper);
	kpe_owner_put(owner);
}

/**
 * kpe_owners_exit() - stop retrying
 *
 * Context: module exit; no event is left.
 */
void kpe_owners_exit(void)
{
	cancel_delayed_work_sync(&reaper);
}
