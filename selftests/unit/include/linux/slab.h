/* SPDX-License-Identifier: GPL-2.0 */
/*
 * slab - user-space stand-in for <linux/slab.h>
 *
 * Every allocation counts, and a test may let any of them fail: see unit.h.
 */
#ifndef UNIT_LINUX_SLAB_H
#define UNIT_LINUX_SLAB_H

#include <linux/types.h>

#define GFP_KERNEL	0U
#define GFP_ATOMIC	1U

/* Bytes of *@p with @n elements in its last member, and not one more */
#define struct_size(p, member, n) \
	offsetof(__typeof__(*(p)), member[n])

void *kmalloc(size_t size, gfp_t gfp);
void *kzalloc(size_t size, gfp_t gfp);
void *kcalloc(size_t n, size_t size, gfp_t gfp);
void *kmalloc_array(size_t n, size_t size, gfp_t gfp);
void *krealloc(const void *p, size_t size, gfp_t gfp);
void kfree(const void *p);
__printf(2, 3) char *kasprintf(gfp_t gfp, const char *fmt, ...);

#endif
