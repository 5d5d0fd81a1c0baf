// SPDX-License-Identifier: GPL-2.0
#include <linux/irqflags.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/pgtable.h>
#include <linux/sched.h>
#include "arch/image.h"
#include "hit/nofault.h"

/* Others may change an entry, so each is read once. READ_ONCE() is not made for structures. */
#define read_entry(p) ({ __auto_type entry = *(p); barrier(); entry; })

/* Without interrupts no page table is freed, as get_user_pages_fast() relies on. */
static bool has_nothing(struct mm_struct *mm, unsigned long addr)
{
	pgd_t *pgdp = pgd_offset(mm, addr);
	pgd_t pgd = read_entry(pgdp);
	p4d_t *p4dp, p4d;
	pud_t *pudp, pud;

	if (pgd_none(pgd) || pgd_bad(pgd))
		return pgd_none(pgd);
	p4dp = p4d_offset_lockless(pgdp, pgd, addr);
	p4d = read_entry(p4dp);
	if (p4d_none(p4d) || p4d_bad(p4d))
		return p4d_none(p4d);
	pudp = pud_offset_lockless(p4dp, p4d, addr);
	pud = read_entry(pudp);
	if (pud_none(pud) || pud_bad(pud))
		return pud_none(pud);
	return pmd_none(read_entry(pmd_offset_lockless(pudp, pud, addr)));
}

/*
 * Do the current process's page tables have nothing for an address? Only tables are looked at,
 * so a page that is not there is not noticed if there is another within some megabytes.
 * Return: false in doubt
 */
bool __kprobes kpe_is_unmapped(unsigned long addr)
{
	unsigned long flags;
	bool is_hole;

	if (!kpe_arch_user_is_here())
		return false;
	raw_local_irq_save(flags);
	is_hole = has_nothing(current->mm, addr);
	raw_local_irq_restore(flags);
	return is_hole;
}
