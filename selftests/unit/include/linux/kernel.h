/* SPDX-License-Identifier: GPL-2.0 */
/*
 * kernel - user-space stand-in for <linux/kernel.h>
 *
 * The kstrto functions take what the kernel's take: a leading sign, with base
 * 0 the prefixes 0x and 0, one newline at the end, and nothing else; -ERANGE
 * if the number does not fit.
 */
#ifndef UNIT_LINUX_KERNEL_H
#define UNIT_LINUX_KERNEL_H

#include <stdio.h>

#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/types.h>

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
#define PAGE_SIZE		4096UL
#define offset_in_page(addr)	((unsigned long)(addr) & (PAGE_SIZE - 1))
#define BITS_PER_LONG		64
#define U8_MAX			((u8)~0U)
#define U32_MAX			((u32)~0U)

#define DIV_ROUND_UP(n, d) ({				\
	__typeof__(d) __d = (d);			\
	((n) + __d - 1) / __d;				\
})

#define fallthrough	UNIT_ATTRIBUTE(__fallthrough__)
#define ALIGN(x, a) ({					\
	__typeof__(x) __a = (a);			\
	((x) + __a - 1) & ~(__a - 1);			\
})
#define IS_ALIGNED(x, a)	(((x) & ((__typeof__(x))(a) - 1)) == 0)

#define container_of(ptr, type, member) \
	((type *)((char *)(ptr) - offsetof(type, member)))

int kstrtoul(const char *s, unsigned int base, unsigned long *res);
int kstrtol(const char *s, unsigned int base, long *res);
int kstrtouint(const char *s, unsigned int base, unsigned int *res);
int kstrtoint(const char *s, unsigned int base, int *res);
__printf(3, 4) int scnprintf(char *buf, size_t size, const char *fmt, ...);

#endif
