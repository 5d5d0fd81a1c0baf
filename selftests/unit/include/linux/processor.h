/* SPDX-License-Identifier: GPL-2.0 */
/* processor - user-space stand-in for <linux/processor.h> */
#ifndef UNIT_LINUX_PROCESSOR_H
#define UNIT_LINUX_PROCESSOR_H

static const struct {
	unsigned int x86_virt_bits;
} boot_cpu_data = { 48 };

/* The page tables in use are unit_pgd's. */
extern char unit_pgd;

#define __pa(addr)	((unsigned long)(addr))
#define read_cr3_pa()	__pa(&unit_pgd)

#endif
