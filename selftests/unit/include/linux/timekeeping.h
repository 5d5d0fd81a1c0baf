/* SPDX-License-Identifier: GPL-2.0 */
/* timekeeping - user-space stand-in for <linux/timekeeping.h> */
#ifndef UNIT_LINUX_TIMEKEEPING_H
#define UNIT_LINUX_TIMEKEEPING_H

#include <linux/types.h>

u64 ktime_get_mono_fast_ns(void);

#endif
