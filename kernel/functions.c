// SPDX-License-Identifier: GPL-2.0
/*
 * Function names of vmlinux are not unique, and the kprobe core reports only the first.
 * So the text of vmlinux is walked once and indexed, eight bytes per function. A lookup calls
 * sprint_symbol() again. Of several names of an address, the walk sees the one that
 * sprint_symbol() returns; the kprobe core finds the others.
 *
 * The index is built in the background some seconds after the module is loaded. Until then
 * the kernel is asked for a few names, which is slower than the index but faster than
 * building it. For more names, or if the kernel does not tell, it is built on first use.
 */
#include <linux/glob.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/string.h>
#include <linux/vmalloc.h>
#include "arch/insn.h"
#include "compat/workqueue.h"
#include "kernel/functions.h"
#include "kernel/module_symbols.h"
#include "kernel/name_index.h"
#include "kernel/symbols.h"
#include "language/definition.h"
#include "model/locks.h"

#define KPE_GAP_STEP	16		/* bytes; no function is smaller */
#define KPE_INDEX_DELAY	(5 * HZ)	/* not needed if the module is unloaded at once */
#define KPE_FEW_NAMES	32		/* more take longer than the index */

/* The text of vmlinux */
static struct {
	unsigned long start;	/* _stext, 0 until it is looked up */
	unsigned long end;	/* _etext */
	u64 *index;		/* kpe_mutex; see name_index.h: offsets from @start; or NULL */
	unsigned int nr;	/* entries of @index */
} text;

struct kpe_found {
	const struct kpe_pattern *pattern;
	unsigned long *addrs;
	unsigned int max;	/* size of @addrs */
	unsigned int nr;	/* number found, may exceed @max */
	unsigned long alias;	/* a function that has it as a second name, or 0 */
};

struct kpe_index_maker {
	u64 *entries;
	unsigned int nr;	/* used entries */
	unsigned int room;	/* allocated entries */
};

static bool leaving;		/* stop building the index */
static unsigned int asked;	/* names that the kernel was asked for; kpe_mutex */

static bool find_text(void)
{
	return text.start ||
	       kpe_kernel_text("_stext", "_etext", &text.start, &text.end);
}

/*
 * Next address after @addr; always larger. A symbol that starts within the step is found
 * from inside. On many kernels half of the symbols name the padding before a function. No
 * function consists of so many nops.
 */
static unsigned long after_symbol(unsigned long addr, bool known,
				  const struct kpe_symbol *sym)
{
	if (!known || sym->size <= sym->offset)
		return ALIGN_DOWN(addr, KPE_GAP_STEP) + KPE_GAP_STEP;
	addr += sym->size - sym->offset;
	/* read as it is: the kernel's functions that copy may be probed, and there are many gaps */
	if (addr <= text.end - KPE_GAP_STEP && kpe_insn_is_filling((u8 *)addr, KPE_GAP_STEP))
		addr += KPE_GAP_STEP;
	return addr;
}

/* In order; ends if the task is killed */
static int walk_text(kpe_function_fn *fn, void *data)
{
	unsigned long addr, start, last = 0;
	struct kpe_symbol sym;
	bool known;
	int ret;

	if (!find_text())
		return -ENOENT;
	for (addr = text.start; addr < text.end; addr = after_symbol(addr, known, &sym)) {
		if (fatal_signal_pending(current))
			return -EINTR;
		cond_resched();
		known = kpe_symbol_at(addr, &sym);
		if (!known || sym.module[0])
			continue;
		start = addr - sym.offset;
		if (start < text.start || start <= last)
			continue;
		last = start;
		ret = fn(data, sym.name, start);
		if (ret)
			return ret;
	}
	return 0;
}

static int add_to_index(void *data, const char *name, unsigned long addr)
{
	struct kpe_index_maker *maker = data;

	if (READ_ONCE(leaving) || maker->nr == maker->room)
		return -EINTR;
	maker->entries[maker->nr++] = kpe_name_key(name, strlen(name), addr - text.start);
	return 0;
}

static bool have_index(void)
{
	const gfp_t flags = GFP_KERNEL | __GFP_RETRY_MAYFAIL | __GFP_NOWARN;
	struct kpe_index_maker maker = {};

	if (text.index)
		return true;
	if (!find_text())
		return false;
	maker.room = (text.end - text.start) / KPE_GAP_STEP;
	/* many megabytes for a moment; without them names are looked up in another way */
	maker.entries = kvmalloc_array(maker.room, sizeof(*maker.entries), flags);
	if (maker.entries && !walk_text(add_to_index, &maker) && maker.nr)
		text.index = kvmalloc_array(maker.nr, sizeof(*text.index), flags);
	if (text.index) {
		memcpy(text.index, maker.entries, maker.nr * sizeof(*text.index));
		kpe_name_sort(text.index, maker.nr);
		text.nr = maker.nr;
	}
	kvfree(maker.entries);
	return text.index;
}

static void make_index(struct work_struct *work)
{
	guard(kpe_model)();
	have_index();
}

static DECLARE_DELAYED_WORK(index_work, make_index);

static bool is_match(const struct kpe_pattern *pattern, const char *name)
{
	const char *suffix;

	switch (pattern->match) {
	case KPE_BY_GLOB:
		return !strstarts(name, KPE_PADDING_NAME) &&
		       glob_match(pattern->text, name);
	case KPE_BY_CLONE:
		suffix = name + str_has_prefix(name, pattern->text);
		/* a cold part does not contain the function's entry */
		return suffix > name && !strstr(suffix, ".cold") &&
		       (strstarts(suffix, ".isra.") || strstarts(suffix, ".part.") ||
			strstarts(suffix, ".constprop.") || strstarts(suffix, ".llvm."));
	default:
		return !strcmp(pattern->text, name);
	}
}

static void collect(struct kpe_found *found, unsigned long addr)
{
	if (found->nr < found->max)
		found->addrs[found->nr] = addr;
	found->nr++;
}

static int collect_matching(void *data, const char *name, unsigned long addr)
{
	struct kpe_found *found = data;

	if (is_match(found->pattern, name))
		collect(found, addr);
	return 0;
}

static void search_index(struct kpe_found *found)
{
	const char *name = found->pattern->text;
	u64 key = kpe_name_key(name, strlen(name), 0);
	struct kpe_symbol sym;
	unsigned long addr;
	unsigned int i;

	for (i = kpe_name_first(text.index, text.nr, key); i < text.nr; i++) {
		if (text.index[i] >> 32 != key >> 32)
			return;
		addr = text.start + (u32)text.index[i];
		if (kpe_symbol_at(addr, &sym) && !sym.offset)
			collect_matching(found, sym.name, addr);
	}
}

static int collect_named(void *data, unsigned long addr)
{
	struct kpe_found *found = data;
	struct kpe_symbol sym;

	if (addr < text.start || addr >= text.end)
		return 0;
	if (kpe_symbol_at(addr, &sym) && !sym.offset && is_match(found->pattern, sym.name))
		collect(found, addr);
	else
		found->alias = found->alias ?: addr;
	return 0;
}

static void sort_found(struct kpe_found *found)
{
	static_assert(sizeof(*found->addrs) == sizeof(u64));
	kpe_name_sort((u64 *)found->addrs, min(found->nr, found->max));
}

static void search_name(struct kpe_found *found)
{
	const char *name = found->pattern->text;

	if (!text.index && asked < KPE_FEW_NAMES &&
	    kpe_each_address(name, collect_named, found)) {
		asked++;
		sort_found(found);
	} else if (text.index || kpe_kernel_address(name)) {
		/* names that only modules have need no index, which is slow to build */
		if (have_index())
			search_index(found);
		else
			walk_text(collect_matching, found);
		if (!found->nr && !strchr(name, ':'))
			found->alias = kpe_kernel_address(name);
	}
	/* it may be the second name of a function that the walk finds by another one */
	if (!found->nr && found->alias >= text.start && found->alias < text.end)
		collect(found, found->alias);
}

static void search_modules(const char *module, struct kpe_found *found)
{
	const struct kpe_pattern *pattern = found->pattern;

	if (!*pattern->text)
		return;
	if (module)
		kpe_module_index_make(module);
	if (!module || pattern->match != KPE_BY_NAME ||
	    !kpe_module_index_find(module, pattern->text, collect_matching, found))
		kpe_walk_module_functions(module, collect_matching, found);
	sort_found(found);
}

/*
 * Find functions by name: of a module, of vmlinux (""), or of all modules (NULL). @addrs is
 * filled with up to @max start addresses, ascending.
 *
 * Without memory for the index, and for patterns, each call walks the text. Functions in the
 * kernel's init sections are not found, in those of a module until it is initialized. If a
 * name belongs to several functions, those that have it as a second name are not counted.
 *
 * Context: may sleep; kpe_mutex held.
 * Return: their number, may exceed @max; too small if the task was killed.
 */
unsigned int kpe_functions(const char *module, const struct kpe_pattern *pattern,
			   unsigned long *addrs, unsigned int max)
{
	struct kpe_found found = {
		.pattern = pattern, .addrs = addrs, .max = max,
	};

	lockdep_assert_held(&kpe_mutex);
	if (!module || *module)
		search_modules(module, &found);
	else if (find_text() && pattern->match == KPE_BY_NAME)
		search_name(&found);
	else
		walk_text(collect_matching, &found);
	return found.nr;
}

static int pass_name(void *data, const char *name, unsigned long addr)
{
	void (*fn)(const char *name) = data;

	fn(name);
	return 0;
}

/* @fn must not sleep. Context: may sleep; kpe_mutex held. */
void kpe_each_function(const struct kpe_scope *scope, void (*fn)(const char *name))
{
	char name[MODULE_NAME_LEN];
	unsigned int n;

	lockdep_assert_held(&kpe_mutex);
	if (scope->kind != KPE_IN_MODULE)
		walk_text(pass_name, fn);
	else
		kpe_walk_module_functions(scope->name, pass_name, fn);
	/* RCU waits for one module at most. */
	for (n = 0; scope->kind == KPE_ANYWHERE && kpe_module_name(n, name); n++) {
		kpe_walk_module_functions(name, pass_name, fn);
		cond_resched();
	}
}

/*
 * Find the symbol of an address in the text of vmlinux that is not freed, or of a module. At
 * the entry of a module's function, where it takes long, the size may be that of the space.
 *
 * Context: may sleep; kpe_mutex held. Return: false if there is none.
 */
bool kpe_text_at(unsigned long addr, struct kpe_symbol *sym)
{
	lockdep_assert_held(&kpe_mutex);
	if (kpe_module_function(addr, sym) && !sym->offset &&
	    !strstarts(sym->name, KPE_PADDING_NAME))
		return true;
	if (!kpe_symbol_at(addr, sym))
		return false;
	if (!*sym->module)
		return find_text() && addr >= text.start && addr < text.end;
	/* for the next one */
	kpe_module_index_make(sym->module);
	return kpe_is_module_text(sym, addr);
}

/* Of vmlinux' text. Context: may sleep; kpe_mutex held. Return: false if it is not known */
bool kpe_text_bounds(unsigned long *start, unsigned long *end)
{
	lockdep_assert_held(&kpe_mutex);
	if (!find_text())
		return false;
	*start = text.start;
	*end = text.end;
	return true;
}

/*
 * The same as kpe_symbol_at(), but the kernel takes long for an address of a large module,
 * where @addr is in text. Context: kpe_mutex. Return: false if no symbol covers @addr.
 */
bool kpe_function_at(unsigned long addr, struct kpe_symbol *sym)
{
	lockdep_assert_held(&kpe_mutex);
	return kpe_module_function(addr, sym) || kpe_symbol_at(addr, sym);
}

void kpe_functions_init(void)
{
	queue_delayed_work(kpe_workqueue(), &index_work, KPE_INDEX_DELAY);
}

/* Context: module exit, or a failed init; kpe_mutex not held. */
void kpe_functions_exit(void)
{
	WRITE_ONCE(leaving, true);
	cancel_delayed_work_sync(&index_work);
	kpe_module_index_exit();
	kvfree(text.index);
	memset(&text, 0, sizeof(text));
}
