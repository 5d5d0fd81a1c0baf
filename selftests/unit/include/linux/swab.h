/* SPDX-License-Identifier: GPL-2.0 */
/* swab - user-space stand-in for <linux/swab.h> */
#ifndef UNIT_LINUX_SWAB_H
#define UNIT_LINUX_SWAB_H

#define swab64(x) __builtin_bswap64(x)

#endif
