/* SPDX-License-Identifier: GPL-2.0 */
/* lockdep - lockdep_assert() */
#ifndef KPE_COMPAT_LOCKDEP_H
#define KPE_COMPAT_LOCKDEP_H

#include <linux/lockdep.h>

#ifndef KPE_HAVE_LOCKDEP_ASSERT
#ifdef CONFIG_LOCKDEP
#define lockdep_assert(cond)	WARN_ON(debug_locks && !(cond))
#else
#define lockdep_assert(cond)	do { } while (0)
#endif
#endif

#endif
