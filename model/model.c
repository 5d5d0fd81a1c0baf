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
