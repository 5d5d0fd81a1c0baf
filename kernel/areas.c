// SPDX-License-Identifier: GPL-2.0
/*
 * Marks of the kernel's linker script bound its areas. Without CONFIG_KALLSYMS_ALL those of
 * data are unknown. They are looked up once, because that is slow on some kernels. Those of
 * modules are found anew each time.
 *
 * Per-CPU variables are copied for each CPU. What they are initialized with is in each
 * copy.
 */
#include <linux/cpumask.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/uaccess.h>
#include "arch/image.h"
#include "compat/module.h"
#include "kernel/areas.h"
#include "kernel/module_guard.h"
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

#ifdef CONFIG_SMP
/*
 * Bytes of the kernel's per-CPU variables; 0: unknown. Addresses that count from 0 belong to
 * no area, so their marks are not found. What the variables are initialized with is there.
 */
static unsigned long percpu_size(void)
{
	unsigned long start = kpe_kernel_mark("__per_cpu_start");
	unsigned long end = kpe_kernel_mark("__per_cpu_end");

	if (!start || !end) {
		start = kpe_kernel_mark("__per_cpu_load");
		end = kpe_kernel_mark("_sinittext");
	}
	return start && start < end ? end - start : 0;
}

/*
 * Without stacks, which have the registers of this very search. Behind the variables, the
 * kernel gives memory away, and what the search itself knows may be there.
 */
static bool add_percpu(void)
{
	const unsigned long offset = per_cpu_offset(cpumask_first(cpu_possible_mask));
	/* 0 where per-CPU addresses count from 0 */
	const unsigned long start = kpe_kernel_address("__per_cpu_start") + offset;
	const unsigned long size = percpu_size();
	const char *stack;
	unsigned int n;
	size_t bytes;

	add_area(start, start + size, KPE_AREA_DATA);
	for (n = 0; (stack = kpe_arch_percpu_stack(n, &bytes)); n++) {
		const unsigned long addr = kpe_kernel_mark(stack);

		if (addr)
			cut_area(addr + offset, addr + offset + bytes);
	}
	return size;
}
#else
static bool add_percpu(void)
{
	return true;
}
#endif

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

/**
 * kpe_areas_are_known() - find the areas of vmlinux
 *
 * Context: may sleep. Return: false if some are unknown.
 */
bool kpe_areas_are_known(void)
{
	static bool is_looked_up, are_known;

	if (!is_looked_up)
		are_known = find_kernel_areas();
	is_looked_up = true;
	return are_known;
}

/* --------------------------------------------------------------- of modules */

/* They begin at multiples of four. */
static unsigned long order_of(const struct kpe_area *area)
{
	return area->start + area->kind;
}

/* Make an area the next one if it is nearer to @after */
static void consider(struct kpe_area *next, unsigned long after, const struct kpe_area *area)
{
	if (area->start < area->end && order_of(area) > after &&
	    (!next->end || order_of(area) < order_of(next)))
		*next = *area;
}

static void consider_memory(struct kpe_area *next, unsigned long after, const void *start,
			    size_t size, enum kpe_area_kind kind)
{
	const struct kpe_area area = {
		(unsigned long)start, (unsigned long)start + size, kind,
	};

	consider(next, after, &area);
}

static void consider_module(struct kpe_area *next, unsigned long after, const struct module *mod)
{
	const void *start;
	bool is_text;
	size_t size;
	unsigned int n;

	for (n = 0; (start = kpe_module_memory(mod, n, &size, &is_text)); n++)
		consider_memory(next, after, start, size,
				is_text ? KPE_AREA_TEXT : KPE_AREA_DATA);
	for (n = 0; (start = kpe_module_exports(mod, n, &size)); n++)
		consider_memory(next, after, start, size, KPE_AREA_DISTANCES);
#ifdef CONFIG_SMP
	if (mod->percpu_size)
		consider_memory(next, after,
				per_cpu_ptr(mod->percpu, cpumask_first(cpu_possible_mask)),
				mod->percpu_size, KPE_AREA_DATA);
#endif
}

/* The next one of a module; within the guard kpe_modules */
static struct kpe_area next_of_modules(unsigned long after)
{
	struct kpe_area next = {};
	struct module *mod;

	for (mod = kpe_module_next(NULL); mod; mod = kpe_module_next(mod))
		if (mod != THIS_MODULE)
			consider_module(&next, after, mod);
	return next;
}

/**
 * kpe_area_next() - find the next area
 * @area: all 0 at first; filled
 *
 * They are in the order of their addresses, so none is left out when a module goes.
 *
 * Context: kpe_areas_are_known(). Return: false if there is none.
 */
bool kpe_area_next(struct kpe_area *area)
{
	const unsigned long after = area->end ? order_of(area) : 0;
	unsigned int i;

	guard(kpe_modules)();
	*area = next_of_modules(after);
	for (i = 0; i < nr_areas; i++)
		consider(area, after, &kernel_areas[i]);
	return area->end;
}

static bool is_there(const struct kpe_area *area)
{
	struct kpe_area now;
	unsigned int i;

	for (i = 0; i < nr_areas; i++)
		if (order_of(&kernel_areas[i]) == order_of(area))
			return true;
	now = next_of_modules(order_of(area) - 1);
	return order_of(&now) == order_of(area) && now.end >= area->end;
}

/**
 * kpe_memory_copy() - copy memory that may be none
 * @buf: filled; what cannot be read is 0
 * @addr: where to begin
 * @len: bytes
 */
void kpe_memory_copy(u8 *buf, unsigned long addr, size_t len)
{
	size_t part;

	for (; len; len -= part, addr += part, buf += part) {
		part = min_t(size_t, len, PAGE_SIZE - addr % PAGE_SIZE);
		if (copy_from_kernel_nofault(buf, (void *)addr, part))
			memset(buf, 0, part);
	}
}

/**
 * kpe_area_read() - copy memory of an area
 * @area: from kpe_area_next()
 * @buf: filled, as by kpe_memory_copy()
 * @addr: where to begin; may be a little before the area
 * @len: bytes; may lead a little beyond it
 *
 * Context: any process context. Return: false if its module has gone.
 */
bool kpe_area_read(const struct kpe_area *area, u8 *buf, unsigned long addr, size_t len)
{
	guard(kpe_modules)();
	if (!is_there(area))
		return false;
	kpe_memory_copy(buf, addr, len);
	return true;
}

/**
 * kpe_btf_ids() - find the numbers that BTF has for functions that programs of BPF may call
 * @module: "": the kernel's, which are the last of its read-only data, behind its BTF
 *
 * Context: kpe_areas_are_known(); may sleep. Return: where they are, with other data;
 * empty if there are none, or for the kernel, if that is unknown.
 */
struct kpe_area kpe_btf_ids(const char *module)
{
	unsigned long start;

	if (!*module)
		return kernel_ids;
	start = kpe_section_start(module, ".BTF_ids");
	return (struct kpe_area){ start, start ? start + PAGE_SIZE : 0 };
}
