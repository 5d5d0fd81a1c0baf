// SPDX-License-Identifier: GPL-2.0
/*
 * Marks of the kernel's linker script bound its areas. Without CONFIG_KALLSYMS_ALL those of
 * data are unknown. They are looked up once, because that is slow on some kernels.
 *
 * Each CPU's copy of the per-CPU variables has what they are initialized with, so one is enough.
 */
#include <linux/cpumask.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/uaccess.h>
#include "arch/image.h"
#include "compat/module.h"
#include "kernel/areas.h"
#include "kernel/module_symbols.h"
#include "kernel/sections.h"
#include "kernel/symbols.h"

#define MAX_AREAS	10

static struct kpe_area kernel_areas[MAX_AREAS];
static unsigned int nr_areas;
static struct kpe_area kernel_ids;	/* numbers of BTF */

/* --------------------------------------------------------------- of vmlinux */

/* Return: false if one of the marks, @start and @end, is unknown */
static bool add_area(unsigned long start, unsigned long end, enum kpe_area_kind kind)
{
	if (start && start < end && nr_areas < MAX_AREAS)
		kernel_areas[nr_areas++] = (struct kpe_area){ start, end, kind };
	return start && end;
}

/* Take a stretch out of the area that has it; @start is 0 if there is none */
static void cut_area(unsigned long start, unsigned long end)
{
	struct kpe_area *area;

	for (area = kernel_areas; area < kernel_areas + nr_areas; area++) {
		if (start < area->start || end > area->end)
			continue;
		add_area(end, area->end, area->kind);
		area->end = start;
		return;
	}
}

/*
 * Marks that count from 0 are not found; those of what the variables are initialized with
 * are. Stacks have the registers of this very search. Behind the variables, the kernel gives
 * memory away, and what the search itself knows may be there.
 */
static bool add_percpu(void)
{
#ifdef CONFIG_SMP
	const unsigned long offset = per_cpu_offset(cpumask_first(cpu_possible_mask));
	unsigned long start = kpe_kernel_mark("__per_cpu_start");
	unsigned long end = kpe_kernel_mark("__per_cpu_end");
	const unsigned long first = kpe_kernel_address("__per_cpu_start") + offset;
	const char *stack;
	unsigned int n;
	size_t bytes;

	if (!start || !end) {
		start = kpe_kernel_mark("__per_cpu_load");
		end = kpe_kernel_mark("_sinittext");
	}
	if (!start || start >= end)
		return false;
	add_area(first, first + (end - start), KPE_AREA_DATA);
	for (n = 0; (stack = kpe_arch_percpu_stack(n, &bytes)); n++) {
		start = kpe_kernel_mark(stack);
		if (start)
			cut_area(start + offset, start + offset + bytes);
	}
#endif
	return true;
}

/*
 * Zeroed data has a gap for encrypted guests. The kernel gives that memory away, so anything
 * may be there. Newer kernels have one list of exported symbols.
 */
static bool find_kernel_areas(void)
{
	unsigned long start, end;

	if (!kpe_kernel_text("_stext", "_etext", &start, &end))
		return false;
	add_area(start, end, KPE_AREA_TEXT);
	if (!add_area(kpe_kernel_mark("__start_rodata"), kpe_kernel_mark("__end_rodata"),
		      KPE_AREA_DATA) ||
	    !add_area(kpe_kernel_mark("_sdata"), kpe_kernel_mark("_edata"), KPE_AREA_DATA) ||
	    !add_area(kpe_kernel_mark("__bss_start"), kpe_kernel_mark("__bss_stop"),
		      KPE_AREA_DATA) || !add_percpu())
		return false;
	cut_area(kpe_kernel_mark("__start_bss_decrypted_unused"),
		 kpe_kernel_mark("__end_bss_decrypted"));
	add_area(kpe_kernel_mark("__start_pci_fixups_early"),
		 kpe_kernel_mark("__end_pci_fixups_suspend_late"), KPE_AREA_DISTANCES);
	add_area(kpe_kernel_mark("__start___ksymtab"), kpe_kernel_mark("__stop___ksymtab_gpl") ?:
		 kpe_kernel_mark("__stop___ksymtab"), KPE_AREA_DISTANCES);
	kernel_ids.start = ALIGN(kpe_kernel_mark("__stop_BTF"), sizeof(u32));
	kernel_ids.end = kernel_ids.start ? kpe_kernel_mark("__end_rodata") : 0;
	return true;
}

/* Are the areas of vmlinux? Context: may sleep. */
bool kpe_areas_are_known(void)
{
	static bool is_looked_up, are_known;

	if (!is_looked_up)
		are_known = find_kernel_areas();
	is_looked_up = true;
	return are_known;
}

/* -------------------------------------------------------------- all of them */

/* They begin at multiples of four. */
static unsigned long order_of(const struct kpe_area *area)
{
	return area->start + area->kind;
}

/* Make an area the next one if it is nearer to @after */
static void consider_area(struct kpe_area *next, unsigned long after, const void *start,
			  size_t size, enum kpe_area_kind kind)
{
	const unsigned long addr = (unsigned long)start;
	const struct kpe_area area = { addr, addr + size, kind };

	if (size && order_of(&area) > after &&
	    (!next->end || order_of(&area) < order_of(next)))
		*next = area;
}

static void consider_module(struct kpe_area *next, unsigned long after, const struct module *mod)
{
	const void *start;
	bool is_text;
	size_t size;
	unsigned int n;

	for (n = 0; (start = kpe_module_memory(mod, n, &size, &is_text)); n++)
		consider_area(next, after, start, size,
			      is_text ? KPE_AREA_TEXT : KPE_AREA_DATA);
	for (n = 0; (start = kpe_module_exports(mod, n, &size)); n++)
		consider_area(next, after, start, size, KPE_AREA_DISTANCES);
#ifdef CONFIG_SMP
	if (mod->percpu_size)
		consider_area(next, after,
			      per_cpu_ptr(mod->percpu, cpumask_first(cpu_possible_mask)),
			      mod->percpu_size, KPE_AREA_DATA);
#endif
}

/* Context: within the guard kpe_modules. */
static struct kpe_area area_behind(unsigned long after)
{
	const struct kpe_area *area;
	struct kpe_area next = {};
	struct module *mod = NULL;

	for (area = kernel_areas; area < kernel_areas + nr_areas; area++)
		consider_area(&next, after, (void *)area->start, area->end - area->start,
			      area->kind);
	while ((mod = kpe_module_next(mod, NULL)))
		if (mod != THIS_MODULE)
			consider_module(&next, after, mod);
	return next;
}

/*
 * @area: all 0 at first. In the order of addresses, so none is left out when a module goes.
 * Return: false if there is none.
 */
bool kpe_area_next(struct kpe_area *area)
{
	guard(kpe_modules)();
	*area = area_behind(area->end ? order_of(area) : 0);
	return area->end;
}

/*
 * From a little before @area on, to a little beyond it; what cannot be read is 0. Context: any
 * process context. Return: false if its module has gone.
 */
bool kpe_area_read(const struct kpe_area *area, u8 *buf, unsigned long addr, size_t len)
{
	struct kpe_area now;
	size_t part;

	guard(kpe_modules)();
	now = area_behind(order_of(area) - 1);
	if (order_of(&now) != order_of(area) || now.end < area->end)
		return false;
	for (; len; len -= part, addr += part, buf += part) {
		part = min_t(size_t, len, PAGE_SIZE - addr % PAGE_SIZE);
		if (copy_from_kernel_nofault(buf, (void *)addr, part))
			memset(buf, 0, part);
	}
	return true;
}

/*
 * Is a number of BTF in the lists of functions that programs of BPF may call? They are with
 * other data: the kernel's are the last of its read-only data, behind its BTF.
 *
 * Context: may sleep. Return: true also if the kernel's lists are unknown.
 */
bool kpe_is_btf_id(const char *module, u32 id)
{
	struct kpe_area ids = kernel_ids;
	unsigned long addr;
	u32 found;

	if (*module) {
		ids.start = kpe_section_start(module, ".BTF_ids");
		ids.end = ids.start ? ids.start + PAGE_SIZE : 0;
	} else if (!ids.end) {
		return true;
	}
	for (addr = ids.start; addr < ids.end; addr += sizeof(found))
		if (!get_kernel_nofault(found, (u32 *)addr) && found == id)
			return true;
	return false;
}
