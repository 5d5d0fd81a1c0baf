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
#include "kernel/module_index.h"
#include "kernel/name_index.h"
#include "kernel/symbols.h"
#include "trace_kprobe.h"

#define LONGEST	SZ_64K	/* bytes of a function; a gap between parts of a module is longer */

/**
 * struct index - index of a module
 * @list: in indexes
 * @table: the symbol table; only compared
 * @names: sorted, see kernel/name_index.h: position in @places
 * @places: sorted; upper half: address from @start, lower half: name in the table's strings
 * @start: lowest address
 * @nr: number of functions
 * @room: size of the arrays
 * @module: its name
 */
struct index {
	struct list_head list;
	const struct mod_kallsyms *table;
	u64 *names;
	u64 *places;
	unsigned long start;
	u32 nr;
	u32 room;
	char module[MODULE_NAME_LEN];
};

static LIST_HEAD(indexes);		/* kpe_mutex */

static void free_index(struct index *index)
{
	if (!index)
		return;
	kvfree(index->names);
	kvfree(index->places);
	kfree(index);
}

DEFINE_FREE(kpe_index, struct index *, free_index(_T))

static void forget(struct index *index)
{
	list_del(&index->list);
	free_index(index);
}

static void forget_all(void)
{
	struct index *index, *next;

	list_for_each_entry_safe(index, next, &indexes, list)
		forget(index);
}

static struct kpe_idle idle = KPE_IDLE(idle, forget_all);

/* ------------------------------------------------------------------- making */

/* Is @index of the module as it is now? Context: RCU. */
static bool is_valid(const struct index *index)
{
	return kpe_module_table(index->module) == index->table;
}

static int measure(void *data, const char *name, unsigned long addr)
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

/* Count the functions. */
static void begin(struct index *index)
{
	guard(kpe_modules)();
	index->table = kpe_module_table(index->module);
	index->start = ULONG_MAX;
	if (index->table)
		kpe_walk_module_functions(index->module, measure, index);
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
static bool fill(struct index *index)
{
	bool filled;

	begin(index);
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

static struct index *find_index(const char *module)
{
	struct index *index;

	list_for_each_entry(index, &indexes, list)
		if (kpe_is_module_name(index->module, module))
			return index;
	return NULL;
}

static bool is_current(const struct index *index)
{
	guard(kpe_modules)();
	return is_valid(index);
}

/**
 * kpe_module_index_make() - have an index of a module
 * @module: its name; it may not be loaded
 *
 * Without memory there is none.
 *
 * Context: kpe_mutex; may sleep.
 */
void kpe_module_index_make(const char *module)
{
	struct index *index = find_index(module);
	struct index *fresh __free(kpe_index) = NULL;

	lockdep_assert_held(&kpe_mutex);
	kpe_idle_use(&idle);
	if (index && is_current(index))
		return;
	if (index)
		forget(index);
	fresh = kzalloc(sizeof(*fresh), GFP_KERNEL);
	if (!fresh || strscpy(fresh->module, module, sizeof(fresh->module)) < 0 ||
	    !fill(fresh))
		return;
	strreplace(fresh->module, '-', '_');
	list_add(&no_free_ptr(fresh)->list, &indexes);
}

/* --------------------------------------------------------------- looking up */

/**
 * kpe_module_index_find() - iterate over a module's functions of a name
 * @module: its name
 * @name: of the function
 * @fn: called for each until it returns non-0; must not sleep
 * @data: passed to @fn
 *
 * Context: kpe_mutex. Return: false if there is no index.
 */
bool kpe_module_index_find(const char *module, const char *name, kpe_function_fn *fn,
			   void *data)
{
	const struct index *index = find_index(module);
	u64 key = kpe_name_key(name, strlen(name), 0), place;
	const char *found;
	u32 i;

	lockdep_assert_held(&kpe_mutex);
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

/* kallsyms does not show all names. */
static bool is_shown(const char *name)
{
	return *name && *name != '$' && *name != '.';
}

static u64 start_of(const struct index *index, u32 i)
{
	return index->places[i] >> 32;
}

/* Does another function begin where this one does? */
static bool is_alias(const struct index *index, u32 i)
{
	return (i && start_of(index, i - 1) == start_of(index, i)) ||
	       (i + 1 < index->nr && start_of(index, i + 1) == start_of(index, i));
}

/* Context: RCU. */
static bool name_in(const struct index *index, u32 i, struct kpe_symbol *sym)
{
	const char *name;

	if (is_alias(index, i) || !is_valid(index))
		return false;
	name = index->table->strtab + (u32)index->places[i];
	return is_shown(name) && strscpy(sym->name, name, sizeof(sym->name)) > 0 &&
	       strscpy(sym->module, index->module, sizeof(sym->module)) > 0;
}

/* The only function that @addr is in, unless it is the last one. Context: RCU. */
static bool function_in(const struct index *index, unsigned long addr, struct kpe_symbol *sym)
{
	u64 place = addr - index->start;
	u32 i;

	if (addr < index->start || place >= U32_MAX)
		return false;
	i = kpe_name_first(index->places, index->nr, (place + 1) << 32);
	if (!i || i == index->nr)
		return false;
	sym->offset = place - start_of(index, i - 1);
	sym->size = start_of(index, i) - start_of(index, i - 1);
	return sym->size <= LONGEST && name_in(index, i - 1, sym);
}

/**
 * kpe_module_function() - find the function of a module that an address is in
 * @addr: any value; of a module, it is in text
 * @sym: filled
 *
 * Context: kpe_mutex. Return: false if there is none, or several, or no index tells.
 */
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

/* The only function that begins at @addr. Context: RCU. */
static bool entry_in(const struct index *index, unsigned long addr, struct kpe_symbol *sym)
{
	u64 place = addr - index->start;
	u32 i;

	if (addr < index->start || place > U32_MAX)
		return false;
	i = kpe_name_first(index->places, index->nr, place << 32);
	return i < index->nr && start_of(index, i) == place && name_in(index, i, sym);
}

/**
 * kpe_module_entry() - find the function of a module that begins at an address
 * @addr: any value
 * @sym: filled but for the size, which is 0
 *
 * Context: kpe_mutex. Return: false if there is none, or several, or no index tells.
 */
bool kpe_module_entry(unsigned long addr, struct kpe_symbol *sym)
{
	const struct index *index;

	lockdep_assert_held(&kpe_mutex);
	guard(kpe_modules)();
	sym->offset = 0;
	sym->size = 0;
	list_for_each_entry(index, &indexes, list)
		if (entry_in(index, addr, sym))
			return true;
	return false;
}

/**
 * kpe_module_index_forget() - free the index of a module
 * @module: its name; it comes or goes
 *
 * Context: kpe_mutex.
 */
void kpe_module_index_forget(const char *module)
{
	struct index *index = find_index(module);

	lockdep_assert_held(&kpe_mutex);
	if (index)
		forget(index);
}

/**
 * kpe_module_index_exit() - free all
 *
 * Context: module exit, or a failed init; kpe_mutex not held.
 */
void kpe_module_index_exit(void)
{
	kpe_idle_exit(&idle);
}
