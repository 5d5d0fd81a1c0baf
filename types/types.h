/* SPDX-License-Identifier: GPL-2.0 */
/*
 * types - the BTF of the running kernel and of its modules
 *
 * Contract: loads each BTF on its first use, by exported calls only. All are freed when
 * none was used for some time (kernel/idle.h), a module's also when the module is loaded
 * or unloaded (kpe_types_forget()). Callers hold kpe_mutex, which guards all.
 */
#ifndef KPE_TYPES_H
#define KPE_TYPES_H

#include "kernel/module_symbols.h"
#include "language/definition.h"
#include "types/btf.h"

/* Symbol of the first of the kernel's per-CPU variables */
#define KPE_PERCPU_START "__per_cpu_start"
#define KPE_PERCPU_SECTION ".data..percpu"

bool kpe_types_exist(void);
const struct kpe_btf *kpe_types_of(const char *module);
bool kpe_types_missed(void);
struct kpe_tref kpe_types_struct(const char *module, const char *name);
bool kpe_types_differ(const char *name);
bool kpe_percpu_offset(const char *name, u32 *offset);
void kpe_types_forget(const char *module);
void kpe_types_exit(void);

/*
 * variable.c: the variable that "@SYM" and "@MOD:SYM" mean. "MOD:", or "vmlinux:", is the only
 * place searched. Else the probe's own module comes first, then the kernel, then all other
 * modules: the first that has the name must have it once.
 */
void kpe_variable_keep(bool on);
bool kpe_variable_module(const char *module);
int kpe_variable_find(const struct kpe_op *op, const char *own, struct kpe_variable *var,
		      struct kpe_error *e);
struct kpe_tref kpe_variable_type(const struct kpe_op *op, const char *own, bool *percpu);

#endif
