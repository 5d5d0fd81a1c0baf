/* SPDX-License-Identifier: GPL-2.0 */
/* get_unaligned() and put_unaligned(): 6.12 moved their header. */
#ifndef KPE_COMPAT_UNALIGNED_H
#define KPE_COMPAT_UNALIGNED_H

#ifdef KPE_HAVE_LINUX_UNALIGNED_H
#include <linux/unaligned.h>
#else
#include <asm/unaligned.h>
#endif

#endif
