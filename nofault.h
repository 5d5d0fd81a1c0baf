/* SPDX-License-Identifier: GPL-2.0 */
/*
 * nofault - reading memory that may not be there, in a hit
 *
 * Contract: never faults, never sleeps, any context with preemption off. Kernel
 * memory is read by single loads that the exception table knows; for all that
 * may be anything but kernel memory the kernel's own copy_from_*_nofault() look
 * first whether it can be read here and now.
 */
#ifndef KPE_NOFAULT_H
#define KPE_NOFAULT_H

#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/types.h>
#include <linux/uaccess.h>

/* Where a load can do nothing worse than fail: set once, when the module comes */
extern unsigned long kpe_kernel_first;
extern unsigned long kpe_kernel_size;

void kpe_nofault_init(void);
int kpe_read_memory(void *dst, unsigned long addr, size_t size, bool user);
int kpe_copy_string(u8 *dst, unsigned long addr, unsigned int room, bool user);

static __always_inline bool kpe_is_kernel(unsigned long addr)
{
	return addr - kpe_kernel_first < kpe_kernel_size;
}

/**
 * kpe_read_word() - read a word
 * @word: filled, if it can be read
 * @addr: where
 * @user: of user memory
 *
 * Context: a hit. Return: 0 or -EFAULT.
 */
static __always_inline int kpe_read_word(unsigned long *word,
					 unsigned long addr, bool user)
{
	if (unlikely(user || !kpe_is_kernel(addr)))
		return kpe_read_memory(word, addr, sizeof(*word), user);
	__get_kernel_nofault(word, (void *)addr, unsigned long, fault);
	return 0;
fault:
	return -EFAULT;
}

/**
 * kpe_read_number() - read a number
 * @dst: @size bytes, written if they can be read
 * @addr: where
 * @size: 1, 2, 4 or 8
 * @user: of user memory
 *
 * Context: a hit. Return: 0 or -EFAULT.
 */
static __always_inline int kpe_read_number(u8 *dst, unsigned long addr,
					   unsigned int size, bool user)
{
	if (unlikely(user || !kpe_is_kernel(addr)))
		return kpe_read_memory(dst, addr, size, user);
	switch (size) {
	case 8:
		__get_kernel_nofault(dst, (void *)addr, u64, fault);
		break;
	case 4:
		__get_kernel_nofault(dst, (void *)addr, u32, fault);
		break;
	case 2:
		__get_kernel_nofault(dst, (void *)addr, u16, fault);
		break;
	default:
		__get_kernel_nofault(dst, (void *)addr, u8, fault);
	}
	return 0;
fault:
	return -EFAULT;
}

#endif
