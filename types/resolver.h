/* SPDX-License-Identifier: GPL-2.0 */
/*
 * resolver - what the files that resolve the arguments of a line have in common
 *
 * Contract: see resolve.h.
 */
#ifndef KPE_RESOLVER_H
#define KPE_RESOLVER_H

#include <linux/errno.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "language/definition.h"
#include "types/btf.h"
#include "types/function_info.h"

/**
 * struct resolver - state of resolving a line
 * @line: the line
 * @args: what its arguments become
 * @info: properties of its place
 * @e: filled on error
 * @func: function at the place, if its type is known
 * @looked: @func has been looked up
 * @entering: within entry(): values at function entry
 * @nr_named: arguments that have their names
 * @comparing: within the condition, where recorded arguments have names
 */
struct resolver {
	const struct kpe_line *line;
	struct kpe_args *args;
	const struct kpe_function_info *info;
	struct kpe_error *e;
	struct kpe_tref func;
	bool looked;
	bool entering;
	unsigned int nr_named;
	bool comparing;
};

/**
 * struct value - value of an expression so far
 * @last: step in the text
 * @ops: steps to it
 * @nr: number of @ops
 * @type: of the value, or of its target if @points; may be unknown
 * @points: see @type
 * @col: column of the text that has @type, for errors
 * @untyped: show it as a word, ignoring @type
 * @cast: structure of a cast that was the last step, or NULL
 * @param: of "$argN", the type of the parameter, which only formats ask for
 * @memory: the value is in memory, @offset from the word
 * @user: in user memory
 * @in_words: a structure in a parameter's words, or a part of it at @offset
 * @offset: in bytes; of an address that is in no memory yet, what is still to be added
 * @shift: bits from @offset to a bitfield
 * @width: bits of a bitfield, 0 if it is none
 * @part: column of a part of a word that was taken for an address, or 0
 */
struct value {
	const struct kpe_op *last;
	struct kpe_op *ops;
	unsigned int nr;
	struct kpe_tref type;
	struct kpe_tref param;
	const char *cast;
	unsigned int col;
	bool points;
	bool untyped;
	bool memory;
	bool user;
	bool in_words;
	long offset;
	unsigned int shift;
	unsigned int width;
	unsigned int part;
};

static inline int refuse(struct resolver *r, enum kpe_err code, unsigned int col)
{
	return kpe_fail(r->e, code, -EINVAL, col);
}

static inline int no_memory(struct resolver *r)
{
	return kpe_fail(r->e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
}

/* The limits apply to a new text, because it must parse again. */
static inline int set_text(struct resolver *r, struct kpe_arg *arg, const char *text)
{
	if (!text)
		return no_memory(r);
	arg->text = text;
	if (strlen(text) > KPE_MAX_ARG_TEXT)
		return kpe_fail(r->e, KPE_ERR_ARG_TOO_LONG, -E2BIG,
				arg->body_col);
	return 0;
}

/* For many places only the error codes are used, and a hint is slow. */
static inline bool wants_hint(const struct resolver *r)
{
	return !kpe_place_is_many(&r->line->place);
}

/* One more step to the value */
static inline struct kpe_op *emit(struct value *v, enum kpe_op_code code,
				  unsigned int col)
{
	struct kpe_op *op = &v->ops[v->nr++];

	op->code = code;
	op->col = col;
	return op;
}

#endif
