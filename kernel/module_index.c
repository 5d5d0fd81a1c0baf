// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel searches a module's symbol table from end to end, for names and for
 * addresses. With thousands of functions, thousands of searches take seconds.
 *
 * An index has two sorted arrays, 16 bytes per function. It does not keep names, but where
 * they are in the table; each use checks that the table is still the module's.
 */
#include <linux/mm.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "compat/cleanup.h"
#include "kernel/idle.h"
#include "kernel/module_symbols.h"
#include "kernel/name_index.h"
#include "kernel/symbols.h"
#include "model/locks.h"

#define LONGEST	SZ_64K	/* bytes of a function; a gap between parts of a module is longer */
#define FEW	16	/* searches of a write, from end to end, that cost less than an index */

struct index {
	struct list_head list;		/* in indexes */
	const struct mod_kallsyms *table;	/* only compared */
	u64 *names;		/* sorted, see kernel/name_index.h: position in @places */
	/* sorted; upper half: address from @start, lower half: name in the table's strings */
	u64 *places;
	unsigned long start;	/* lowest address */
	u32 nr;			/* functions */
	u32 room;		/* size of the arrays */
	char module[MODULE_NAME_LEN];
};

static LIST_HEAD(indexes);		/* kpe_mutex */
static unsigned int nr_asked;		/* for the last module; kpe_mutex */

static void free_index(struct index *index)
{
	if (!index)
		return;
	kvfree(index->names);
	kvfree(index->places);
	kfree(index);
}

DEFINE_FREE(kpe_index, struct index *, free_index(_T))

static void forget_index(struct index *index)
{
	list_del(&index->list);
	free_index(index);
}

static void forget_all(void)
{
	struct index *index, *next;

	list_for_each_entry_safe(index, next, &indexes, list)
		forget_index(index);
}

static struct kpe_idle idle = KPE_IDLE(idle, forget_all);

static struct index *find_index(const char *module)
{
	struct index *index;

	lockdep_assert_held(&kpe_mutex);
	list_for_each_entry(index, &indexes, list)
		if (kpe_is_module_name(index->module, module))
			return index;
	return NULL;
}

/* Is @index of the module as it is now? It stays so within the caller's guard kpe_modules. */
static bool is_valid(const struct index *index)
{
	guard(kpe_modules)();
	return kpe_module_table(index->module) == index->table;
}

/* ------------------------------------------------------------------- making */

static int measure_place(void *data, const char *name, unsigned long addr)
{
	struct index *index = data;

	index->start = min(index->start, addr);
	index->room++;
	return 0;
}

static int add_place(void *data, const char *name, unsigned long addr)
{
	struct index *index = data;
	unsigned long place = addr - index->start;
	unsigned long at = name - index->table->strtab;

	/* Then the index is not complete, and is not used. */
	if (index->nr == index->room || place > U32_MAX || at > U32_MAX)
		return -ERANGE;
	index->places[index->nr++] = (u64)place << 32 | at;
	return 0;
}

static void measure_module(struct index *index)
{
	guard(kpe_modules)();
	index->table = kpe_module_table(index->module);
	index->start = ULONG_MAX;
	if (index->table)
		kpe_walk_module_functions(index->module, measure_place, index);
}

static void fill_places(struct index *index)
{
	guard(kpe_modules)();
	if (is_valid(index))
		kpe_walk_module_functions(index->module, add_place, index);
}

static bool fill_names(struct index *index)
{
	const char *name;
	u32 i;

	guard(kpe_modules)();
	if (!is_valid(index))
		return false;
	for (i = 0; i < index->nr; i++) {
		name = index->table->strtab + (u32)index->places[i];
		index->names[i] = kpe_name_key(name, strlen(name), i);
	}
	return true;
}

/* Return: false if there is no memory or no module. */
static bool fill_index(struct index *index)
{
	bool filled;

	measure_module(index);
	index->places = kvmalloc_array(index->room, sizeof(u64), GFP_KERNEL);
	index->names = kvmalloc_array(index->room, sizeof(u64), GFP_KERNEL);
	if (!index->room || !index->places || !index->names)
		return false;
	fill_places(index);
	if (index->nr != index->room)
		return false;
	kpe_name_sort(index->places, index->nr);
	filled = fill_names(index);
	kpe_name_sort(index->names, index->nr);
	return filled;
}

/* A write begins. One of a few lines shall not pay for an index. Context: kpe_mutex. */
void kpe_module_index_begin(void)
{
	lockdep_assert_held(&kpe_mutex);
	nr_asked = 0;
}

/* Has this write asked for the same module often? */
static bool is_worth_it(const char *module)
{
	static const struct mod_kallsyms *last;

	guard(kpe_modules)();
	if (kpe_module_table(module) != last)
		nr_asked = 0;
	last = kpe_module_table(module);
	return ++nr_asked > FEW;
}

/* If the module is loaded, there is memory, and it is worth it. Context: kpe_mutex; may sleep. */
void kpe_module_index_make(const char *module)
{
	struct index *index = find_index(module);
	struct index *fresh __free(kpe_index) = NULL;

	lockdep_assert_held(&kpe_mutex);
	kpe_idle_use(&idle);
	if (index && is_valid(index))
		return;
	if (index)
		forget_index(index);
	else if (!is_worth_it(module))
		return;
	fresh = kzalloc(sizeof(*fresh), GFP_KERNEL);
	if (!fresh || strscpy(fresh->module, module, sizeof(fresh->module)) < 0 ||
	    !fill_index(fresh))
		return;
	strreplace(fresh->module, '-', '_');
	list_add(&no_free_ptr(fresh)->list, &indexes);
}

/* --------------------------------------------------------------- looking up */

/* @fn must not sleep. Return: false if there is no index */
bool kpe_module_index_find(const char *module, const char *name, kpe_function_fn *fn,
			   void *data)
{
	const struct index *index = find_index(module);
	u64 key = kpe_name_key(name, strlen(name), 0), place;
	const char *found;
	u32 i;

	guard(kpe_modules)();
	if (!index || !is_valid(index))
		return false;
	for (i = kpe_name_first(index->names, index->nr, key); i < index->nr; i++) {
		if (index->names[i] >> 32 != key >> 32)
			break;
		place = index->places[(u32)index->names[i]];
		found = index->table->strtab + (u32)place;
		if (!strcmp(found, name) &&
		    fn(data, found, index->start + (place >> 32)))
			break;
	}
	return true;
}

static u64 start_of(const struct index *index, u32 i)
{
	return index->places[i] >> 32;
}

/* The only function that @addr is in, unless it is the last one. Context: RCU. */
static bool function_in(const struct index *index, unsigned long addr, struct kpe_symbol *sym)
{
	u64 place = addr - index->start, start;
	const char *name;
	u32 i;

	if (addr < index->start || place >= U32_MAX)
		return false;
	i = kpe_name_first(index->places, index->nr, (place + 1) << 32);
	if (!i || i == index->nr)
		return false;
	start = start_of(index, i - 1);
	sym->offset = place - start;
	sym->size = start_of(index, i) - start;
	/* another one may begin there, too */
	if (sym->size > LONGEST || (i > 1 && start_of(index, i - 2) == start) ||
	    !is_valid(index))
		return false;
	name = index->table->strtab + (u32)index->places[i - 1];
	/* kallsyms does not show all names */
	return *name && *name != '$' && *name != '.' &&
	       strscpy(sym->name, name, sizeof(sym->name)) > 0 &&
	       strscpy(sym->module, index->module, sizeof(sym->module)) > 0;
}

/* Return: false if @addr is in no function, or in several, or if no index tells */
bool kpe_module_function(unsigned long addr, struct kpe_symbol *sym)
{
	const struct index *index;

	lockdep_assert_held(&kpe_mutex);
	guard(kpe_modules)();
	list_for_each_entry(index, &indexes, list)
		if (function_in(index, addr, sym))
			return true;
	return false;
}

void kpe_module_index_forget(const char *module)
{
	struct index *index = find_index(module);

	if (index)
		forget_index(index);
}

/* Context: module exit, or a failed init; kpe_mutex not held. */
void kpe_module_index_exit(void)
{
	kpe_idle_exit(&idle);
}
