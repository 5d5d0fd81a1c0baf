/* SPDX-License-Identifier: GPL-2.0 */
/*
 * name_index - an index from names to numbers, eight bytes per name
 *
 * Contract: pure. An index is a sorted array of keys: the hash of a name in the upper
 * half, its number in the lower. Names are not stored: for a matching hash, the caller
 * compares the name itself. The caller owns the array and its lock.
 */
#ifndef KPE_NAME_INDEX_H
#define KPE_NAME_INDEX_H

#include <linux/jhash.h>
#include <linux/sort.h>
#include <linux/types.h>

static inline u64 kpe_name_key(const char *name, size_t len, u32 number)
{
	return (u64)jhash(name, len, 0) << 32 | number;
}

static inline int kpe_name_compare(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

static inline void kpe_name_sort(u64 *index, u32 nr)
{
	sort(index, nr, sizeof(*index), kpe_name_compare, NULL);
}

/* Position of the first key that is not below @key; @nr if there is none */
static inline u32 kpe_name_first(const u64 *index, u32 nr, u64 key)
{
	u32 low = 0, high = nr, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (index[mid] < key)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

#endif
