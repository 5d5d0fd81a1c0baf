/* SPDX-License-Identifier: GPL-2.0 */
/*
 * resolve - resolve the arguments of a definition
 *
 * Contract: replaces names, members, casts and parameters by registers, words and
 * offsets, using the types of the function at the place; and gives every argument a
 * name and a type. Pure but for types.h and variable.h, so it builds in user space with the BTF of
 * any kernel.
 */
#ifndef KPE_RESOLVE_H
#define KPE_RESOLVE_H

#include "language/definition.h"
#include "types/function_info.h"

int kpe_line_resolve(struct kpe_line *line, const struct kpe_function_info *info,
		     struct kpe_error *e);

#endif
