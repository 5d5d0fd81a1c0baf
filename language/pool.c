// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "compat/stdarg.h"
#include "language/definition.h"

struct kpe_pool_item {
	struct kpe_pool_item *before;
	u64 data[];
};

void *kpe_pool_alloc(struct kpe_pool *pool, size_t size)
{
	struct kpe_pool_item *item = kzalloc(sizeof(*item) + size, GFP_KERNEL);

	if (!item)
		return NULL;
	item->before = pool->last;
	pool->last = item;
	return item->data;
}

void *kpe_pool_copy(struct kpe_pool *pool, const void *from, size_t size)
{
	void *to = kpe_pool_alloc(pool, size);

	return to ? memcpy(to, from, size) : NULL;
}

char *kpe_pool_text(struct kpe_pool *pool, const char *from, size_t len)
{
	char *to = kpe_pool_alloc(pool, len + 1);

	return to ? memcpy(to, from, len) : NULL;
}

char *kpe_pool_print(struct kpe_pool *pool, const char *fmt, ...)
{
	va_list args;
	size_t len;
	char *text;

	va_start(args, fmt);
	len = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	text = kpe_pool_alloc(pool, len + 1);
	va_start(args, fmt);
	if (text)
		vsnprintf(text, len + 1, fmt, args);
	va_end(args);
	return text;
}

void kpe_pool_free(struct kpe_pool *pool)
{
	struct kpe_pool_item *item, *before;

	for (item = pool->last; item; item = before) {
		before = item->before;
		kfree(item);
	}
	pool->last = NULL;
}
