// SPDX-License-Identifier: GPL-2.0
/*
 * Single loads can read a user string if the current process's page tables are in
 * use. They may not be during a context switch, in an NMI, or when a kernel thread
 * borrows them. Then the kernel's functions are used, which check more cases.
 */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/string.h>
#include "arch/image.h"
#include "compat/compiler.h"
#include "hit/nofault.h"

#define WORD sizeof(unsigned long)
#define FIRST 0x10000UL		/* addresses that are taken to be null pointers */

unsigned long kpe_kernel_first = -1UL;
unsigned long kpe_kernel_size;

/* Most of what cannot be read is near a null pointer. Looking costs much less than the fault. */
static __always_inline bool is_null(unsigned long addr)
{
	return unlikely(addr < FIRST) && kpe_is_unmapped(addr);
}

/*
 * Read any number of bytes of any memory. Below kernel memory @addr is read as user memory, even
 * if @user is false. @dst may be partly written on error. Return: 0 or -EFAULT
 */
int __kprobes kpe_read_memory(void *dst, unsigned long addr, size_t size,
			      bool user)
{
	if (is_null(addr))
		return -EFAULT;
	if (user || addr < TASK_SIZE_MAX) {
		/* a kernel thread has none, but arm64 may still use a process's tables */
		if (!current->mm)
			return -EFAULT;
		return copy_from_user_nofault(dst, (void __user *)addr, size);
	}
	return copy_from_kernel_nofault(dst, (void *)addr, size);
}

/*
 * Copies words until one contains the NUL, cannot be read, or does not fit. Bytes
 * behind the NUL in its word are copied, too. Return: bytes of the string so far,
 * with the NUL if found; -EFAULT if a word could not be read
 */
static __always_inline int copy_user_words(u8 *dst, unsigned long addr, unsigned int room,
					   bool *nul)
{
	unsigned int done = 0, len;
	unsigned long word;
	int ret = -EFAULT;

	if (!kpe_arch_user_is_here())
		return 0;
	/* access_ok() warns in atomic context without it */
	pagefault_disable();
	if (!user_read_access_begin((void __user *)addr, room))
		goto out;
	while (done + WORD <= room && !*nul) {
		unsafe_get_user(word, (unsigned long __user *)(addr + done),
				end);
		put_unaligned(word, (unsigned long *)(dst + done));
		len = kpe_length_in(word);
		*nul = len;
		done += len ? len : WORD;
	}
	ret = done;
end:
	user_read_access_end();
out:
	pagefault_enable();
	return ret;
}

static int __kprobes copy_rest(u8 *dst, unsigned long addr, unsigned int room,
			       unsigned int done, bool user)
{
	unsigned int n;
	u8 *nul;

	while (done < room) {
		n = min3(room - done, 64U, kpe_left_in_page(addr + done));
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

/* Continue kpe_copy_string(), which has copied @done bytes. */
int __no_stack_protector __kprobes
kpe_copy_string_any(u8 *dst, unsigned long addr, unsigned int room,
		    unsigned int done, bool user)
{
	bool nul = false;
	int ret;

	if (!user && addr >= TASK_SIZE_MAX)
		return copy_rest(dst, addr, room, done, false);
	if (is_null(addr))
		return -EFAULT;
	ret = copy_user_words(dst, addr, min(room, kpe_left_in_page(addr)), &nul);
	return ret < 0 || nul ? ret : copy_rest(dst, addr, room, ret, true);
}
