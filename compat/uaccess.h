/* SPDX-License-Identifier: GPL-2.0 */
/* uaccess - a single load that may fail, and where user memory ends */
#ifndef KPE_COMPAT_UACCESS_H
#define KPE_COMPAT_UACCESS_H

#include <linux/uaccess.h>

/* Some architectures had none at first, and a function that reads any number of bytes. */
#ifndef __get_kernel_nofault
#define __get_kernel_nofault(dst, src, type, label)			\
	do { if (copy_from_kernel_nofault(dst, src, sizeof(type))) goto label; } while (0)
#endif

#ifndef TASK_SIZE_MAX
#define TASK_SIZE_MAX	TASK_SIZE_64
#endif

#endif
