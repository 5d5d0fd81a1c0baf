// SPDX-License-Identifier: GPL-2.0
/* kernel - the functions behind include/linux, in user space */
#include <stdio.h>
#include <stdlib.h>

#include <linux/ctype.h>
#include <linux/jhash.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "unit.h"

static unsigned long countdown;
static int failed;
static long allocations;

void unit_fail_allocation(unsigned long nth)
{
	countdown = nth;
	failed = 0;
}

int unit_allocation_failed(void)
{
	return failed;
}

long unit_allocations(void)
{
	return allocations;
}

void *kmalloc(size_t size, gfp_t gfp)
{
	void *p;

	(void)gfp;
	if (countdown && !--countdown) {
		failed = 1;
		return NULL;
	}
	p = malloc(size ?: 1);
	if (!p)
		abort();
	/* What was never written shall not look like a zero. */
	memset(p, 0xa5, size);
	allocations++;
	return p;
}

void *kzalloc(size_t size, gfp_t gfp)
{
	void *p = kmalloc(size, gfp);

	return p ? memset(p, 0, size) : NULL;
}

void *kmalloc_array(size_t n, size_t size, gfp_t gfp)
{
	size_t bytes;

	if (__builtin_mul_overflow(n, size, &bytes))
		return NULL;
	return kmalloc(bytes, gfp);
}

void *kcalloc(size_t n, size_t size, gfp_t gfp)
{
	void *p = kmalloc_array(n, size, gfp);

	return p ? memset(p, 0, n * size) : NULL;
}

void kfree(const void *p)
{
	allocations -= !!p;
	free((void *)p);
}

void *kmemdup(const void *src, size_t len, gfp_t gfp)
{
	void *p = kmalloc(len, gfp);

	return p ? memcpy(p, src, len) : NULL;
}

char *kstrdup(const char *s, gfp_t gfp)
{
	return s ? kmemdup(s, strlen(s) + 1, gfp) : NULL;
}

ssize_t strscpy(char *dst, const char *src, size_t size)
{
	size_t len = strnlen(src, size);

	if (!size)
		return -E2BIG;
	if (len < size) {
		memcpy(dst, src, len + 1);
		return len;
	}
	memcpy(dst, src, size - 1);
	dst[size - 1] = '\0';
	return -E2BIG;
}

static unsigned int digit_value(char c)
{
	if (isdigit(c))
		return c - '0';
	return isxdigit(c) ? tolower(c) - 'a' + 10 : 99;
}

/* A number without its sign. Too big wins over garbage behind it. */
static int to_unsigned(const char *s, unsigned int base, unsigned long long *res)
{
	bool hex = s[0] == '0' && tolower(s[1]) == 'x' && isxdigit(s[2]);
	bool overflow = false, any = false;

	if (!base)
		base = hex ? 16 : s[0] == '0' ? 8 : 10;
	if (base == 16 && hex)
		s += 2;
	for (*res = 0; digit_value(*s) < base; s++, any = true)
		overflow |= __builtin_mul_overflow(*res, base, res) ||
			    __builtin_add_overflow(*res, digit_value(*s), res);
	if (overflow)
		return -ERANGE;
	if (!any)
		return -EINVAL;
	if (*s == '\n')
		s++;
	return *s ? -EINVAL : 0;
}

int kstrtoul(const char *s, unsigned int base, unsigned long *res)
{
	unsigned long long n;
	int err = to_unsigned(s + (*s == '+'), base, &n);

	if (!err)
		*res = n;
	return err;
}

u32 unit_hash_mask = ~0U;

/* FNV-1a */
u32 jhash(const void *key, u32 length, u32 initval)
{
	const u8 *byte = key;
	u32 hash = initval ^ 2166136261U;

	while (length--)
		hash = (hash ^ *byte++) * 16777619U;
	return hash & unit_hash_mask;
}

void sort(void *base, size_t num, size_t size, int (*cmp)(const void *a, const void *b),
	  void (*swap)(void *a, void *b, int size))
{
	(void)swap;
	qsort(base, num, size, cmp);
}
