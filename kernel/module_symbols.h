/* SPDX-License-Identifier: GPL-2.0 */
/*
 * module_symbols - loaded modules and their symbols
 *
 * Contract: reads the modules' symbol tables under RCU, without a reference on the
 * module. In names of modules '-' and '_' are the same.
 */
#ifndef KPE_MODULE_SYMBOLS_H
#define KPE_MODULE_SYMBOLS_H

#include <linux/module.h>
#include <linux/rcupdate.h>
#include "compat/cleanup.h"

struct kpe_symbol;

/*
 * guard(kpe_modules)() keeps the modules in the list while it is read, in a block that must
 * not sleep. sparse does not see where a guard ends.
 */
DEFINE_LOCK_GUARD_0(kpe_modules, ({ rcu_read_lock(); __release(RCU); }),
		    rcu_read_unlock())

/* A variable, or whatever has a symbol */
struct kpe_variable {
	unsigned long addr;	/* of a per-CPU variable what this_cpu_ptr() takes */
	char module[MODULE_NAME_LEN];	/* "": the kernel */
};

/* Called for each function of a walk, until it returns non-0 */
typedef int kpe_function_fn(void *data, const char *name, unsigned long addr);

bool kpe_modules_are_known(void);
bool kpe_is_module_name(const char *module, const char *name);
const struct mod_kallsyms *kpe_module_table(const char *module);
bool kpe_module_may_probe(const char *module, unsigned long function);
void kpe_walk_module_functions(const char *module, kpe_function_fn *fn, void *data);
bool kpe_is_module_text(const struct kpe_symbol *sym, unsigned long addr);
bool kpe_module_live(const char *module);
bool kpe_in_module_init(const char *module, unsigned long addr);
bool kpe_is_module_list(unsigned long word);	/* is its address in a list of functions? */
struct module *kpe_module_next(struct module *mod, const char *name);
struct module *kpe_module_get(const char *name);
bool kpe_module_name(unsigned int n, char *name);
unsigned int kpe_module_variables(const char *module, const char *name, bool percpu,
				  struct kpe_variable *found, unsigned int max);
void kpe_each_module_symbol(const char *module, void (*fn)(const char *name));
unsigned long kpe_data_address(const char *module, const char *name);

/*
 * In module_index.c: the same, and faster, for functions by name and by address. An index is
 * gone when it has not been used for some time. Callers hold kpe_mutex.
 */
bool kpe_module_index_find(const char *module, const char *name, kpe_function_fn *fn,
			   void *data);
/* @addr is of no module, or in its text. */
bool kpe_module_function(unsigned long addr, struct kpe_symbol *sym);
void kpe_module_index_begin(void);
void kpe_module_index_make(const char *module);
void kpe_module_index_forget(const char *module);
void kpe_module_index_exit(void);

#endif
