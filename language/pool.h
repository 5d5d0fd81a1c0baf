/* SPDX-License-Identifier: GPL-2.0 */
/*
 * pool - memory that is freed at once
 *
 * Contract: what a definition consists of, and what its arguments are resolved to, is in a
 * pool of its owner. Pure, may sleep (allocates GFP_KERNEL).
 */
#ifndef KPE_POOL_H
#define KPE_POOL_H

#include <linux/types.h>

struct kpe_pool_item;

/* Empty if it is zeroed */
struct kpe_pool {
	struct kpe_pool_item *last;
};

/* Each returns NULL without memory. What is allocated is zeroed. */
void *kpe_pool_alloc(struct kpe_pool *pool, size_t size);
void *kpe_pool_copy(struct kpe_pool *pool, const void *from, size_t size);
char *kpe_pool_text(struct kpe_pool *pool, const char *from, size_t len);
__printf(2, 3) char *kpe_pool_print(struct kpe_pool *pool, const char *fmt, ...);
void kpe_pool_free(struct kpe_pool *pool);

#endif
