// SPDX-License-Identifier: GPL-2.0
/*
 * Lifetime: an event is in the table from its first definition, even if uncommitted,
 * until it is freed. A probe is in the list while it is live.
 */
#include <linux/hashtable.h>
#include <linux/mutex.h>
#include "model/guard.h"
#include "model/model.h"

DEFINE_MUTEX(kpe_mutex);	/* see trace_kprobe.h */
DEFINE_MUTEX(kpe_arm_mutex);	/* likewise */

LIST_HEAD(kpe_probes);
LIST_HEAD(kpe_known_events);

DEFINE_HASHTABLE(kpe_events, KPE_EVENTS_BITS);

/**
 * kpe_model_lock() - take kpe_mutex, however long it takes
 *
 * A write may hold it for minutes. The kernel complains of a task that waits so long, unless
 * a signal would end that. Who gets such a signal has to wait all the same.
 *
 * Context: may sleep. Call it by guard(kpe_model)().
 */
void kpe_model_lock(void)
{
	if (mutex_lock_killable(&kpe_mutex))
		mutex_lock(&kpe_mutex);
}
