/* SPDX-License-Identifier: GPL-2.0 */
/*
 * guard - hold kpe_mutex in a block, without the choice to give up
 *
 * Contract: guard(kpe_model)() is guard(mutex)(&kpe_mutex), but the kernel does not complain
 * of who waits for long.
 */
#ifndef KPE_GUARD_H
#define KPE_GUARD_H

#include <linux/mutex.h>
#include "compat/cleanup.h"
#include "model/locks.h"

void kpe_model_lock(void);

DEFINE_LOCK_GUARD_0(kpe_model, kpe_model_lock(), mutex_unlock(&kpe_mutex))

#endif
