/* SPDX-License-Identifier: GPL-2.0 */
/*
 * areas - where the kernel and its modules have text and data
 *
 * Contract: nothing is pinned. Init memory that is freed is not among it, and nothing of
 * this module, whose data is about others. For one task, the search for references.
 */
#ifndef KPE_AREAS_H
#define KPE_AREAS_H

#include <linux/types.h>

enum kpe_area_kind {
	KPE_AREA_TEXT,
	KPE_AREA_DATA,		/* may have addresses */
	KPE_AREA_DISTANCES,	/* a list of distances to functions that are called, and others */
};

/* A stretch of memory */
struct kpe_area {
	unsigned long start;	/* a multiple of 4 */
	unsigned long end;
	enum kpe_area_kind kind;
};

/* to be asked before all others */
bool kpe_areas_are_known(void);
bool kpe_area_next(struct kpe_area *area);
bool kpe_area_read(const struct kpe_area *area, u8 *buf, unsigned long addr, size_t len);
bool kpe_is_btf_id(const char *module, u32 id);

#endif
