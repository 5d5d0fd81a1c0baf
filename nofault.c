// SPDX-License-Identifier: GPL-2.0
/*
 * nofault - reading memory that may not be there, in a hit
 *
 * Strings are read by words as long as these lie in the first page, and what is
 * left in pieces that do not cross into a page either: it may not be there, or
 * be something that reads are not good for.
 */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/processor.h>
#include <linux/string.h>
#include <asm/vsyscall.h>
#include <asm/word-at-a-time.h>
#include "compat/unaligned.h"
#include "nofault.h"

#define WORD sizeof(unsigned long)

unsigned long kpe_kernel_first = -1UL;
unsigned long kpe_kernel_size;

/**
 * kpe_nofault_init() - learn where the kernel's memory is
 *
 * All addresses from the first that this CPU's page tables have for the kernel
 * up to the page of old system calls, whose faults are taken for the user's.
 *
 * Context: module init.
 */
void kpe_nofault_init(void)
{
	kpe_kernel_first = -(1UL << (boot_cpu_data.x86_virt_bits - 1));
	kpe_kernel_size = VSYSCALL_ADDR - WORD - kpe_kernel_first;
}

/**
 * kpe_read_memory() - read any number of bytes of any memory
 * @dst: @size bytes; some may be written although others cannot be read
 * @addr: where. Below the kernel's memory there can only be the user's: who
 *	reads a user pointer without saying so gets what he means
 * @size: bytes
 * @user: of user memory
 *
 * Context: a hit. Return: 0 or -EFAULT.
 */
int __kprobes kpe_read_memory(void *dst, unsigned long addr, size_t size,
			      bool user)
{
	if (user || addr < TASK_SIZE_MAX)
		return copy_from_user_nofault(dst, (void __user *)addr, size);
	return copy_from_kernel_nofault(dst, (void *)addr, size);
}

static __always_inline unsigned int left_in_page(unsigned long addr)
{
	return PAGE_SIZE - offset_in_page(addr);
}

/* Bytes of a string up to its NUL in @word, at most WORD; @nul: it is there */
static __always_inline unsigned int length_in(unsigned long word, bool *nul)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	unsigned long bits;

	*nul = has_zero(word, &bits, &constants);
	if (!*nul)
		return WORD;
	bits = prep_zero_mask(word, bits, &constants);
	return find_zero(create_zero_mask(bits)) + 1;
}

/*
 * Both of these copy words until one has the NUL, cannot be read, or lies across
 * the end of the page or of the room. What follows the NUL in the last word is
 * written as well. Return: bytes of the string so far, with its NUL if it was
 * there.
 */
static __always_inline unsigned int
copy_kernel_words(u8 *dst, unsigned long addr, unsigned int room, bool *nul)
{
	unsigned int done = 0;
	unsigned long word;

	if (unlikely(!kpe_is_kernel(addr)))
		return 0;
	while (done + WORD <= room && !*nul) {
		__get_kernel_nofault(&word, (void *)(addr + done),
				     unsigned long, end);
		put_unaligned(word, (unsigned long *)(dst + done));
		done += length_in(word, nul);
	}
end:
	return done;
}

/* The first word is left to those who know whether there is a user at all. */
static __always_inline unsigned int
copy_user_words(u8 *dst, unsigned long addr, unsigned int room, bool *nul)
{
	const unsigned long __user *src = (void __user *)addr;
	unsigned long word;
	unsigned int done;

	if (room < WORD || copy_from_user_nofault(&word, src, WORD))
		return 0;
	put_unaligned(word, (unsigned long *)dst);
	done = length_in(word, nul);
	if (*nul || !user_read_access_begin(src, room))
		return done;
	pagefault_disable();
	while (done + WORD <= room && !*nul) {
		unsafe_get_user(word, (unsigned long __user *)(addr + done),
				end);
		put_unaligned(word, (unsigned long *)(dst + done));
		done += length_in(word, nul);
	}
end:
	pagefault_enable();
	user_read_access_end();
	return done;
}

/* What is left, in pieces */
static int __kprobes copy_rest(u8 *dst, unsigned long addr, unsigned int room,
			       unsigned int done, bool user)
{
	unsigned int n;
	u8 *nul;

	while (done < room) {
		n = min3(room - done, 64U, left_in_page(addr + done));
		if (kpe_read_memory(dst + done, addr + done, n, user))
			return -EFAULT;
		nul = memchr(dst + done, 0, n);
		if (nul)
			return nul - dst + 1;
		done += n;
	}
	dst[room - 1] = 0;
	return room;
}

/**
 * kpe_copy_string() - copy a string
 * @dst: @room bytes, any of them may be written
 * @addr: where
 * @room: at least 1; a longer string is cut
 * @user: of user memory
 *
 * Context: a hit. Return: bytes with the NUL, or -EFAULT.
 */
int __kprobes kpe_copy_string(u8 *dst, unsigned long addr, unsigned int room,
			      bool user)
{
	unsigned int in_page = min(room, left_in_page(addr));
	unsigned int done;
	bool nul = false;

	user |= addr < TASK_SIZE_MAX;
	if (user)
		done = copy_user_words(dst, addr, in_page, &nul);
	else
		done = copy_kernel_words(dst, addr, in_page, &nul);
	if (likely(nul))
		return done;
	return copy_rest(dst, addr, room, done, user);
}
