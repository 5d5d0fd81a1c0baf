/* SPDX-License-Identifier: GPL-2.0 */
/* build_bug - user-space stand-in for <linux/build_bug.h> */
#ifndef UNIT_LINUX_BUILD_BUG_H
#define UNIT_LINUX_BUILD_BUG_H

#include <assert.h>

#endif
