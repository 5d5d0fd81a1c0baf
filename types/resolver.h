/* SPDX-License-Identifier: GPL-2.0 */
/*
 * resolver - what the files that resolve the arguments of a definition have in common
 *
 * Contract: see resolve.h. A function that returns an int returns 0, or a negative errno with
 * the error filled. Callers hold kpe_mutex, for types.h; all may sleep.
 */
#ifndef KPE_RESOLVER_H
#define KPE_RESOLVER_H

#include <linux/errno.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "language/definition.h"
#include "types/btf.h"

struct kpe_function_info;

struct resolver {
	const struct kpe_definition *line;
	struct kpe_args *args;		/* what its arguments become */
	const struct kpe_function_info *info;
	struct kpe_error *e;
	struct kpe_tref func;		/* at the place, if its type is known */
	bool looked;			/* @func has been looked up */
	bool entering;			/* within entry(): values at function entry */
	bool comparing;			/* within the condition: arguments have names */
	unsigned int nr_named;		/* arguments that have their names */
};

/* The value of an expression so far: a word, or in memory at an offset from a word */
struct value {
	const struct kpe_op *last;	/* step in the text */
	struct kpe_op *ops;		/* steps to it */
	unsigned int nr;		/* number of @ops */
	struct kpe_tref type;		/* of it, or of its target if @points; may be unknown */
	struct kpe_tref param;		/* type of "$argN", which only formats ask for */
	const char *cast;		/* structure of a cast that was the last step, or NULL */
	unsigned int col;		/* of the text that has @type, for errors */
	bool points;
	bool untyped;			/* show it as a word, ignoring @type */
	bool memory;			/* it is in memory, @offset from the word */
	bool user;			/* in user memory */
	bool in_words;			/* a structure in a parameter's words, or a part of it */
	long offset;			/* bytes; of an address, what is still to be added */
	unsigned int shift;		/* bits from @offset to a bitfield */
	unsigned int width;		/* of a bitfield, 0 if it is none */
	unsigned int part;		/* column of a part of a word taken for an address, or 0 */
};

/* Of what has no other type */
#define KPE_WORD_TYPE	((struct kpe_type){ .kind = KPE_HEX, .size = sizeof(long) })

/* function.c: the function at the place, and its parameters */
bool kpe_function_known(struct resolver *r);
int kpe_function_missing(struct resolver *r, unsigned int col);
bool kpe_is_long_number(const struct kpe_op *op);
int kpe_params_write_out(struct resolver *r);

/* value.c: the ops of an argument are run over types instead of values */
bool kpe_is_v11_word(const char *text);
int kpe_value_begin(struct resolver *r, struct kpe_arg *arg, struct value *v);
int kpe_value_step(struct resolver *r, struct value *v, const struct kpe_op *op);
void kpe_value_load(struct value *v, unsigned int col);
void kpe_value_in_memory(struct value *v, long offset, unsigned int col);

/* value_type.c: what a value is shown as */
bool kpe_is_typedef(struct resolver *r, const char *name);
int kpe_value_type(struct resolver *r, struct value *v, struct kpe_arg *arg);
int kpe_value_fits(struct resolver *r, const struct kpe_arg *arg);

static inline int refuse(struct resolver *r, enum kpe_err code, unsigned int col)
{
	return kpe_fail(r->e, code, -EINVAL, col);
}

static inline int no_memory(struct resolver *r)
{
	return kpe_fail(r->e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
}

/* The limits apply to a new text, because a listing can be written again. */
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

static inline struct kpe_op *emit(struct value *v, enum kpe_op_code code,
				  unsigned int col)
{
	struct kpe_op *op = &v->ops[v->nr++];

	op->code = code;
	op->col = col;
	return op;
}

#endif
