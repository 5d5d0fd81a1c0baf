// SPDX-License-Identifier: GPL-2.0
/*
 * Lifetime: an event is in the table from its first definition, even if uncommitted,
 * until it is freed. A probe is in the list while it is live.
 */
#include <linux/hashtable.h>
#include <linux/mutex.h>
#include "model/model.h"

DEFINE_MUTEX(kpe_mutex);	/* see trace_kprobe.h */
DEFINE_MUTEX(kpe_arm_mutex);	/* likewise */

LIST_HEAD(kpe_probes);
LIST_HEAD(kpe_known_events);

DEFINE_HASHTABLE(kpe_events, KPE_EVENTS_BITS);

/*
 * For guard(kpe_model)(). A write may hold the mutex for minutes, and the kernel complains of
 * a task that waits so long, unless a signal would end that. A killed task still waits.
 */
void kpe_model_lock(void)
{
	if (mutex_lock_killable(&kpe_mutex))
		mutex_lock(&kpe_mutex);
}
