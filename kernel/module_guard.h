/* SPDX-License-Identifier: GPL-2.0 */
/*
 * module_guard - keep the modules in the list while it is read
 *
 * Contract: guard(kpe_modules)() in a block, which must not sleep.
 */
#ifndef KPE_MODULE_GUARD_H
#define KPE_MODULE_GUARD_H

#include <linux/rcupdate.h>
#include "compat/cleanup.h"

/* sparse does not see where a guard ends. */
DEFINE_LOCK_GUARD_0(kpe_modules, ({ rcu_read_lock(); __release(RCU); }),
		    rcu_read_unlock())

#endif
