/* SPDX-License-Identifier: GPL-2.0 */
/* uaccess - user-space stand-in for <linux/uaccess.h>; a test says what is there */
#ifndef UNIT_LINUX_UACCESS_H
#define UNIT_LINUX_UACCESS_H

#include <linux/compiler.h>
#include <linux/types.h>

/* Below is the user, as on x86-64, but lower: the kernel needs real memory. */
#define TASK_SIZE_MAX	0x100000000UL

long copy_from_kernel_nofault(void *dst, const void *src, size_t size);
long copy_from_user_nofault(void *dst, const void __user *src, size_t size);

/* Single loads */
#define __get_kernel_nofault(dst, src, type, label) do {		\
	if (copy_from_kernel_nofault(dst, src, sizeof(type)))		\
		goto label;						\
} while (0)

#define unsafe_get_user(x, src, label) do {				\
	if (copy_from_user_nofault(&(x), src, sizeof(x)))		\
		goto label;						\
} while (0)

static inline bool user_read_access_begin(const void __user *src, size_t size)
{
	return (unsigned long)src + size <= TASK_SIZE_MAX;
}

#define user_read_access_end()	do { } while (0)
#define pagefault_disable()	do { } while (0)
#define pagefault_enable()	do { } while (0)

#endif
