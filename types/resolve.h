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

/**
 * struct kpe_function_info - properties of a place for resolve.c
 * @at_entry: parameters are where the caller put them, or are saved there for the
 *	return
 * @frameless: the stack does not say there who called the function
 * @waits: the module of the place is not loaded
 * @module: module whose BTF has the function; "" is the kernel
 * @function: possible names, the likeliest first; NULL ends them
 */
struct kpe_function_info {
	bool at_entry;
	bool frameless;
	bool waits;
	const char *module;
	const char *function[2];
};

int kpe_line_resolve(struct kpe_line *line, const struct kpe_function_info *info,
		     struct kpe_error *e);

#endif
