/* SPDX-License-Identifier: GPL-2.0 */
/*
 * image - the kernel's image, and what memory is the kernel's
 *
 * Contract: KPE_IMAGE is the name of the symbol that offsets in the image of vmlinux count from.
 */
#ifndef KPE_IMAGE_H
#define KPE_IMAGE_H

#include <linux/types.h>

/*
 * Is an address in the image of vmlinux? Not memory of modules and everything else; between
 * the image and what follows it, either. Context: process context.
 */
static inline bool kpe_arch_in_image(unsigned long addr);

/*
 * Where a load may fail, but does no harm: @first address, and @size in bytes. A word from
 * the last one on is kernel memory, too. Context: module init.
 */
static inline void kpe_arch_kernel_range(unsigned long *first, unsigned long *size);

/* Are the current process's page tables in use? false in doubt. Context: a hit. */
static __always_inline bool kpe_arch_user_is_here(void);

/*
 * The name of the @n-th per-CPU variable that is a stack, and its @size in bytes; NULL: there
 * are no more. Stacks have what was in registers, such as the address of a function that is
 * searched for.
 */
static inline const char *kpe_arch_percpu_stack(unsigned int n, size_t *size);

#ifdef CONFIG_ARM64
#include "arch/arm64/image.h"
#else
#include "arch/x86/image.h"
#endif

#endif
