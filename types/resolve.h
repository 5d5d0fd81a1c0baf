/* SPDX-License-Identifier: GPL-2.0 */
/*
 * resolve - arguments meet their place
 *
 * Contract: what an argument says of names, members, casts and parameters
 * becomes registers, words and offsets, by the types of the function that is
 * found at the place; and every argument gets a name and a type. Pure but for
 * types.h, so it builds in user space over the BTF of any kernel.
 */
#ifndef KPE_RESOLVE_H
#define KPE_RESOLVE_H

#include "language/definition.h"

/**
 * struct kpe_function_info - what resolve.c needs to know of a place
 * @at_entry: a function's parameters are where its caller put them, or are
 *	saved there for the return
 * @module: whose BTF knows the function; "" is the kernel
 * @function: what it may be called there, the likeliest first; NULL: no more
 */
struct kpe_function_info {
	bool at_entry;
	const char *module;
	const char *function[2];
};

int kpe_line_resolve(struct kpe_line *line, const struct kpe_function_info *info,
		     struct kpe_error *e);

#endif
