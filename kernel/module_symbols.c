// SPDX-License-Identifier: GPL-2.0
/*
 * The list of modules and their symbol tables, in struct module, are read under RCU,
 * which the removal of a module waits for. Nothing of them is kept.
 */
#include <linux/error-injection.h>
#include <linux/rculist.h>
#include <linux/string.h>
#include "arch/image.h"
#include "compat/module.h"
#include "kernel/module_symbols.h"
#include "kernel/symbols.h"
#include "model/locks.h"

#define MAX_MODULES	65536	/* in a list that is no ring, where to stop */

/*
 * The list of modules is a ring that contains this module; its head is the only node
 * that is no module.
 */
static struct module *next_module(struct module *mod)
{
	struct list_head *pos = rcu_dereference(list_next_rcu(&mod->list));

	if (kpe_arch_in_image((unsigned long)pos))
		pos = rcu_dereference(list_next_rcu(pos));
	return list_entry(pos, struct module, list);
}

/* Is @name, as users write it, that of a module? They write '-' for '_', too. */
bool kpe_is_module_name(const char *module, const char *name)
{
	for (; *name; name++, module++) {
		if (*module != (*name == '-' ? '_' : *name))
			return false;
	}
	return !*module;
}

/* Is the symbol table complete, and the module not being unloaded? @name is its, or NULL. */
static bool is_usable(const struct module *mod, const char *name)
{
	enum module_state state = READ_ONCE(mod->state);

	return (state == MODULE_STATE_LIVE || state == MODULE_STATE_COMING) &&
	       (!name || kpe_is_module_name(mod->name, name));
}

/*
 * The next loaded module; NULL: the first one. It has this name unless it is NULL. Context:
 * within the guard kpe_modules. Return: NULL at the end.
 */
struct module *kpe_module_next(struct module *mod, const char *name)
{
	if (!mod && is_usable(THIS_MODULE, name))
		return THIS_MODULE;
	mod = mod ?: THIS_MODULE;
	while ((mod = next_module(mod)) != THIS_MODULE)
		if (is_usable(mod, name))
			return mod;
	return NULL;
}

struct kpe_module_walk {
	const char *module;	/* NULL: all */
	struct module *mod;	/* of the current symbol; NULL at first */
	const struct mod_kallsyms *table;	/* of @mod, when the walk came to it */
	unsigned int i;		/* number of the symbol */
	const char *name;	/* of the symbol */
	char type;		/* as in nm(1) */
	const Elf_Sym *sym;
};

/*
 * The kernel replaces the table of a module that was just initialized by one without the
 * symbols of init functions. The numbers of symbols differ, so one walk has one of the two. The
 * other one is freed after a grace period of RCU.
 */
static const struct mod_kallsyms *table_of(const struct module *mod)
{
	return rcu_dereference(mod->kallsyms);
}

static bool next_table(struct kpe_module_walk *walk)
{
	walk->mod = kpe_module_next(walk->mod, walk->module);
	walk->table = walk->mod ? table_of(walk->mod) : NULL;
	walk->i = 0;
	return walk->mod;
}

static bool next_symbol(struct kpe_module_walk *walk)
{
	if (!walk->mod && !next_table(walk))
		return false;
	do {
		const struct mod_kallsyms *table = walk->table;

		while (++walk->i < table->num_symtab) {
			walk->sym = &table->symtab[walk->i];
			walk->name = table->strtab + walk->sym->st_name;
			walk->type = table->typetab[walk->i];
			if (walk->sym->st_shndx != SHN_UNDEF)
				return true;
		}
	} while (next_table(walk));
	return false;
}

static bool is_function(const struct kpe_module_walk *walk)
{
	return walk->type && strchr("tTwW", walk->type);
}

/* Does a walk over the list return to this module, past one head? */
static bool list_is_ring(void)
{
	const struct list_head *pos = &THIS_MODULE->list;
	unsigned int heads = 0, n;

	for (n = 0; n < MAX_MODULES; n++) {
		pos = rcu_dereference(list_next_rcu(pos));
		if (pos == &THIS_MODULE->list)
			return heads == 1;
		if (!kpe_arch_in_image((unsigned long)pos))
			continue;
		if (heads++)
			return false;
	}
	return false;
}

/*
 * The list of modules is a ring with one head, in the kernel's data, and a module's symbol
 * table has the module's functions. This module serves as the example.
 */
bool kpe_modules_are_known(void)
{
	struct kpe_module_walk walk = { .module = KBUILD_MODNAME };

	guard(kpe_modules)();
	if (!list_is_ring())
		return false;
	while (next_symbol(&walk))
		if (is_function(&walk) && !strcmp(walk.name, __func__))
			return within_module(walk.sym->st_value, THIS_MODULE);
	return false;
}

/* @fn must not sleep. @module: NULL: all */
void kpe_walk_module_functions(const char *module, kpe_function_fn *fn, void *data)
{
	struct kpe_module_walk walk = { .module = module };

	guard(kpe_modules)();
	while (next_symbol(&walk))
		if (is_function(&walk) && fn(data, walk.name, walk.sym->st_value))
			return;
}

static bool is_within(unsigned long addr, const void *start, unsigned long size)
{
	return addr - (unsigned long)start < size;
}

static bool is_in_text(const struct module *mod, unsigned long addr)
{
	const void *start;
	bool is_text;
	size_t size;
	unsigned int n;

	for (n = 0; (start = kpe_module_memory(mod, n, &size, &is_text)); n++)
		if (is_text && is_within(addr, start, size))
			return true;
	return false;
}

/*
 * Is @addr, whose symbol is @sym, in the text of a module? The bounds of text are those of
 * pages on some kernels, so check the functions, too. The last function before a gap does not
 * extend over the gap, as kallsyms says; one without a size does.
 */
bool kpe_is_module_text(const struct kpe_symbol *sym, unsigned long addr)
{
	struct kpe_module_walk walk = { .module = sym->module };

	guard(kpe_modules)();
	while (next_symbol(&walk))
		if (is_function(&walk) && walk.sym->st_value == addr - sym->offset &&
		    (sym->offset < walk.sym->st_size || !walk.sym->st_size))
			return is_in_text(walk.mod, addr);
	return false;
}

/* Context: within the guard kpe_modules. Return: NULL if the module is not loaded. */
const struct mod_kallsyms *kpe_module_table(const char *module)
{
	const struct module *mod = kpe_module_next(NULL, module);

	return mod ? table_of(mod) : NULL;
}

/*
 * Does a module's blacklist allow a probe of a function, which is no part of another? The
 * kprobe core has its blacklist of a module from the same data.
 */
bool kpe_module_may_probe(const char *module, unsigned long function)
{
	const struct module *mod;
	unsigned int i;

	guard(kpe_modules)();
	mod = kpe_module_next(NULL, module);
	if (!mod || is_within(function, mod->kprobes_text_start, mod->kprobes_text_size) ||
	    is_within(function, mod->noinstr_text_start, mod->noinstr_text_size))
		return false;
	for (i = 0; i < mod->num_kprobe_blacklist; i++)
		if (mod->kprobe_blacklist[i] == function)
			return false;
	return true;
}

/* Return: false until its init function has returned, and once its removal begins */
bool kpe_module_live(const char *module)
{
	const struct module *mod;

	guard(kpe_modules)();
	mod = kpe_module_next(NULL, module);
	return mod && READ_ONCE(mod->state) == MODULE_STATE_LIVE;
}

bool kpe_in_module_init(const char *module, unsigned long addr)
{
	const struct module *mod;

	guard(kpe_modules)();
	mod = kpe_module_next(NULL, module);
	return mod && within_module_init(addr, mod);
}

static bool is_in_table(unsigned long word, const struct mod_kallsyms *table)
{
	return is_within(word, table->symtab, table->num_symtab * sizeof(*table->symtab));
}

/* Lists of functions, and where a module's memory begins, which its first function does, too */
static bool is_in_list(unsigned long word, const struct module *mod)
{
#ifdef CONFIG_MODULE_UNLOAD
	if (word == (unsigned long)&mod->exit)
		return false;
#endif
#ifdef CONFIG_DYNAMIC_FTRACE
	if (is_within(word, mod->ftrace_callsites, mod->num_ftrace_callsites * sizeof(long)))
		return true;
#endif
#ifdef CONFIG_FUNCTION_ERROR_INJECTION
	if (is_within(word, mod->ei_funcs, mod->num_ei_funcs * sizeof(*mod->ei_funcs)))
		return true;
#endif
	return is_in_table(word, table_of(mod)) || is_in_table(word, &mod->core_kallsyms) ||
	       is_within(word, mod->kprobe_blacklist, mod->num_kprobe_blacklist * sizeof(long)) ||
	       is_within(word, mod, sizeof(*mod));
}

/* Such a list says that a function is there, and uses it for nothing else. */
bool kpe_is_module_list(unsigned long word)
{
	struct module *mod = NULL;

	guard(kpe_modules)();
	while ((mod = kpe_module_next(mod, NULL)))
		if (is_in_list(word, mod))
			return true;
	return false;
}

/*
 * To be released soon with module_put(), as the module cannot be removed until then. Return:
 * NULL if it is not loaded or is being unloaded.
 */
struct module *kpe_module_get(const char *name)
{
	struct module *mod;

	guard(kpe_modules)();
	mod = kpe_module_next(NULL, name);
	return mod && try_module_get(mod) ? mod : NULL;
}

/* The @n-th loaded module, in no stable order. @name: MODULE_NAME_LEN bytes */
bool kpe_module_name(unsigned int n, char *name)
{
	struct module *mod;

	guard(kpe_modules)();
	mod = kpe_module_next(NULL, NULL);
	while (mod && n--)
		mod = kpe_module_next(mod, NULL);
	if (mod)
		strscpy(name, mod->name, MODULE_NAME_LEN);
	return mod;
}

/* Absolute values ('a') are no addresses; init data of a live module are about to go. */
static bool is_variable(const struct kpe_module_walk *walk, bool percpu)
{
	const unsigned long addr = walk->sym->st_value;
	bool is_percpu = false;

#ifdef CONFIG_SMP
	is_percpu = addr - (unsigned long)walk->mod->percpu < walk->mod->percpu_size;
#endif
	if (percpu || is_percpu)
		return percpu && is_percpu;
	return walk->type != 'a' && !(READ_ONCE(walk->mod->state) == MODULE_STATE_LIVE &&
				      within_module_init(addr, walk->mod));
}

/*
 * Find the variables and functions of a name in a module, or in all: those per CPU, or all
 * others. Variables need CONFIG_KALLSYMS_ALL. Return: their number, may exceed @max.
 */
unsigned int kpe_module_variables(const char *module, const char *name, bool percpu,
				  struct kpe_variable *found, unsigned int max)
{
	struct kpe_module_walk walk = { .module = module };
	unsigned int n = 0;

	guard(kpe_modules)();
	while (next_symbol(&walk)) {
		if (strcmp(walk.name, name) || !is_variable(&walk, percpu))
			continue;
		if (n < max) {
			found[n].addr = walk.sym->st_value;
			strscpy(found[n].module, walk.mod->name, MODULE_NAME_LEN);
		}
		n++;
	}
	return n;
}

/* @fn must not sleep. */
void kpe_each_module_symbol(const char *module, void (*fn)(const char *name))
{
	struct kpe_module_walk walk = { .module = module };

	guard(kpe_modules)();
	while (next_symbol(&walk))
		fn(walk.name);
}

/*
 * The address of a variable or function in a module; NULL: in vmlinux, then in all modules.
 * It is as that of kpe_kernel_address(). Context: may sleep; kpe_mutex held.
 */
unsigned long kpe_data_address(const char *module, const char *name)
{
	struct kpe_variable found = { };

	lockdep_assert_held(&kpe_mutex);
	if (!*name)
		return 0;
	if (!module && !strchr(name, ':'))
		found.addr = kpe_kernel_address(name);
	if (!found.addr)
		kpe_module_variables(module, name, false, &found, 1);
	return found.addr;
}
