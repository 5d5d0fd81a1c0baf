/* SPDX-License-Identifier: GPL-2.0 */
/*
 * locks - what the contracts of all rooms name, and asserting that it is held
 *
 * Contract: a function whose contract names a lock asserts that it is held, where
 * lockdep knows it. On other kernels none of this leaves any code.
 */
#ifndef KPE_LOCKS_H
#define KPE_LOCKS_H

#include <linux/lockdep.h>
#include <linux/types.h>

struct mutex;

/* see the lock rules in trace_kprobe.h */
extern struct mutex kpe_mutex;
extern struct mutex kpe_arm_mutex;

#ifdef CONFIG_LOCKDEP
bool kpe_event_mutex_is_held(void);
#endif

#define kpe_assert_event_mutex() lockdep_assert(kpe_event_mutex_is_held())

/* Of two locks under both of which something changes, one is enough to look at it. */
#define kpe_assert_model_or_event_mutex() \
	lockdep_assert(lockdep_is_held(&kpe_mutex) || kpe_event_mutex_is_held())
#define kpe_assert_model_or_arm_mutex() \
	lockdep_assert(lockdep_is_held(&kpe_mutex) || lockdep_is_held(&kpe_arm_mutex))

#endif
