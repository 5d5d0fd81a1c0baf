/* SPDX-License-Identifier: GPL-2.0 */
/* mm - user-space stand-in for <linux/mm.h>: allocations as those of slab.h */
#ifndef UNIT_LINUX_MM_H
#define UNIT_LINUX_MM_H

#include <linux/slab.h>

#define kvmalloc(size, gfp)		kmalloc(size, gfp)
#define kvmalloc_array(n, size, gfp)	kmalloc_array(n, size, gfp)
#define kvfree(p)			kfree(p)

#endif
