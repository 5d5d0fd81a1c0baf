/* SPDX-License-Identifier: GPL-2.0 */
/*
 * areas - where the kernel and its modules have text and data
 *
 * Contract: what is found is not pinned, so read it by copy_from_kernel_nofault(). Init
 * memory that is freed is not among it.
 */
#ifndef KPE_AREAS_H
#define KPE_AREAS_H

#include <linux/types.h>

#define KPE_MAX_AREAS	9

/* Lists of functions that are called */
enum {
	KPE_FIXUPS,		/* of PCI devices */
	KPE_EXPORTS,
	KPE_NR_LISTS,
};

/**
 * struct kpe_area - a stretch of memory
 * @start: its address
 * @end: the first address after it
 * @is_text: it has code, else data
 */
struct kpe_area {
	unsigned long start;
	unsigned long end;
	bool is_text;
};

/**
 * struct kpe_areas - the memory of the kernel or of a module
 * @nr: number of @area
 * @area: text first
 * @lists: within these; they have distances
 */
struct kpe_areas {
	unsigned int nr;
	struct kpe_area area[KPE_MAX_AREAS];
	struct kpe_area lists[KPE_NR_LISTS];
};

bool kpe_kernel_areas(struct kpe_areas *areas);
bool kpe_module_areas(unsigned int n, struct kpe_areas *areas);

#endif
