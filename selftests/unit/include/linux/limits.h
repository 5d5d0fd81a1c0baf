/* SPDX-License-Identifier: GPL-2.0 */
/* limits - user-space stand-in; glibc's <limits.h> comes through here too */
#include_next <linux/limits.h>
#include <limits.h>
#define U16_MAX			((unsigned short)~0U)
