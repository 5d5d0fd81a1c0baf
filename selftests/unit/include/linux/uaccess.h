/* SPDX-License-Identifier: GPL-2.0 */
/* uaccess - user-space stand-in for <linux/uaccess.h>; a test says what is there */
#ifndef UNIT_LINUX_UACCESS_H
#define UNIT_LINUX_UACCESS_H

#include <linux/types.h>

/* Below is the user, as on x86-64, but lower: the kernel needs real memory. */
#define TASK_SIZE_MAX	0x100000000UL

long copy_from_kernel_nofault(void *dst, const void *src, size_t size);
long copy_from_user_nofault(void *dst, const void __user *src, size_t size);

#endif
