/* SPDX-License-Identifier: GPL-2.0 */
/*
 * module_index - functions of a module by name and by address
 *
 * Contract: as the module's symbol table says, and faster. An index is made on demand, and
 * is gone when its module is, or when it has not been used for some time. Callers hold
 * kpe_mutex.
 */
#ifndef KPE_MODULE_INDEX_H
#define KPE_MODULE_INDEX_H

#include "kernel/module_symbols.h"

struct kpe_symbol;

bool kpe_module_index_find(const char *module, const char *name, kpe_function_fn *fn,
			   void *data);
/* @addr is of no module, or in its text. */
bool kpe_module_function(unsigned long addr, struct kpe_symbol *sym);
void kpe_module_index_make(const char *module);
void kpe_module_index_forget(const char *module);
void kpe_module_index_exit(void);

#endif
