/* SPDX-License-Identifier: GPL-2.0 */
/*
 * btf_model - what btf.c must find, out of the bytes alone
 *
 * Shares no code with btf.c, and takes for granted that the bytes are good:
 * it ends the program if they are not.
 */
#ifndef BTF_MODEL_H
#define BTF_MODEL_H

#include <linux/btf.h>

#include "language/definition.h"

/**
 * struct model - a BTF that stands alone
 * @types: where the records are
 * @strings: where the strings are
 * @nr: number of records, of which the first has the id 1
 * @at: each record, by id; owned
 */
struct model {
	const u8 *types;
	const char *strings;
	u32 nr;
	const struct btf_type **at;
};

/**
 * struct model_member - a member, of members without a name, too
 * @name: its name
 * @type: id
 * @bit: offset in the outermost structure
 * @width: bits of a bitfield, or 0
 */
struct model_member {
	const char *name;
	u32 type;
	u64 bit;
	unsigned int width;
};

void model_open(struct model *m, const u8 *data, size_t size);
void model_close(struct model *m);
const char *model_name(const struct model *m, u32 offset);
/* Kind and id of what is left without names for it, const and the like */
unsigned int model_kind(const struct model *m, u32 *id);
/* Parameters of a function but "..."; @n is set to their number. */
const struct btf_param *model_params(const struct model *m, u32 func, unsigned int *n);
u32 model_returns(const struct model *m, u32 func);
/* The word that each parameter is in, or begins in */
void model_words(const struct model *m, u32 func, unsigned int *words);
/* Fills up to @max members in the order of C's scopes: how many there are */
unsigned int model_members(const struct model *m, u32 id,
			   struct model_member *members, unsigned int max);
/* May a number be negative? */
bool model_sign(const struct model *m, u32 id);
struct kpe_type model_type(const struct model *m, u32 id);

#endif
