/* SPDX-License-Identifier: GPL-2.0 */
/*
 * export - write a resolved argument as text for another machine
 *
 * Contract: pure but for types.h and symbols.h, so it builds in user space. Names,
 * members and parameters are written as registers, words and offsets, which are valid
 * for the same kernel on any machine, with or without BTF, at any address.
 */
#ifndef KPE_EXPORT_H
#define KPE_EXPORT_H

#include "language/definition.h"

int kpe_arg_export(const struct kpe_args *args, const struct kpe_arg *arg,
		   char *buf, size_t size);
int kpe_condition_export(const struct kpe_args *args, char *buf, size_t size);

#endif
