/* SPDX-License-Identifier: GPL-2.0 */
/* image - see arch/image.h */
#ifndef KPE_ARM64_IMAGE_H
#define KPE_ARM64_IMAGE_H

#include <linux/mm.h>
#include <linux/vmalloc.h>
#include <asm/memory.h>

/* Not all kernels have a symbol "_text". */
#define KPE_IMAGE	"_stext"
#define KPE_SYSCALL	"__arm64_"	/* before the name of a system call's function */

/*
 * Modules may be mapped on both sides of the image, and near it. But the image alone is
 * at one distance from its physical memory.
 */
static inline bool kpe_arch_in_image(unsigned long addr)
{
	struct page *page;

	if (!is_vmalloc_addr((void *)addr) && !(addr >= KIMAGE_VADDR && addr < VMALLOC_END))
		return false;
	page = vmalloc_to_page((void *)addr);
	return page && page_to_phys(page) == ((addr - kimage_voffset) & PAGE_MASK);
}

/* All of the upper half, but not what looks like a negative errno */
static inline void kpe_arch_kernel_range(unsigned long *first, unsigned long *size)
{
	*first = PAGE_OFFSET;
	*size = -PAGE_SIZE - sizeof(long) - *first;
}

/* The kernel's own functions decide. */
static __always_inline bool kpe_arch_user_is_here(void)
{
	return false;
}

static inline const char *kpe_arch_percpu_stack(unsigned int n, size_t *size)
{
	return NULL;
}

#endif
