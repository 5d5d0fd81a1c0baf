/* SPDX-License-Identifier: GPL-2.0 */
/* image - see arch/image.h */
#ifndef KPE_X86_IMAGE_H
#define KPE_X86_IMAGE_H

#include <linux/mm.h>
#include <linux/pgtable.h>
#include <linux/processor.h>
#include <linux/sched.h>
#include <asm/cpu_entry_area.h>
#include <asm/vsyscall.h>

#define KPE_IMAGE	"_text"
#define KPE_SYSCALL	"__x64_"	/* before the name of a system call's function */

/* Nothing else is mapped between the image and the modules. */
static inline bool kpe_arch_in_image(unsigned long addr)
{
	return addr >= __START_KERNEL_map && addr < MODULES_VADDR;
}

/* From the page tables' first kernel address to the vsyscall page, whose faults are the user's */
static inline void kpe_arch_kernel_range(unsigned long *first, unsigned long *size)
{
	*first = -(1UL << (boot_cpu_data.x86_virt_bits - 1));
	*size = VSYSCALL_ADDR - sizeof(long) - *first;
}

static __always_inline bool kpe_arch_user_is_here(void)
{
	const struct mm_struct *mm = current->mm;

	return mm && read_cr3_pa() == __pa(mm->pgd);
}

static inline const char *kpe_arch_percpu_stack(unsigned int n, size_t *size)
{
	*size = n ? sizeof(struct exception_stacks) : IRQ_STACK_SIZE;
	return n == 0 ? "irq_stack_backing_store" : n == 1 ? "exception_stacks" : NULL;
}

#endif
