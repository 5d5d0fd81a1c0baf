// SPDX-License-Identifier: GPL-2.0
/*
 * symbols - the kernel's names and addresses
 *
 * kallsyms is not exported. Exported are sprint_symbol(), from an address to a name;
 * register_kprobe(), which looks up a name; and the symbol tables of modules, in
 * struct module.
 *
 * Function names of vmlinux are not unique, and the kprobe core reports only the first.
 * So the text of vmlinux is walked once and indexed: hash of the name and offset from
 * the start of the text, eight bytes per function. Names are not stored; a lookup calls
 * sprint_symbol() again. Of several names of an address, the walk sees the one that
 * sprint_symbol() returns; the kprobe core finds the others.
 *
 * The index is built in the background some seconds after the module is loaded, or on
 * first use, and lives until kpe_symbols_exit(). kpe_mutex guards it.
 *
 * Modules' list and tables are read under RCU, which the removal of a module waits for.
 * Nothing of them is kept.
 */
#include <linux/cleanup.h>
#include <linux/glob.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/pgtable.h>
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sort.h>
#include <linux/static_call.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>
#include "compat/workqueue.h"
#include "kernel/name_index.h"
#include "kernel/symbols.h"
#include "language/definition.h"
#include "trace_kprobe.h"

#define KPE_GAP_STEP	16		/* bytes; no function is smaller */
#define KPE_NOP		0x90
#define KPE_INDEX_ROOM	32768		/* initial number of functions */
#define KPE_INDEX_DELAY	(5 * HZ)	/* not needed if the module is unloaded at once */

/**
 * struct kpe_text - text of vmlinux
 * @start: _stext, 0 until it is looked up
 * @end: _etext
 * @image: _text, 0 until it is looked up
 * @index: sorted; hash of a name above, offset from @start below; or NULL
 * @nr: entries of @index
 */
struct kpe_text {
	unsigned long start;
	unsigned long end;
	unsigned long image;
	u64 *index;
	unsigned int nr;
};

/**
 * struct kpe_found - result of a search
 * @pattern: pattern of the search
 * @addrs: addresses found
 * @max: size of @addrs
 * @nr: number found, may exceed @max
 */
struct kpe_found {
	const struct kpe_pattern *pattern;
	unsigned long *addrs;
	unsigned int max;
	unsigned int nr;
};

/**
 * struct kpe_index_maker - an index under construction
 * @entries: entries so far
 * @nr: used entries
 * @room: allocated entries
 */
struct kpe_index_maker {
	u64 *entries;
	unsigned int nr;
	unsigned int room;
};

/* Called for each function of a walk, until it returns non-0 */
typedef int kpe_function_fn(void *data, const char *name, unsigned long addr);

static struct kpe_text text;
static bool leaving;		/* stop building the index */

/* ----------------------------------------------- one address to its symbol */

/* Parse "NAME+0xOFFSET/0xSIZE"; the name is cut in place. */
static bool parse_position(char *str, struct kpe_symbol *sym)
{
	char *slash = strrchr(str, '/');
	char *plus;

	if (!slash)
		return false;
	*slash = '\0';
	plus = strrchr(str, '+');
	if (!plus)
		return false;
	*plus = '\0';
	if (kstrtoul(plus + 1, 16, &sym->offset) ||
	    kstrtoul(slash + 1, 16, &sym->size))
		return false;
	return strscpy(sym->name, str, sizeof(sym->name)) > 0;
}

/* Cut " [MODULE]" off, if it follows "NAME+0xOFFSET/0xSIZE" */
static void parse_module(char *str, struct kpe_symbol *sym)
{
	char *bracket = strstr(str, " [");

	sym->module[0] = '\0';
	if (!bracket)
		return;
	*bracket = '\0';
	bracket += 2;
	bracket[strcspn(bracket, " ]")] = '\0';
	strscpy(sym->module, bracket, sizeof(sym->module));
}

/**
 * kpe_symbol_at() - find the symbol of an address
 * @addr: any value
 * @sym: filled if there is one
 *
 * Does not access the memory at @addr.
 *
 * Context: process context; no locks needed.
 * Return: false if no symbol covers @addr.
 */
bool kpe_symbol_at(unsigned long addr, struct kpe_symbol *sym)
{
	char buf[KSYM_SYMBOL_LEN];

	sprint_symbol(buf, addr);
	parse_module(buf, sym);
	return parse_position(buf, sym);
}

/* ------------------------------------- name to address, by the kprobe core */

static bool in_module_area(unsigned long addr)
{
	return addr >= MODULES_VADDR && addr < MODULES_END;
}

/*
 * The core fills in the address even if it refuses the probe, as for data or blacklisted
 * text. One byte after the start is rarely an instruction, so mostly nothing is
 * registered. This saves a grace period, and keeps the core from decoding the function,
 * perhaps past the end of a module's text.
 */
static unsigned long lookup_by_kprobe(const char *name, unsigned int offset)
{
	struct kprobe kp = {
		.symbol_name = name,
		.offset = offset,
		.flags = KPROBE_FLAG_DISABLED,
	};

	if (!register_kprobe(&kp))
		unregister_kprobe(&kp);
	return kp.addr ? (unsigned long)kp.addr - offset : 0;
}

/**
 * kpe_try_kprobe() - check if the kprobe core accepts a probe
 * @addr: the address
 * @put: filled on success with the address of the probe; or NULL
 *
 * @addr must be code. If ftrace cannot trace the function, the core decodes it, perhaps
 * past the end of a module's text.
 *
 * Context: may sleep; waits for a grace period on success.
 * Return: 0; -EILSEQ if no instruction begins there, -EINVAL if a probe is not allowed,
 * another negative errno.
 */
int kpe_try_kprobe(unsigned long addr, unsigned long *put)
{
	struct kprobe kp = {
		.addr = (kprobe_opcode_t *)addr,
		.flags = KPROBE_FLAG_DISABLED,
	};
	int ret = register_kprobe(&kp);

	if (ret)
		return ret;
	unregister_kprobe(&kp);
	if (put)
		*put = (unsigned long)kp.addr;
	return 0;
}

/**
 * kpe_kernel_address() - find the address of a symbol
 * @name: name of a function or variable of vmlinux, or "MODULE:NAME"
 *
 * Any of several symbols with this name is taken. Variables need CONFIG_KALLSYMS_ALL;
 * per-CPU variables are not found. The memory may be freed (init sections), so do not
 * dereference it.
 *
 * Context: may sleep. Not within a kprobe handler or the module notifier's
 * atomic parts.
 * Return: start of the symbol, 0 if there is none.
 */
unsigned long kpe_kernel_address(const char *name)
{
	struct kpe_symbol sym;
	unsigned long addr;

	if (!*name)
		return 0;
	addr = lookup_by_kprobe(name, 1);
	if (!addr)
		return 0;
	/* A plain name may be found in a module. */
	if (in_module_area(addr) && !strchr(name, ':'))
		return 0;
	if (kpe_symbol_at(addr, &sym))
		addr -= sym.offset;
	return addr;
}

/**
 * kpe_kernel_function() - find a function in order to call it
 * @name: name of a function of vmlinux
 *
 * The symbol must be exactly this function. It may not allow an indirect call: use a
 * static call.
 *
 * Context: may sleep. Return: its address, 0 if there is none.
 */
unsigned long kpe_kernel_function(const char *name)
{
	unsigned long addr = kpe_kernel_address(name);
	struct kpe_symbol sym;

	if (!addr || !kpe_symbol_at(addr, &sym) || sym.offset || *sym.module ||
	    strcmp(sym.name, name))
		return 0;
	return addr;
}

/* If the blacklist cannot be asked, no function may be probed. */
static bool blacklist_unknown(unsigned long addr)
{
	return true;
}

DEFINE_STATIC_CALL(kpe_in_blacklist, blacklist_unknown);

/**
 * kpe_may_probe() - does the kernel's blacklist allow a probe of a function
 * @function: start of a function of vmlinux
 *
 * Calls the function that the kprobe core uses, which is not exported.
 *
 * Context: may sleep; kpe_mutex held. Return: true if it does; false if not, or if
 * unknown.
 */
bool kpe_may_probe(unsigned long function)
{
	static bool is_looked_up;
	bool (*fn)(unsigned long addr);

	lockdep_assert_held(&kpe_mutex);
	if (!is_looked_up) {
		fn = (void *)kpe_kernel_function("within_kprobe_blacklist");
		if (fn)
			static_call_update(kpe_in_blacklist, fn);
		is_looked_up = true;
	}
	return !static_call(kpe_in_blacklist)(function);
}

/* ---------------------------------------------------- functions of vmlinux */

static bool find_text(void)
{
	if (text.start)
		return true;
	/* It may be the last symbol, with nothing after its start. */
	text.end = lookup_by_kprobe("_etext", 0);
	if (!text.end)
		return false;
	text.start = kpe_kernel_address("_stext");
	return text.start;
}

/*
 * On many kernels half of the symbols name the padding before a function. No function
 * consists of so many nops.
 */
static bool is_padding(unsigned long addr)
{
	u8 code[KPE_GAP_STEP];

	return !copy_from_kernel_nofault(code, (void *)addr, sizeof(code)) &&
	       !memchr_inv(code, KPE_NOP, sizeof(code));
}

/*
 * Next address after @addr; always larger. A symbol that starts within the step is found
 * from inside.
 */
static unsigned long after_symbol(unsigned long addr, bool known,
				  const struct kpe_symbol *sym)
{
	if (known && sym->size > sym->offset) {
		addr += sym->size - sym->offset;
		return is_padding(addr) ? addr + KPE_GAP_STEP : addr;
	}
	return ALIGN_DOWN(addr, KPE_GAP_STEP) + KPE_GAP_STEP;
}

/* Walk the text of vmlinux, in order; ends if the task is killed */
static int walk_text(kpe_function_fn *fn, void *data)
{
	unsigned long addr, start, last = 0;
	struct kpe_symbol sym;
	bool known;
	int ret;

	if (!find_text())
		return -ENOENT;
	for (addr = text.start; addr < text.end;
	     addr = after_symbol(addr, known, &sym)) {
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

/* Also shrinks. Nothing changes if there is no memory. */
static int resize_index(struct kpe_index_maker *maker, unsigned int room)
{
	u64 *entries = vmalloc(array_size(room, sizeof(*entries)));

	if (!entries)
		return -ENOMEM;
	if (maker->nr)
		memcpy(entries, maker->entries, maker->nr * sizeof(*entries));
	vfree(maker->entries);
	maker->entries = entries;
	maker->room = room;
	return 0;
}

static int add_to_index(void *data, const char *name, unsigned long addr)
{
	struct kpe_index_maker *maker = data;
	int ret;

	if (READ_ONCE(leaving))
		return -EINTR;
	if (maker->nr == maker->room) {
		ret = resize_index(maker, max(maker->room * 2,
					      (unsigned int)KPE_INDEX_ROOM));
		if (ret)
			return ret;
	}
	maker->entries[maker->nr++] = kpe_name_key(name, strlen(name),
						   addr - text.start);
	return 0;
}

static bool have_index(void)
{
	struct kpe_index_maker maker = {};

	if (text.index)
		return true;
	if (walk_text(add_to_index, &maker) || !maker.nr) {
		vfree(maker.entries);
		return false;
	}
	resize_index(&maker, maker.nr);
	kpe_name_sort(maker.entries, maker.nr);
	text.index = maker.entries;
	text.nr = maker.nr;
	return true;
}

static void make_index(struct work_struct *work)
{
	mutex_lock(&kpe_mutex);
	have_index();
	mutex_unlock(&kpe_mutex);
}

static DECLARE_DELAYED_WORK(index_work, make_index);

/* A cold part does not contain the function's entry. */
static bool is_clone_suffix(const char *suffix)
{
	return (strstarts(suffix, ".isra.") || strstarts(suffix, ".part.") ||
		strstarts(suffix, ".constprop.") ||
		strstarts(suffix, ".llvm.")) && !strstr(suffix, ".cold");
}

static bool matches(const struct kpe_pattern *pattern, const char *name)
{
	size_t len;

	switch (pattern->match) {
	case KPE_BY_GLOB:
		return !strstarts(name, KPE_PADDING_NAME) &&
		       glob_match(pattern->text, name);
	case KPE_BY_CLONE:
		len = str_has_prefix(name, pattern->text);
		return len && is_clone_suffix(name + len);
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

	if (matches(found->pattern, name))
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

/* Find second names of functions that the walk finds by another name */
static void search_aliases(struct kpe_found *found)
{
	unsigned long addr = kpe_kernel_address(found->pattern->text);

	if (addr >= text.start && addr < text.end)
		collect(found, addr);
}

static void search_name(struct kpe_found *found)
{
	const char *name = found->pattern->text;

	/* Names that only modules have need no index, which is slow to build. */
	if (!text.index && !kpe_kernel_address(name))
		return;
	if (have_index())
		search_index(found);
	else
		walk_text(collect_matching, found);
	if (!found->nr && !strchr(name, ':'))
		search_aliases(found);
}

static void search_kernel(struct kpe_found *found)
{
	if (!find_text())
		return;
	if (found->pattern->match == KPE_BY_NAME)
		search_name(found);
	else
		walk_text(collect_matching, found);
}

/* ----------------------------------------------------------------- modules */

/*
 * Protects the list of modules and their tables. sparse does not see where a guard ends.
 */
DEFINE_LOCK_GUARD_0(kpe_modules,
		    do { rcu_read_lock(); __release(RCU); } while (0),
		    rcu_read_unlock())

/*
 * The list of modules is a ring that contains this module; its head is the only node
 * that is no module.
 */
static struct module *next_module(struct module *mod)
{
	struct list_head *pos = rcu_dereference(list_next_rcu(&mod->list));

	if (!in_module_area((unsigned long)pos))
		pos = rcu_dereference(list_next_rcu(pos));
	return list_entry(pos, struct module, list);
}

/* Is a module's symbol table complete, and the module not being unloaded? */
static bool is_usable(const struct module *mod)
{
	enum module_state state = READ_ONCE(mod->state);

	return state == MODULE_STATE_LIVE || state == MODULE_STATE_COMING;
}

/* Users may write '-' for '_', as in the name of the module's file. */
static bool has_name(const struct module *mod, const char *name)
{
	const char *p = mod->name;

	for (; *name; name++, p++) {
		if (*p != (*name == '-' ? '_' : *name))
			return false;
	}
	return !*p;
}

/*
 * First usable module from @mod on, of this name unless it is NULL; NULL at the end of
 * the list, which begins and ends with this module.
 */
static struct module *match_module(struct module *mod, const char *name)
{
	do {
		if (is_usable(mod) && (!name || has_name(mod, name)))
			return mod;
		mod = next_module(mod);
	} while (mod != THIS_MODULE);
	return NULL;
}

static struct module *usable_module(const char *name)
{
	return match_module(THIS_MODULE, name);
}

static struct module *next_match(struct module *mod, const char *name)
{
	mod = next_module(mod);
	return mod == THIS_MODULE ? NULL : match_module(mod, name);
}

/**
 * struct kpe_module_walk - iterate over symbols of modules
 * @module: module; NULL: all
 * @mod: module of the current symbol; NULL at first
 * @i: number of the symbol
 * @name: name of the symbol
 * @type: as in nm(1)
 * @sym: the symbol
 */
struct kpe_module_walk {
	const char *module;
	struct module *mod;
	unsigned int i;
	const char *name;
	char type;
	const Elf_Sym *sym;
};

/* Return: false at the end */
static bool next_symbol(struct kpe_module_walk *walk)
{
	const struct mod_kallsyms *table;

	if (!walk->mod)
		walk->mod = usable_module(walk->module);
	for (; walk->mod; walk->mod = next_match(walk->mod, walk->module)) {
		table = rcu_dereference(walk->mod->kallsyms);
		while (++walk->i < table->num_symtab) {
			walk->sym = &table->symtab[walk->i];
			walk->name = table->strtab + walk->sym->st_name;
			walk->type = table->typetab[walk->i];
			if (walk->sym->st_shndx != SHN_UNDEF)
				return true;
		}
		walk->i = 0;
	}
	return false;
}

static bool is_function(const struct kpe_module_walk *walk)
{
	return walk->type && strchr("tTwW", walk->type);
}

static void walk_modules(const char *module, kpe_function_fn *fn, void *data)
{
	struct kpe_module_walk walk = { .module = module };

	guard(kpe_modules)();
	while (next_symbol(&walk))
		if (is_function(&walk) &&
		    fn(data, walk.name, walk.sym->st_value))
			return;
}

static int compare_addresses(const void *a, const void *b)
{
	unsigned long x = *(const unsigned long *)a;
	unsigned long y = *(const unsigned long *)b;

	return x < y ? -1 : x > y;
}

static void search_modules(const char *module, struct kpe_found *found)
{
	if (!*found->pattern->text)
		return;
	walk_modules(module, collect_matching, found);
	sort(found->addrs, min(found->nr, found->max), sizeof(*found->addrs),
	     compare_addresses, NULL);
}

/**
 * kpe_functions() - find functions by name
 * @module: module; "" is vmlinux, NULL all modules
 * @pattern: names
 * @addrs: filled with start addresses, ascending
 * @max: size of @addrs; may be 0
 *
 * The first call for a name of the kernel builds the index in some tens of milliseconds.
 * Without memory for it, and for patterns, each call walks the text. Functions in the
 * kernel's init sections are not found. If a name belongs to several functions, those
 * that have it as a second name are not counted.
 *
 * Functions in a module's init sections are found until it is initialized. The module
 * may be unloaded right after the call.
 *
 * Context: may sleep; kpe_mutex held.
 * Return: their number, may exceed @max; too small if the task was killed.
 */
unsigned int kpe_functions(const char *module,
			   const struct kpe_pattern *pattern,
			   unsigned long *addrs, unsigned int max)
{
	struct kpe_found found = {
		.pattern = pattern, .addrs = addrs, .max = max,
	};

	lockdep_assert_held(&kpe_mutex);
	if (module && !*module)
		search_kernel(&found);
	else
		search_modules(module, &found);
	return found.nr;
}

static int pass_name(void *data, const char *name, unsigned long addr)
{
	void (*fn)(const char *name) = data;

	fn(name);
	return 0;
}

/**
 * kpe_each_function() - iterate over the names of all functions
 * @module: module or "vmlinux"; NULL: all
 * @fn: called for each; must not sleep
 *
 * Context: may sleep; kpe_mutex held.
 */
void kpe_each_function(const char *module, void (*fn)(const char *name))
{
	bool in_kernel = module && !strcmp(module, KPE_KERNEL_NAME);

	lockdep_assert_held(&kpe_mutex);
	if (!module || in_kernel)
		walk_text(pass_name, fn);
	if (!in_kernel)
		walk_modules(module, pass_name, fn);
}

/**
 * kpe_module_live() - is a module loaded and initialized
 * @module: its name; '-' and '_' are the same
 *
 * Context: any process context.
 * Return: false until its init function has returned, and once its removal begins.
 */
bool kpe_module_live(const char *module)
{
	const struct module *mod;

	guard(kpe_modules)();
	mod = usable_module(module);
	return mod && READ_ONCE(mod->state) == MODULE_STATE_LIVE;
}

/**
 * kpe_in_module_init() - is an address in a module's init memory
 * @module: name of the module
 * @addr: address in the module
 *
 * Context: any process context. Return: true if it is.
 */
bool kpe_in_module_init(const char *module, unsigned long addr)
{
	const struct module *mod;

	guard(kpe_modules)();
	mod = usable_module(module);
	return mod && within_module_init(addr, mod);
}

/**
 * kpe_module_get() - get a reference on a module
 * @name: its name; '-' and '_' are the same
 *
 * Context: any process context. Return: the module, to be released soon with
 * module_put(), because it cannot be removed until then; NULL if it is not loaded or is
 * being unloaded.
 */
struct module *kpe_module_get(const char *name)
{
	struct module *mod;

	guard(kpe_modules)();
	mod = usable_module(name);
	return mod && try_module_get(mod) ? mod : NULL;
}

/**
 * kpe_module_name() - name of the n-th loaded module
 * @n: index from 0, in no stable order
 * @name: filled, MODULE_NAME_LEN bytes
 *
 * Context: any process context. Return: false if there is none.
 */
bool kpe_module_name(unsigned int n, char *name)
{
	struct module *mod;

	guard(kpe_modules)();
	mod = usable_module(NULL);
	while (mod && n--)
		mod = next_match(mod, NULL);
	if (mod)
		strscpy(name, mod->name, MODULE_NAME_LEN);
	return mod;
}

static bool is_percpu(const struct kpe_module_walk *walk)
{
#ifdef CONFIG_SMP
	unsigned long start = (unsigned long)walk->mod->percpu;

	return walk->sym->st_value >= start &&
	       walk->sym->st_value - start < walk->mod->percpu_size;
#else
	return false;
#endif
}

/**
 * kpe_module_percpu() - address of a module's per-CPU variable
 * @module: module; NULL: all
 * @name: name of the variable
 * @addr: filled; what this_cpu_ptr() takes
 *
 * Context: any process context. Return: false if there is none.
 */
bool kpe_module_percpu(const char *module, const char *name, unsigned long *addr)
{
	struct kpe_module_walk walk = { .module = module };

	guard(kpe_modules)();
	while (next_symbol(&walk)) {
		*addr = walk.sym->st_value;
		if (is_percpu(&walk) && !strcmp(walk.name, name))
			return true;
	}
	return false;
}

/**
 * kpe_data_address() - address of a variable or function
 * @module: module; NULL: vmlinux, then all modules
 * @name: name of the symbol
 *
 * As for kpe_kernel_address(), any of several is taken, variables need
 * CONFIG_KALLSYMS_ALL, and the memory may be freed.
 *
 * Context: may sleep; kpe_mutex held.
 * Return: start of the symbol, 0 if there is none.
 */
unsigned long kpe_data_address(const char *module, const char *name)
{
	struct kpe_module_walk walk = { .module = module };
	unsigned long addr = 0;

	lockdep_assert_held(&kpe_mutex);
	if (!*name)
		return 0;
	if (!module && !strchr(name, ':'))
		addr = kpe_kernel_address(name);
	guard(kpe_modules)();
	/* Absolute and per-CPU values ('a') are not addresses. */
	while (!addr && next_symbol(&walk))
		if (walk.type != 'a' && !strcmp(walk.name, name))
			addr = walk.sym->st_value;
	return addr;
}

/*
 * Not all kernels tell the bounds of a module's text, so check its functions. The last
 * function before a gap does not extend over the gap, as kallsyms says.
 */
static bool is_module_text(const struct kpe_symbol *sym, unsigned long addr)
{
	struct kpe_module_walk walk = { .module = sym->module };

	guard(kpe_modules)();
	while (next_symbol(&walk))
		if (is_function(&walk) &&
		    walk.sym->st_value == addr - sym->offset &&
		    (sym->offset < walk.sym->st_size || !walk.sym->st_size))
			return true;
	return false;
}

/**
 * kpe_is_text() - is an address in kernel text
 * @addr: the address
 * @sym: symbol of @addr, from kpe_symbol_at()
 *
 * Context: may sleep; kpe_mutex held.
 * Return: true for functions of vmlinux that are not freed, and of modules.
 */
bool kpe_is_text(unsigned long addr, const struct kpe_symbol *sym)
{
	lockdep_assert_held(&kpe_mutex);
	if (*sym->module)
		return is_module_text(sym, addr);
	return find_text() && addr >= text.start && addr < text.end;
}

/**
 * kpe_is_freed() - is an address in the kernel's freed init text
 * @addr: the address
 *
 * Context: may sleep; kpe_mutex held. Return: true if it is.
 */
bool kpe_is_freed(unsigned long addr)
{
	unsigned long end = lookup_by_kprobe("_einittext", 0);

	lockdep_assert_held(&kpe_mutex);
	return end && addr < end && addr >= lookup_by_kprobe("_sinittext", 0);
}

/**
 * kpe_text_start() - start of the kernel's image
 *
 * Context: may sleep; kpe_mutex held. Return: the address of _text, 0 if unknown.
 */
unsigned long kpe_text_start(void)
{
	lockdep_assert_held(&kpe_mutex);
	if (!text.image)
		text.image = lookup_by_kprobe("_text", 0);
	return text.image;
}

/**
 * kpe_text_offset() - offset of an address in the image of vmlinux
 * @addr: the address
 *
 * Context: may sleep; kpe_mutex held. Return: bytes from _text, the same with every
 * boot.
 */
unsigned long kpe_text_offset(unsigned long addr)
{
	lockdep_assert_held(&kpe_mutex);
	return addr - kpe_text_start();
}

/**
 * kpe_image_offset() - is an address in the image of vmlinux
 * @addr: any value
 * @offset: filled; bytes from _text
 *
 * Nothing else is mapped between the image and the modules.
 *
 * Context: may sleep; kpe_mutex held. Return: true if it is.
 */
bool kpe_image_offset(unsigned long addr, unsigned long *offset)
{
	unsigned long start;

	lockdep_assert_held(&kpe_mutex);
	start = kpe_text_start();
	*offset = addr - start;
	return start && addr >= start && addr < MODULES_VADDR;
}

/* ---------------------------------------------------------------- lifetime */

/**
 * kpe_symbols_init() - schedule building the index
 *
 * Context: module init.
 */
void kpe_symbols_init(void)
{
	queue_delayed_work(kpe_workqueue(), &index_work, KPE_INDEX_DELAY);
}

/**
 * kpe_symbols_exit() - free the index
 *
 * Context: module exit, or a failed init; kpe_mutex not held.
 */
void kpe_symbols_exit(void)
{
	WRITE_ONCE(leaving, true);
	cancel_delayed_work_sync(&index_work);
	vfree(text.index);
	memset(&text, 0, sizeof(text));
}
