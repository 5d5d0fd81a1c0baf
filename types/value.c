// SPDX-License-Identifier: GPL-2.0
/* A value in memory is loaded when the next step needs it. */
#include <linux/kernel.h>
#include "arch/registers.h"
#include "language/line.h"
#include "language/spelling.h"
#include "types/resolve.h"
#include "types/resolver.h"
#include "types/types.h"

/* ------------------------------------------------------------------ sources */

bool kpe_is_v11_word(const char *text)
{
	if ((*text == 'a' || *text == 's') && text[1] &&
	    strspn(text + 1, "0123456789") == strlen(text + 1))
		return true;
	return !strcmp(text, "rv") || !strcmp(text, "ra");
}

/* v11 allowed these words anywhere in a function, best effort. */
static int source_v11_word(struct resolver *r, struct value *v, const struct kpe_op *op)
{
	bool retval = !strcmp(op->text, "rv"), param = *op->text == 'a';
	unsigned long n;
	int ret;

	v->untyped = true;
	if (!retval && strcmp(op->text, "ra")) {
		ret = kstrtoul(op->text + 1, 10, &n);
		if (ret)
			return kpe_fail(r->e, KPE_ERR_BAD_VAR, ret, op->col);
		if (param && n >= KPE_MAX_PARAM)
			return refuse(r, KPE_ERR_BAD_ARG_NUM, op->col);
		if (n > KPE_MAX_PARAM)
			return refuse(r, KPE_ERR_BAD_STACK_NUM, op->col);
		emit(v, param ? KPE_OP_ARG : KPE_OP_STACK, op->col)->index = n;
		return 0;
	}
	if (!r->line->is_return)
		return refuse(r, retval ? KPE_ERR_RETVAL_ON_PROBE :
					  KPE_ERR_RETADDR_ON_PROBE, op->col);
	if (retval && r->entering)
		return refuse(r, KPE_ERR_NOT_AT_ENTRY, op->col);
	if (!retval && r->entering)
		*emit(v, KPE_OP_REG, op->col) = kpe_word_op(&kpe_return_word, op->col);
	else
		emit(v, retval ? KPE_OP_RETVAL : KPE_OP_RETADDR, op->col);
	if (retval && kpe_function_known(r))
		v->type = kpe_btf_returns(r->func);
	return 0;
}

/* A member of an unknown structure fails as one of what is no structure does, as in mainline. */
static int no_name(struct resolver *r, const struct kpe_arg *arg, const struct kpe_op *op)
{
	const struct kpe_op *next = op + 1;
	struct kpe_param param;
	unsigned int i;

	if (next < arg->ops + arg->nr_ops && next->code == KPE_OP_FIELD && !next->arrow)
		return kpe_fail(r->e, KPE_ERR_NOSUP_DAT_ARG, -EOPNOTSUPP, next->col);
	if (!kpe_function_known(r) || !kpe_btf_nr_params(r->func))
		kpe_function_missing(r, op->col);
	else
		kpe_fail(r->e, KPE_ERR_NO_BTFARG, -ENOENT, op->col);
	if (!wants_hint(r))
		return r->e->err;
	r->e->more = kpe_word_cure(op->text, strlen(op->text)) ?: r->e->more;
	if (r->e->more)
		return r->e->err;
	kpe_spelling_begin(op->text, strlen(op->text));
	for (i = 0; kpe_btf_param(r->func, i, &param); i++)
		kpe_spelling_consider(param.name);
	for (i = 0; r->comparing && i < r->args->nr_args; i++)
		kpe_spelling_consider(r->args->args[i].name);
	r->e->more = kpe_spelling_say() ?: r->comparing ? KPE_QUOTE_TEXT : NULL;
	return r->e->err;
}

static int source_name(struct resolver *r, struct kpe_arg *arg,
		       struct value *v, const struct kpe_op *op)
{
	struct kpe_param param;
	unsigned int i;

	for (i = 0; kpe_function_known(r) && kpe_btf_param(r->func, i, &param); i++) {
		if (strcmp(param.name, op->text))
			continue;
		if (param.is_unseen)
			return refuse(r, KPE_ERR_FLOAT, op->col);
		emit(v, KPE_OP_ARG, op->col)->index = param.word;
		v->type = param.type;
		v->memory = param.by_reference;
		v->in_words = !v->memory && kpe_btf_is_struct(param.type);
		return 0;
	}
	if (!kpe_is_v11_word(op->text))
		return no_name(r, arg, op);
	arg->word = arg->ident_len;
	return source_v11_word(r, v, op);
}

/* $argN is the Nth parameter if the prototype is known, else the Nth word. */
static int source_arg(struct resolver *r, struct value *v,
		      const struct kpe_op *op)
{
	struct kpe_param param = { .word = op->index };

	if (!r->info->at_entry)
		return refuse(r, KPE_ERR_NOFENTRY_ARGS, op->col);
	if (op->text)
		return kpe_fail(r->e, KPE_ERR_BAD_VAR,
				kpe_is_long_number(op) ? -ERANGE : -EINVAL, op->col);
	if (op->index >= KPE_MAX_PARAM)
		return refuse(r, KPE_ERR_BAD_ARG_NUM, op->col);
	if (kpe_function_known(r))
		kpe_btf_param(r->func, op->index, &param);
	if (param.is_unseen)
		return refuse(r, KPE_ERR_FLOAT, op->col);
	emit(v, KPE_OP_ARG, op->col)->index = param.word;
	v->memory = param.by_reference;
	v->param = param.type;
	return 0;
}

/* Of many functions, only those that return something are wanted. */
static int source_retval(struct resolver *r, struct value *v, const struct kpe_op *op,
			 const struct kpe_op *next)
{
	bool by_type = next && next->code >= KPE_OP_CAST;

	emit(v, KPE_OP_RETVAL, op->col);
	if (!kpe_function_known(r))
		return 0;
	v->type = kpe_btf_returns(r->func);
	if (kpe_btf_is_void(v->type)) {
		if (by_type || kpe_place_is_many(&r->line->place))
			return kpe_fail(r->e, KPE_ERR_NO_RETVAL, -ENOENT, op->col);
		v->type = (struct kpe_tref){ };
		r->args->void_col = op->col;
		return 0;
	}
	if (kpe_btf_has_floats(v->type))
		return refuse(r, KPE_ERR_FLOAT, op->col);
	return 0;
}

/* If its module is loaded again, the same variable is meant. */
static int find_symbol(struct resolver *r, struct kpe_op *op)
{
	struct kpe_variable var;
	int ret = kpe_variable_find(op, r->info->module, &var, r->info->waits ? NULL : r->e);

	if (ret)
		/* it may be in the module of the place */
		return r->info->waits ? 0 : ret;
	if (op->scope.name || !*var.module || !strcmp(var.module, r->info->module))
		return 0;
	op->scope.kind = KPE_IN_MODULE;
	op->scope.name = kpe_pool_text(&r->args->pool, var.module, strlen(var.module));
	return op->scope.name ? 0 : no_memory(r);
}

static const char how_to_cast[] =
	"cast it: (struct NAME *)@SYM->F of a pointer, (struct NAME *)&SYM->F of a structure";

/* A variable with members: a structure is like what a pointer points to */
static int typed_symbol(struct resolver *r, struct value *v, struct kpe_op *op)
{
	const unsigned int col = op->col;
	int ret;

	if (!kpe_types_of(""))
		return kpe_fail(r->e, KPE_ERR_NOSUP_BTFARG, -EOPNOTSUPP, col);
	v->type = kpe_variable_type(op, r->info->module, &op->percpu);
	ret = find_symbol(r, op);
	if (ret)
		return ret;
	if (!v->type.btf && op->scope.name)
		v->type = kpe_variable_type(op, r->info->module, &op->percpu);
	if (!v->type.btf)
		return kpe_fail_with(r->e, KPE_ERR_NO_VAR_TYPE, -ENOENT, col, how_to_cast);
	v->points = kpe_btf_is_struct(v->type);
	v->memory = !v->points;
	if (op->percpu)
		emit(v, KPE_OP_PERCPU, col);
	return 0;
}

/* The value of an argument's source. @v: filled; has room for the steps */
int kpe_value_begin(struct resolver *r, struct kpe_arg *arg, struct value *v)
{
	const struct kpe_op *op = arg->ops, *next = arg->nr_ops > 1 ? op + 1 : NULL;

	v->col = op->col;
	switch (op->code) {
	case KPE_OP_NAME:
		return source_name(r, arg, v, op);
	case KPE_OP_ARG:
		return source_arg(r, v, op);
	case KPE_OP_RETVAL:
		return source_retval(r, v, op, next);
	default:
		*emit(v, op->code, op->col) = *op;
	}
	switch (op->code) {
	case KPE_OP_SYM:
		if (next && (next->code == KPE_OP_FIELD || next->code == KPE_OP_INDEX))
			return typed_symbol(r, v, v->ops);
		return find_symbol(r, v->ops);
	case KPE_OP_KSTACK:
	case KPE_OP_USTACK:
		if (arg->typed || next)
			return refuse(r, KPE_ERR_KSTACK_ALONE, op->col);
		if (r->line->is_return && !r->entering)
			v->ops->offset = KPE_RETURNED;
		else if (r->info->at_entry)
			v->ops->offset = KPE_ENTERING;
		else
			v->ops->offset = r->info->frameless ? KPE_FRAMELESS : KPE_WITHIN;
		return 0;
	case KPE_OP_ELAPSED:
		arg->word = arg->ident_len;
		return 0;
	case KPE_OP_CURRENT:
		v->type = kpe_types_struct("", "task_struct");
		v->points = true;
		return 0;
	default:
		return 0;
	}
}

/* -------------------------------------------------------------------- steps */

/* Make the value a word: read it if it is in memory */
void kpe_value_load(struct value *v, unsigned int col)
{
	/* less than the word that it is in */
	if (v->in_words && (v->width || v->offset % sizeof(long) ||
			    kpe_btf_size(v->type) < sizeof(long)))
		v->part = v->col;
	if (v->in_words)
		v->ops->index += v->offset / sizeof(long);
	if (v->memory)
		emit(v, v->user ? KPE_OP_UDEREF : KPE_OP_DEREF,
		     col)->offset = v->offset;
	if (v->memory || v->in_words)
		v->offset = 0;
	v->memory = false;
	v->user = false;
	v->in_words = false;
	v->shift = 0;
	v->width = 0;
}

/* The value is in memory from now on, @offset bytes from where it has pointed to. */
void kpe_value_in_memory(struct value *v, long offset, unsigned int col)
{
	long delta = v->memory || v->in_words ? 0 : v->offset;

	kpe_value_load(v, col);
	v->memory = true;
	v->offset = offset + delta;
}

static struct kpe_tref pointee(const struct value *v)
{
	return v->points ? v->type : kpe_btf_pointee(v->type);
}

/*
 * A member of a structure in a structure, for which the source has a macro of a like name:
 * sk_daddr is __sk_common.skc_daddr. Return: a hint, or NULL
 */
static const char *inner_field(struct kpe_tref type, const char *name, size_t len)
{
	struct kpe_tref inner;
	const char *outer;
	unsigned int i;

	for (i = 0; kpe_btf_nth_member(type, i, &outer, &inner); i++) {
		if (!*outer || !kpe_btf_is_struct(inner))
			continue;
		kpe_spelling_begin(name, len);
		kpe_btf_each_member(inner, kpe_spelling_consider);
		if (kpe_spelling_best() > KPE_ONE_SLIP)
			continue;
		snprintf(kpe_hint, sizeof(kpe_hint), "did you mean %s.%s", outer,
			 kpe_spelling_found(0));
		return kpe_hint;
	}
	return NULL;
}

static int no_field(struct resolver *r, struct kpe_tref type, const char *name,
		    size_t len, unsigned int col)
{
	kpe_fail(r->e, KPE_ERR_NO_BTF_FIELD, -ENOENT, col);
	if (!wants_hint(r))
		return r->e->err;
	kpe_spelling_begin(name, len);
	kpe_btf_each_member(type, kpe_spelling_consider);
	r->e->more = kpe_spelling_say();
	if (kpe_spelling_best() > KPE_ONE_SLIP)
		r->e->more = inner_field(type, name, len) ?: r->e->more;
	return r->e->err;
}

/* A forward declaration may be defined in another BTF. */
static struct kpe_tref completed(struct resolver *r, struct kpe_tref type)
{
	const char *name = kpe_btf_is_struct(type) ? NULL : kpe_btf_struct_name(type);

	return name ? kpe_types_struct(r->info->module, name) : type;
}

/* An element of an array that is known, or the Nth thing behind a pointer */
static int step_index(struct resolver *r, struct value *v, const struct kpe_op *op)
{
	struct kpe_tref type = kpe_btf_element(v->type);
	u32 length = kpe_btf_length(v->type);
	u64 size;

	if (!v->type.btf && !kpe_function_known(r))
		return kpe_function_missing(r, op->col);
	if (!type.btf || !(v->memory || v->in_words))
		type = completed(r, pointee(v));
	else if (length && op->index >= length)
		return refuse(r, KPE_ERR_INDEX_RANGE, op->col);
	size = type.btf ? kpe_btf_size(type) : 0;
	if (!size || size > INT_MAX || v->width)
		return refuse(r, KPE_ERR_NO_ARRAY, op->col);
	if (!kpe_btf_element(v->type).btf)
		kpe_value_in_memory(v, 0, op->col);
	v->offset += op->index * size;
	v->type = type;
	v->col = op->col;
	v->points = false;
	v->untyped = false;
	return 0;
}

static const char *arrow_hint(const struct value *v)
{
	return kpe_btf_is_struct(pointee(v)) ? "write -> behind a pointer" : NULL;
}

static int step_field(struct resolver *r, struct value *v,
		      const struct kpe_op *op)
{
	struct kpe_tref type = v->type;
	struct kpe_member member;

	if (!op->arrow && !v->memory && !v->in_words)
		return kpe_fail_with(r->e, KPE_ERR_NOSUP_DAT_ARG, -EOPNOTSUPP, op->col,
				     arrow_hint(v));
	if (!type.btf)
		return kpe_function_known(r) ?
			refuse(r, KPE_ERR_NO_PTR_STRCT, op->col) :
			kpe_function_missing(r, op->col);
	if (op->arrow) {
		type = pointee(v);
		if (!type.btf || v->width || (v->in_words && v->offset % sizeof(long)))
			return refuse(r, KPE_ERR_NO_PTR_STRCT, op->col);
		kpe_value_in_memory(v, 0, op->col);
		type = completed(r, type);
	}
	if (!kpe_btf_is_struct(type))
		return kpe_fail_with(r->e, KPE_ERR_BAD_BTF_TID, -EINVAL, op->col, arrow_hint(v));
	if (!kpe_btf_member(type, op->text, strlen(op->text), &member))
		return no_field(r, type, op->text, strlen(op->text), op->col);
	v->offset += (member.bit + v->shift) / 8;
	v->shift = (member.bit + v->shift) % 8;
	v->width = member.width;
	v->type = member.type;
	v->col = op->col;
	v->points = false;
	v->untyped = false;
	return 0;
}

/* Offset of a cast's member "a.b.c" of @type, in bytes */
static int member_offset(struct resolver *r, struct kpe_tref type,
			 const struct kpe_op *op, long *offset)
{
	const unsigned int col = op->index;
	const char *name = op->member;
	struct kpe_member member;
	u64 bit = 0;
	size_t len;

	for (;; name += len + 1) {
		len = strcspn(name, ".");
		if (!kpe_btf_is_struct(type))
			return refuse(r, KPE_ERR_BAD_BTF_TID, col + (name - op->member));
		if (!kpe_btf_member(type, name, len, &member))
			return no_field(r, type, name, len,
					col + (name - op->member));
		bit += member.bit;
		type = member.type;
		if (!name[len])
			break;
	}
	if (bit % 8)
		return refuse(r, KPE_ERR_TYPECAST_NOT_ALIGNED, col);
	*offset = bit / 8;
	return 0;
}

static int no_structure(struct resolver *r, const struct kpe_op *op)
{
	const struct kpe_btf *btf = kpe_types_of(""), *own = kpe_types_of(r->info->module);

	refuse(r, KPE_ERR_NO_PTR_STRCT, op->col);
	if (!wants_hint(r))
		return r->e->err;
	if (kpe_types_differ(op->text)) {
		r->e->more = "modules have different structures of this name";
		return r->e->err;
	}
	/* All names are compared, which is slow. */
	kpe_spelling_begin(op->text, strlen(op->text));
	if (btf)
		kpe_btf_each_struct(btf, kpe_spelling_consider);
	if (own && own != btf)
		kpe_btf_each_struct(own, kpe_spelling_consider);
	r->e->more = kpe_spelling_say() ?: "there is no such structure";
	return r->e->err;
}

static int step_cast(struct resolver *r, struct value *v,
		     const struct kpe_op *op)
{
	struct kpe_tref type = { };
	long offset = 0;
	int ret = 0;

	/* Only a path may end with a cast. Its name says enough, without BTF, too. */
	if (op == v->last && !op->member) {
		v->cast = op->text;
	} else {
		if (!kpe_types_of(""))
			return kpe_fail(r->e, KPE_ERR_NOSUP_BTFARG, -EOPNOTSUPP, op->offset);
		type = kpe_types_struct(r->info->module, op->text);
		if (!type.btf)
			return no_structure(r, op);
		if (op->member)
			ret = member_offset(r, type, op, &offset);
	}
	kpe_value_load(v, op->col);
	v->offset -= offset;
	v->type = type;
	v->points = true;
	return ret;
}

int kpe_value_step(struct resolver *r, struct value *v, const struct kpe_op *op)
{
	if (v->ops[0].code == KPE_OP_ELAPSED)
		return refuse(r, KPE_ERR_ELAPSED_NO_ADDR, v->ops[0].col);
	v->param = (struct kpe_tref){ };
	v->cast = NULL;
	switch (op->code) {
	case KPE_OP_FIELD:
		return step_field(r, v, op);
	case KPE_OP_INDEX:
		return step_index(r, v, op);
	case KPE_OP_CAST:
		return step_cast(r, v, op);
	case KPE_OP_PERCPU:
		kpe_value_load(v, op->col);
		emit(v, KPE_OP_PERCPU, op->col);
		break;
	default:
		kpe_value_in_memory(v, op->offset, op->col);
		v->user = op->code == KPE_OP_UDEREF;
	}
	/* As in mainline, the result is a word of any type. */
	v->type = (struct kpe_tref){ };
	v->points = false;
	return 0;
}
