/* SPDX-License-Identifier: GPL-2.0 */
/*
 * resolve - resolve the arguments of a definition, and write them for another machine
 *
 * Contract: names, members, casts and parameters become registers, words and offsets, by
 * the types of the function at the place; and every argument gets a name and a type. The
 * definition does not change. What is exported is valid for the same kernel on any machine,
 * with or without BTF, at any address. Pure but for types.h and symbols.h, so it
 * builds in user space with the BTF of any kernel.
 */
#ifndef KPE_RESOLVE_H
#define KPE_RESOLVE_H

#include "language/definition.h"

/* What is known of a place's function before its types are */
struct kpe_function_info {
	bool at_entry;		/* parameters are where the caller put them, or saved there */
	bool frameless;		/* the stack does not say there who called the function */
	bool waits;		/* the module of the place is not loaded */
	const char *module;	/* whose BTF has the function; "" is the kernel */
	const char *function[2];	/* possible names, the likeliest first; NULL ends them */
};

struct kpe_args *kpe_definition_resolve(const struct kpe_definition *line,
					const struct kpe_function_info *info, struct kpe_error *e);
void kpe_args_free(struct kpe_args *args);
int kpe_arg_export(const struct kpe_args *args, const struct kpe_arg *arg,
		   char *buf, size_t size);
int kpe_condition_export(const struct kpe_args *args, char *buf, size_t size);

#endif
