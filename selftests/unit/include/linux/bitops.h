/* SPDX-License-Identifier: GPL-2.0 */
/* bitops - user-space stand-in for <linux/bitops.h> */
#ifndef UNIT_LINUX_BITOPS_H
#define UNIT_LINUX_BITOPS_H

#define BIT(nr)		(1UL << (nr))
#define BIT_ULL(nr)	(1ULL << (nr))
#define __ffs(word)	((unsigned long)__builtin_ctzl(word))

#endif
