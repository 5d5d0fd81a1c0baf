/* SPDX-License-Identifier: GPL-2.0 */
/*
 * nofault - read memory that may not be mapped, in a hit
 *
 * Contract: never faults, never sleeps, any context with preemption off. Single loads with
 * exception table entries read kernel memory. The kernel's copy_from_*_nofault() read all other
 * memory, after checking that it can be read in this context.
 */
#ifndef KPE_NOFAULT_H
#define KPE_NOFAULT_H

#include <linux/bitops.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/types.h>
#include <linux/uaccess.h>
#include <asm/word-at-a-time.h>
#include "compat/unaligned.h"
#include "compat/uaccess.h"

/* The range where a load may fail, but do no harm; set by module init */
extern unsigned long kpe_kernel_first;
extern unsigned long kpe_kernel_size;

int kpe_read_memory(void *dst, unsigned long addr, size_t size, bool user);
int kpe_copy_string_any(u8 *dst, unsigned long addr, unsigned int room,
			unsigned int done, bool user);
/* in unmapped.c; looks without reading */
bool kpe_is_unmapped(unsigned long addr);

static __always_inline bool kpe_is_kernel(unsigned long addr)
{
	return addr - kpe_kernel_first < kpe_kernel_size;
}

/* Read a word. @word: filled on success. Return: 0 or -EFAULT, as below */
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

/* Read a number of 1, 2, 4 or 8 bytes. */
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

static __always_inline unsigned int kpe_left_in_page(unsigned long addr)
{
	return PAGE_SIZE - offset_in_page(addr);
}

/* Bytes of @word up to and including its first NUL; 0: none */
static __always_inline unsigned int kpe_length_in(unsigned long word)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	unsigned long bits;

	/* The lowest bit is correct, and the machine is little-endian. */
	return has_zero(word, &bits, &constants) ? __ffs(bits) / 8 + 1 : 0;
}

/*
 * @dst: @room bytes, at least 1, any of them may be written; a longer string is cut. Words are read
 * within the first page. A read never enters another page without need: it may not be mapped, or
 * reading it may have side effects. Return: bytes with the NUL, or -EFAULT
 */
static __always_inline int kpe_copy_string(u8 *dst, unsigned long addr,
					   unsigned int room, bool user)
{
	unsigned int in_page = min(room, kpe_left_in_page(addr));
	unsigned int done = 0, len;
	unsigned long word;

	if (unlikely(user || !kpe_is_kernel(addr)))
		goto any;
	for (; done + sizeof(word) <= in_page; done += sizeof(word)) {
		__get_kernel_nofault(&word, (void *)(addr + done),
				     unsigned long, fault);
		put_unaligned(word, (unsigned long *)(dst + done));
		len = kpe_length_in(word);
		if (len)
			return done + len;
	}
any:
	return kpe_copy_string_any(dst, addr, room, done, user);
fault:
	/* the rest of the page cannot be read either */
	return -EFAULT;
}

#endif
