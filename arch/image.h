/* SPDX-License-Identifier: GPL-2.0 */
/*
 * image - the kernel's image, and what memory is the kernel's
 *
 * Contract: KPE_IMAGE is the name of the symbol that offsets in the image of vmlinux
 * count from.
 */
#ifndef KPE_IMAGE_H
#define KPE_IMAGE_H

#include <linux/types.h>

/**
 * kpe_arch_in_image() - is an address in the image of vmlinux
 * @addr: any value
 *
 * Context: process context. Return: true if it is; false for memory of modules and
 * everything else. Between the image and what follows it, either.
 */
static inline bool kpe_arch_in_image(unsigned long addr);

/**
 * kpe_arch_kernel_range() - find the memory where a load may fail, but does no harm
 * @first: filled; its first address
 * @size: filled; bytes. A word from the last one on is kernel memory, too
 *
 * Context: module init.
 */
static inline void kpe_arch_kernel_range(unsigned long *first, unsigned long *size);

/**
 * kpe_arch_user_is_here() - are the current process's page tables in use
 *
 * Context: a hit. Return: false in doubt.
 */
static __always_inline bool kpe_arch_user_is_here(void);

/**
 * kpe_arch_percpu_stack() - name the stacks that are per-CPU variables
 * @n: index
 * @size: filled; bytes
 *
 * They have what was in registers, such as the address of a function that is searched for.
 *
 * Context: any. Return: name of the variable; NULL: there is none.
 */
static inline const char *kpe_arch_percpu_stack(unsigned int n, size_t *size);

#ifdef CONFIG_ARM64
#include "arch/arm64/image.h"
#else
#include "arch/x86/image.h"
#endif

#endif
