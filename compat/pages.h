/* SPDX-License-Identifier: GPL-2.0 */
/* pages - how the kernel reads pages of a file that has none: as zeros */
#ifndef KPE_COMPAT_PAGES_H
#define KPE_COMPAT_PAGES_H

#include <linux/fs.h>
#include <linux/kmemleak.h>
#include <linux/slab.h>

/* Return: what is not of this module's memory, and never freed, as inodes keep it; or NULL */
static inline const struct address_space_operations *kpe_zero_pages(void)
{
#ifdef KPE_HAVE_RAM_AOPS
	return &ram_aops;
#else
	static const struct address_space_operations zeros = { .readpage = simple_readpage };
	const struct address_space_operations *kept = kmemdup(&zeros, sizeof(zeros), GFP_KERNEL);

	if (kept)
		kmemleak_not_leak(kept);
	return kept;
#endif
}

#endif
