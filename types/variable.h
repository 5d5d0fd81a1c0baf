/* SPDX-License-Identifier: GPL-2.0 */
/*
 * variable - the variable that "@SYM" and "@MOD:SYM" mean
 *
 * Contract: a module that is written is the only one searched ("vmlinux": the kernel).
 * Else the probe's own module comes first, then the kernel, then all other modules. There
 * must be one of that name in the first of these that has it.
 */
#ifndef KPE_VARIABLE_H
#define KPE_VARIABLE_H

#include "kernel/module_symbols.h"
#include "language/definition.h"
#include "types/btf.h"

void kpe_variable_keep(bool on);
bool kpe_variable_module(const char *module);
int kpe_variable_find(const struct kpe_op *op, const char *own, struct kpe_variable *var,
		      struct kpe_error *e);
struct kpe_tref kpe_variable_type(const struct kpe_op *op, const char *own, bool *percpu);

#endif
