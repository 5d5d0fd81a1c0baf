/* SPDX-License-Identifier: GPL-2.0 */
/*
 * resolve - resolve the arguments of a definition
 *
 * Contract: names, members, casts and parameters become registers, words and offsets, by
 * the types of the function at the place; and every argument gets a name and a type. The
 * definition does not change. Pure but for types.h and variable.h, so it builds in user
 * space with the BTF of any kernel.
 */
#ifndef KPE_RESOLVE_H
#define KPE_RESOLVE_H

#include "language/definition.h"
#include "types/function_info.h"

struct kpe_args *kpe_line_resolve(const struct kpe_line *line,
				  const struct kpe_function_info *info, struct kpe_error *e);
void kpe_args_free(struct kpe_args *args);

#endif
