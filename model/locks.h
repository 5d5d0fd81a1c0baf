/* SPDX-License-Identifier: GPL-2.0 */
/*
 * locks - locks that contracts name, and assertions that they are held
 *
 * Contract: a function whose contract names a lock asserts that it is held. Without
 * lockdep the assertions generate no code.
 */
#ifndef KPE_LOCKS_H
#define KPE_LOCKS_H

#include <linux/mutex.h>
#include <linux/types.h>
#include "compat/cleanup.h"
#include "compat/lockdep.h"

/* see the lock rules in trace_kprobe.h */
extern struct mutex kpe_mutex;
extern struct mutex kpe_arm_mutex;

/* guard(kpe_model)() holds kpe_mutex, without the choice to give up; nobody warns of the wait. */
void kpe_model_lock(void);

DEFINE_LOCK_GUARD_0(kpe_model, kpe_model_lock(), mutex_unlock(&kpe_mutex))

#ifdef CONFIG_LOCKDEP
bool kpe_event_mutex_is_held(void);
#endif

#define kpe_assert_event_mutex() lockdep_assert(kpe_event_mutex_is_held())

/* Data that changes under both of two locks can be read under either. */
#define kpe_assert_model_or_event_mutex() \
	lockdep_assert(lockdep_is_held(&kpe_mutex) || kpe_event_mutex_is_held())
#define kpe_assert_model_or_arm_mutex() \
	lockdep_assert(lockdep_is_held(&kpe_mutex) || lockdep_is_held(&kpe_arm_mutex))

#endif
