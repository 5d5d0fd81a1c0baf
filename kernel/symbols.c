// SPDX-License-Identifier: GPL-2.0
/*
 * symbols - the kernel's names and addresses
 *
 * kallsyms is not exported. What is: sprint_symbol(), from an address to a
 * name; register_kprobe(), which looks a name up for us; and the symbol tables
 * of modules, which are part of the public struct module.
 *
 * Names of functions of the kernel proper are not unique, and the kprobe core
 * reports the first only. So the kernel's text is walked once, symbol by
 * symbol, and an index is kept: hash of the name and offset from the start of
 * the text, eight bytes per function. Names are not stored; a look-up asks
 * sprint_symbol() again. Of several names at one address the walk sees the
 * one that sprint_symbol() prefers; the others are found by the kprobe core.
 *
 * The index is made in the background some seconds after the module is loaded,
 * or at the first need if that comes before, and lives until kpe_symbols_exit();
 * the kernel's text does not change. kpe_mutex guards it.
 *
 * Modules come and go at any time. Their list and tables are read under RCU,
 * which a module's removal waits for, and nothing of them is kept.
 */
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
#define KPE_INDEX_ROOM	32768		/* functions, to begin with */
#define KPE_INDEX_DELAY	(5 * HZ)	/* who goes at once does not need it */

/**
 * struct kpe_text - text of the kernel proper
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
 * struct kpe_found - places whose names match
 * @pattern: looked for
 * @addrs: room for @max of them
 * @max: see @addrs
 * @nr: found, may exceed @max
 */
struct kpe_found {
	const struct kpe_pattern *pattern;
	unsigned long *addrs;
	unsigned int max;
	unsigned int nr;
};

/**
 * struct kpe_index_maker - an index while it grows
 * @entries: so far
 * @nr: used entries
 * @room: allocated entries
 */
struct kpe_index_maker {
	u64 *entries;
	unsigned int nr;
	unsigned int room;
};

typedef int kpe_text_fn(void *data, const struct kpe_symbol *sym,
			unsigned long addr);

static struct kpe_text text;
static bool leaving;		/* the index is not needed any more */

/* ----------------------------------------------- one address to its symbol */

/* "NAME+0xOFFSET/0xSIZE", cut in place. */
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

/* What follows "NAME+0xOFFSET/0xSIZE": nothing or " [MODULE]"; cut off. */
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
 * kpe_symbol_at() - which symbol covers an address
 * @addr: any value
 * @sym: filled if there is one
 *
 * Does not touch the memory at @addr.
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

static bool starts_symbol(unsigned long addr, struct kpe_symbol *sym)
{
	return kpe_symbol_at(addr, sym) && !sym->offset;
}

/* --------------------- one name to its address, as the kprobe core sees it */

static bool in_module_area(unsigned long addr)
{
	return addr >= MODULES_VADDR && addr < MODULES_END;
}

/*
 * The address is filled in before it is judged: data, and text that must not
 * be probed, are refused but found. One byte behind the start is hardly ever
 * an instruction, so mostly nothing is registered: that saves a grace period,
 * and keeps the core from decoding the function, which runs off the end of a
 * module's text if the function is the last one there.
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
 * kpe_try_kprobe() - what the kprobe core says of a probe at an address
 * @addr: the address
 * @put: filled if it takes the probe: where it has put it; or NULL
 *
 * To be asked only where code is: it decodes the function, and may run off the
 * end of a module's text if ftrace cannot trace it.
 *
 * Context: may sleep; waits for a grace period if the probe is taken.
 * Return: 0; -EILSEQ if no instruction begins there, -EINVAL if it is not
 * allowed, another negative errno.
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
 * kpe_kernel_address() - where a symbol is
 * @name: of a function or variable of the kernel proper, or "MODULE:NAME"
 *
 * Of several symbols with this name one is taken. Variables are found if the
 * kernel has CONFIG_KALLSYMS_ALL; per-CPU ones never are. The memory there may
 * be gone (init sections): do not dereference it.
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
	/* A plain name may be a module's; that is not what was asked for. */
	if (in_module_area(addr) && !strchr(name, ':'))
		return 0;
	if (kpe_symbol_at(addr, &sym))
		addr -= sym.offset;
	return addr;
}

/**
 * kpe_kernel_function() - where a function is that is to be called
 * @name: of a function of the kernel proper
 *
 * Only the very function will do: what lies elsewhere must not be called. Its
 * first instruction need not allow an indirect call: use a static call.
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

/* Without the kernel's own answer no function may be taken for probeable. */
static bool blacklist_unknown(unsigned long addr)
{
	return true;
}

DEFINE_STATIC_CALL(kpe_in_blacklist, blacklist_unknown);

/**
 * kpe_may_probe() - does the kernel's blacklist allow a probe of a function
 * @function: its start; of the kernel proper
 *
 * What the kprobe core asks, among other things. It is not exported, and looked
 * up at the first call.
 *
 * Context: may sleep; kpe_mutex held. Return: true if it does; false if not, or
 * if that is not known.
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

/* ------------------------------------------ functions of the kernel proper */

static bool find_text(void)
{
	if (text.start)
		return true;
	/* It may be the last symbol of all, with nothing behind its start. */
	text.end = lookup_by_kprobe("_etext", 0);
	if (!text.end)
		return false;
	text.start = kpe_kernel_address("_stext");
	return text.start;
}

/*
 * On many kernels half of the symbols are names of the padding before each
 * function. No function consists of a step's worth of nops.
 */
static bool is_padding(unsigned long addr)
{
	u8 code[KPE_GAP_STEP];

	return !copy_from_kernel_nofault(code, (void *)addr, sizeof(code)) &&
	       !memchr_inv(code, KPE_NOP, sizeof(code));
}

/*
 * Where to look after @addr. Whatever sprint_symbol() says, this is ahead: a
 * symbol that starts within the step is met again from inside.
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

/*
 * Calls @fn for each symbol of the text, in order, until it returns non-0 or the task
 * is killed.
 */
static int walk_text(kpe_text_fn *fn, void *data)
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
		ret = fn(data, &sym, start);
		if (ret)
			return ret;
	}
	return 0;
}

/* Also shrinks. Leaves everything as it is if there is no memory. */
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

static int add_to_index(void *data, const struct kpe_symbol *sym,
			unsigned long addr)
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
	maker->entries[maker->nr++] = kpe_name_key(sym->name, strlen(sym->name),
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

/* The entry is not in what the compiler moved out as unlikely. */
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

static int collect_matching(void *data, const struct kpe_symbol *sym,
			    unsigned long addr)
{
	struct kpe_found *found = data;

	if (matches(found->pattern, sym->name))
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
		if (starts_symbol(addr, &sym))
			collect_matching(found, &sym, addr);
	}
}

/* A second name of a function that the walk knows by another name. */
static void search_aliases(struct kpe_found *found)
{
	unsigned long addr = kpe_kernel_address(found->pattern->text);

	if (addr >= text.start && addr < text.end)
		collect(found, addr);
}

static void search_name(struct kpe_found *found)
{
	const char *name = found->pattern->text;

	/* What only modules have needs no index, which takes its time to make. */
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
 * The list of modules is a ring that we are in, too; its head is the one node
 * that does not lie in a module. Called under RCU.
 */
static struct module *next_module(struct module *mod)
{
	struct list_head *pos = rcu_dereference(list_next_rcu(&mod->list));

	if (!in_module_area((unsigned long)pos))
		pos = rcu_dereference(list_next_rcu(pos));
	return list_entry(pos, struct module, list);
}

/* Has its symbols and is not about to go. */
static bool is_usable(const struct module *mod)
{
	enum module_state state = READ_ONCE(mod->state);

	return state == MODULE_STATE_LIVE || state == MODULE_STATE_COMING;
}

/* People write a module's name as its file's: with '-' for '_'. */
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
 * The first usable module from @mod on, of this name unless it is NULL; NULL
 * at the end of the round, which begins and ends with ourselves.
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

static struct module *next_match(struct module *mod, const char *name)
{
	mod = next_module(mod);
	return mod == THIS_MODULE ? NULL : match_module(mod, name);
}

/**
 * struct kpe_module_walk - from symbol to symbol of modules, under RCU
 * @module: whose symbols; NULL: of all modules
 * @mod: whose symbol was reached; NULL at first
 * @i: its number
 * @name: its name
 * @type: as nm(1) has it
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

/* Return: false if there are no more. */
static bool next_symbol(struct kpe_module_walk *walk)
{
	const struct mod_kallsyms *table;

	if (!walk->mod)
		walk->mod = match_module(THIS_MODULE, walk->module);
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

static int compare_addresses(const void *a, const void *b)
{
	unsigned long x = *(const unsigned long *)a;
	unsigned long y = *(const unsigned long *)b;

	return x < y ? -1 : x > y;
}

static void search_modules(const char *module, struct kpe_found *found)
{
	struct kpe_module_walk walk = { .module = module };

	if (!*found->pattern->text)
		return;
	rcu_read_lock();
	while (next_symbol(&walk))
		if (is_function(&walk) && matches(found->pattern, walk.name))
			collect(found, walk.sym->st_value);
	rcu_read_unlock();
	sort(found->addrs, min(found->nr, found->max), sizeof(*found->addrs),
	     compare_addresses, NULL);
}

/**
 * kpe_functions() - functions by their names
 * @module: to look in; "" is the kernel proper, NULL looks in all modules
 * @pattern: which
 * @addrs: filled with their starts, ascending
 * @max: room in @addrs; may be 0
 *
 * If there is no index yet, the first call for a name that the kernel has makes
 * it, a matter of tens of milliseconds. Without memory for it, and for what is no
 * name, each call walks the text instead. Functions in the kernel's init sections are
 * not found. If a name belongs to several functions, those where it is only a second
 * name are not counted.
 *
 * Functions in a module's init sections are found while it is being
 * initialised. Nothing keeps the module from going right afterwards.
 *
 * Context: may sleep; kpe_mutex held.
 * Return: how many there are; may exceed @max. Too few if the task has been killed.
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

static int pass_name(void *data, const struct kpe_symbol *sym,
		     unsigned long addr)
{
	void (*fn)(const char *name) = data;

	fn(sym->name);
	return 0;
}

/**
 * kpe_each_function() - look at the names of all functions
 * @module: of this module only, which may be "vmlinux"; NULL: of all
 * @fn: called for each; must not sleep
 *
 * Context: may sleep; kpe_mutex held.
 */
void kpe_each_function(const char *module, void (*fn)(const char *name))
{
	bool in_kernel = module && !strcmp(module, KPE_KERNEL_NAME);
	struct kpe_module_walk walk = { .module = module };

	lockdep_assert_held(&kpe_mutex);
	if (!module || in_kernel)
		walk_text(pass_name, fn);
	if (in_kernel)
		return;
	rcu_read_lock();
	while (next_symbol(&walk))
		if (is_function(&walk))
			fn(walk.name);
	rcu_read_unlock();
}

/**
 * kpe_module_live() - is a module loaded, and done with being loaded
 * @module: its name, '-' and '_' are the same
 *
 * Context: any process context.
 * Return: false from its first moment until its init function has returned,
 * and again as soon as it starts to go.
 */
bool kpe_module_live(const char *module)
{
	const struct module *mod;
	bool live;

	rcu_read_lock();
	mod = match_module(THIS_MODULE, module);
	live = mod && READ_ONCE(mod->state) == MODULE_STATE_LIVE;
	rcu_read_unlock();
	return live;
}

/**
 * kpe_in_module_init() - will memory of a module go when it is initialised
 * @module: its name
 * @addr: in it
 *
 * Context: any process context. Return: true if it will.
 */
bool kpe_in_module_init(const char *module, unsigned long addr)
{
	const struct module *mod;
	bool is_init;

	rcu_read_lock();
	mod = match_module(THIS_MODULE, module);
	is_init = mod && within_module_init(addr, mod);
	rcu_read_unlock();
	return is_init;
}

/**
 * kpe_module_get() - keep a module from leaving, for a moment
 * @name: its name, '-' and '_' are the same
 *
 * Context: any process context. Return: the module, to be given back with
 * module_put() soon, for its removal is refused meanwhile; NULL if it is not
 * there or on its way out.
 */
struct module *kpe_module_get(const char *name)
{
	struct module *mod;

	rcu_read_lock();
	mod = match_module(THIS_MODULE, name);
	if (mod && !try_module_get(mod))
		mod = NULL;
	rcu_read_unlock();
	return mod;
}

/**
 * kpe_module_name() - the name of one of the modules that are loaded
 * @n: which, from 0, in no order that one could rely on
 * @name: filled, MODULE_NAME_LEN bytes
 *
 * Context: any process context. Return: false if there are no more than @n.
 */
bool kpe_module_name(unsigned int n, char *name)
{
	struct module *mod;

	rcu_read_lock();
	mod = match_module(THIS_MODULE, NULL);
	while (mod && n--)
		mod = next_match(mod, NULL);
	if (mod)
		strscpy(name, mod->name, MODULE_NAME_LEN);
	rcu_read_unlock();
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
 * kpe_module_percpu() - where a per-CPU variable of a module is
 * @module: to look in; NULL looks in all that are loaded
 * @name: of the variable
 * @addr: filled; what this_cpu_ptr() takes
 *
 * Context: any process context. Return: false if no module has one so named.
 */
bool kpe_module_percpu(const char *module, const char *name, unsigned long *addr)
{
	struct kpe_module_walk walk = { .module = module };
	bool found = false;

	rcu_read_lock();
	while (!found && next_symbol(&walk)) {
		found = is_percpu(&walk) && !strcmp(walk.name, name);
		*addr = walk.sym->st_value;
	}
	rcu_read_unlock();
	return found;
}

/**
 * kpe_data_address() - where a variable or function is
 * @module: to look in; NULL looks in the kernel proper, then in all modules
 * @name: of the symbol
 *
 * As kpe_kernel_address(): the first of several, variables only with
 * CONFIG_KALLSYMS_ALL, and no promise that the memory is still there.
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
	if (addr)
		return addr;
	rcu_read_lock();
	/* Absolute and per-CPU values ('a') are no addresses. */
	while (!addr && next_symbol(&walk))
		if (walk.type != 'a' && !strcmp(walk.name, name))
			addr = walk.sym->st_value;
	rcu_read_unlock();
	return addr;
}

/*
 * The text of a module has no bounds that all kernels tell; its functions do.
 * What kallsyms takes for the rest of the last one before a gap is none.
 */
static bool is_module_text(const struct kpe_symbol *sym, unsigned long addr)
{
	struct kpe_module_walk walk = { .module = sym->module };
	bool found = false;

	rcu_read_lock();
	while (!found && next_symbol(&walk))
		found = is_function(&walk) &&
			walk.sym->st_value == addr - sym->offset &&
			(sym->offset < walk.sym->st_size || !walk.sym->st_size);
	rcu_read_unlock();
	return found;
}

/**
 * kpe_is_text() - is there code at an address
 * @addr: the address
 * @sym: the symbol that covers it, from kpe_symbol_at()
 *
 * Context: may sleep; kpe_mutex held.
 * Return: true for functions of the kernel proper that are still there, and
 * of modules.
 */
bool kpe_is_text(unsigned long addr, const struct kpe_symbol *sym)
{
	lockdep_assert_held(&kpe_mutex);
	if (*sym->module)
		return is_module_text(sym, addr);
	return find_text() && addr >= text.start && addr < text.end;
}

/**
 * kpe_is_freed() - was an address in the kernel's init text
 * @addr: the address
 *
 * Context: may sleep; kpe_mutex held. Return: true if it was.
 */
bool kpe_is_freed(unsigned long addr)
{
	unsigned long end = lookup_by_kprobe("_einittext", 0);

	lockdep_assert_held(&kpe_mutex);
	return end && addr < end && addr >= lookup_by_kprobe("_sinittext", 0);
}

/**
 * kpe_text_start() - where the kernel's image begins
 *
 * Context: may sleep; kpe_mutex held. Return: the address of _text, 0 if that is not
 * known.
 */
unsigned long kpe_text_start(void)
{
	lockdep_assert_held(&kpe_mutex);
	if (!text.image)
		text.image = lookup_by_kprobe("_text", 0);
	return text.image;
}

/**
 * kpe_text_offset() - where an address of the kernel proper is in its image
 * @addr: the address
 *
 * Context: may sleep; kpe_mutex held. Return: bytes from _text, which does not
 * depend on where this boot put the kernel.
 */
unsigned long kpe_text_offset(unsigned long addr)
{
	lockdep_assert_held(&kpe_mutex);
	return addr - kpe_text_start();
}

/**
 * kpe_image_offset() - is an address where the image of the kernel proper is mapped
 * @addr: any value
 * @offset: filled; bytes from _text
 *
 * Nothing else is mapped from there up to the modules.
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
 * kpe_symbols_init() - have the index made, soon
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
