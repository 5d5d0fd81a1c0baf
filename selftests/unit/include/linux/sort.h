/* SPDX-License-Identifier: GPL-2.0 */
/* sort - user-space stand-in for <linux/sort.h> */
#ifndef UNIT_LINUX_SORT_H
#define UNIT_LINUX_SORT_H

#include <linux/types.h>

void sort(void *base, size_t num, size_t size,
	  int (*cmp)(const void *a, const void *b),
	  void (*swap)(void *a, void *b, int size));

#endif
