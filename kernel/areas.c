// SPDX-License-Identifier: GPL-2.0
/*
 * Marks of the kernel's linker script bound its areas. Without CONFIG_KALLSYMS_ALL those of
 * data are unknown. They are looked up once, because that is slow on some kernels.
 *
 * Per-CPU variables are copied for each CPU. What they are initialized with is in each
 * copy.
 */
#include <linux/cpumask.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include "arch/image.h"
#include "compat/module.h"
#include "kernel/areas.h"
#include "kernel/module_symbols.h"
#include "kernel/symbols.h"
#include "model/locks.h"

static void add(struct kpe_areas *areas, unsigned long start, unsigned long end, bool is_text)
{
	struct kpe_area *area = &areas->area[areas->nr];

	if (start >= end || areas->nr == KPE_MAX_AREAS)
		return;
	area->start = start;
	area->end = end;
	area->is_text = is_text;
	areas->nr++;
}

/**
 * struct data - where vmlinux has data
 * @first: mark where it begins
 * @last: mark where it ends
 * @gap: mark where data begins that does not count; NULL: all counts
 * @behind: mark where it goes on
 */
struct data {
	const char *first;
	const char *last;
	const char *gap;
	const char *behind;
};

/*
 * Half of the read-only data may be BTF, which refers to nothing. Zeroed data has a gap for
 * encrypted guests. The kernel gives that memory away, so anything may be there.
 */
static const struct data all_data[] = {
	{ "__start_rodata", "__end_rodata", "__start_BTF", "__stop_BTF" },
	{ "_sdata", "_edata" },
	{ "__bss_start", "__bss_stop", "__start_bss_decrypted_unused", "__end_bss_decrypted" },
};

static bool add_data(struct kpe_areas *areas, const struct data *data)
{
	const unsigned long start = kpe_kernel_mark(data->first);
	const unsigned long end = kpe_kernel_mark(data->last);
	const unsigned long gap = data->gap ? kpe_kernel_mark(data->gap) : 0;
	const unsigned long behind = gap ? kpe_kernel_mark(data->behind) : 0;
	const bool is_within = start <= gap && gap <= behind && behind <= end;

	add(areas, start, is_within ? gap : end, false);
	if (is_within)
		add(areas, behind, end, false);
	return start && end;
}

#ifdef CONFIG_SMP
/* Find the first stack in a CPU's variables. Return: its address; @end: there is none */
static unsigned long next_stack(unsigned long start, unsigned long end,
				unsigned long offset, size_t *size)
{
	unsigned long first = end, addr;
	const char *name;
	unsigned int n;
	size_t bytes;

	for (n = 0; (name = kpe_arch_percpu_stack(n, &bytes)); n++) {
		addr = kpe_kernel_mark(name) + offset;
		if (addr == offset || addr < start || addr >= first)
			continue;
		first = addr;
		*size = bytes;
	}
	return first;
}

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
static bool add_percpu(struct kpe_areas *areas)
{
	const unsigned long offset = per_cpu_offset(cpumask_first(cpu_possible_mask));
	/* 0 where per-CPU addresses count from 0 */
	unsigned long start = kpe_kernel_address("__per_cpu_start") + offset;
	const unsigned long end = start + percpu_size();
	const bool is_known = start < end;
	unsigned long stack;
	size_t size = 0;

	for (; start < end; start = stack + size) {
		stack = next_stack(start, end, offset, &size);
		add(areas, start, stack, false);
	}
	return is_known;
}
#else
static bool add_percpu(struct kpe_areas *areas)
{
	return true;
}
#endif

/* Newer kernels have one list of exported symbols. */
static void add_lists(struct kpe_areas *areas)
{
	areas->lists[KPE_FIXUPS].start = kpe_kernel_mark("__start_pci_fixups_early");
	areas->lists[KPE_FIXUPS].end = kpe_kernel_mark("__end_pci_fixups_suspend_late");
	areas->lists[KPE_EXPORTS].start = kpe_kernel_mark("__start___ksymtab");
	areas->lists[KPE_EXPORTS].end = kpe_kernel_mark("__stop___ksymtab_gpl") ?:
			      kpe_kernel_mark("__stop___ksymtab");
}

static bool add_kernel(struct kpe_areas *areas)
{
	unsigned long start, end;
	unsigned int i;

	if (!kpe_kernel_text("_stext", "_etext", &start, &end))
		return false;
	add(areas, start, end, true);
	for (i = 0; i < ARRAY_SIZE(all_data); i++)
		if (!add_data(areas, &all_data[i]))
			return false;
	add_lists(areas);
	return add_percpu(areas);
}

/**
 * kpe_kernel_areas() - find the text and data of vmlinux
 * @areas: filled
 *
 * Context: kpe_mutex; may sleep. Return: false if some of it is unknown.
 */
bool kpe_kernel_areas(struct kpe_areas *areas)
{
	static struct kpe_areas found;
	static bool is_looked_up, is_known;

	lockdep_assert_held(&kpe_mutex);
	if (!is_looked_up)
		is_known = add_kernel(&found);
	is_looked_up = true;
	*areas = found;
	return is_known;
}

static void add_module(struct module *mod, struct kpe_areas *areas)
{
	const void *start;
	bool is_text;
	size_t size;
	unsigned int n;

	for (n = 0; (start = kpe_module_memory(mod, n, &size, &is_text)); n++)
		add(areas, (unsigned long)start, (unsigned long)start + size, is_text);
#ifdef CONFIG_SMP
	if (mod->percpu_size) {
		start = per_cpu_ptr(mod->percpu, cpumask_first(cpu_possible_mask));
		add(areas, (unsigned long)start, (unsigned long)start + mod->percpu_size, false);
	}
#endif
}

/**
 * kpe_module_areas() - find the text and data of a module
 * @n: index of the module, as for kpe_module_name()
 * @areas: filled; nothing for this module, whose data is about others
 *
 * Context: any process context. Return: false if there is no such module.
 */
bool kpe_module_areas(unsigned int n, struct kpe_areas *areas)
{
	char name[MODULE_NAME_LEN];
	struct module *mod;

	areas->nr = 0;
	if (!kpe_module_name(n, name))
		return false;
	mod = kpe_module_get(name);
	if (mod && mod != THIS_MODULE)
		add_module(mod, areas);
	module_put(mod);
	return true;
}
