// SPDX-License-Identifier: GPL-2.0
/*
 * There are three steps. "$arg*" is expanded to an argument per parameter, and a lone
 * "$argN" becomes the parameter's name. Then the ops of each argument are run over
 * types instead of values, which leaves only ops that fetch.c has. Then the argument
 * gets its type and its name.
 *
 * Meanwhile a value is a word, or in memory at an offset from a word: see struct
 * value. It is loaded when the next step needs it. fetch.c reads a value that is in
 * memory at the end in the size of the argument's type.
 */
#include <linux/bitops.h>
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "arch/registers.h"
#include "language/arg_type.h"
#include "language/argument.h"
#include "language/line.h"
#include "language/source.h"
#include "language/spelling.h"
#include "types/names.h"
#include "types/resolve.h"
#include "types/types.h"
#include "types/variable.h"

/**
 * struct resolver - state of resolving a line
 * @line: the line
 * @info: properties of its place
 * @e: filled on error
 * @func: function at the place, if its type is known
 * @looked: @func has been looked up
 * @entering: within entry(): values at function entry
 * @nr_named: arguments that have their names
 * @comparing: within the condition, where recorded arguments have names
 */
struct resolver {
	struct kpe_line *line;
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
 * @ops: steps to it; owned until the argument takes them
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
 * @offset: in bytes
 * @shift: bits from @offset to a bitfield
 * @width: bits of a bitfield, 0 if it is none
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
};

static int refuse(struct resolver *r, enum kpe_err code, unsigned int col)
{
	return kpe_fail(r->e, code, -EINVAL, col);
}

static int no_memory(struct resolver *r)
{
	return kpe_fail(r->e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
}

/* The limits apply to a new text, because it must parse again. */
static int set_text(struct resolver *r, struct kpe_arg *arg, char *text)
{
	if (!text)
		return no_memory(r);
	kfree(arg->text);
	arg->text = text;
	if (strlen(text) > KPE_MAX_ARG_TEXT)
		return kpe_fail(r->e, KPE_ERR_ARG_TOO_LONG, -E2BIG,
				arg->body_col);
	return 0;
}

/* ------------------------------------------------------------------- hints */

#define HINT_SIZE	300	/* bytes */

static struct kpe_spelling spelling;	/* kpe_mutex */
static char hint[HINT_SIZE];		/* kpe_mutex */

/* For many places only the error codes are used, and a hint is slow. */
static bool wants_hint(const struct resolver *r)
{
	return !kpe_place_is_many(&r->line->place);
}

static void consider(const char *name)
{
	kpe_spelling_consider(&spelling, name);
}

static const char *similar_member(struct kpe_tref type, const char *name, size_t len)
{
	char asked[KSYM_NAME_LEN];

	if (len >= sizeof(asked))
		return NULL;
	strscpy(asked, name, len + 1);
	kpe_spelling_begin(&spelling, asked);
	kpe_btf_each_member(type, consider);
	return kpe_spelling_say(&spelling, hint, sizeof(hint));
}

/* A parameter, or in a condition a recorded argument */
static const char *similar_name(const struct resolver *r, const char *name)
{
	struct kpe_param param;
	unsigned int i;

	kpe_spelling_begin(&spelling, name);
	for (i = 0; kpe_btf_param(r->func, i, &param); i++)
		consider(param.name);
	for (i = 0; r->comparing && i < r->line->nr_args; i++)
		consider(r->line->args[i].name);
	return kpe_spelling_say(&spelling, hint, sizeof(hint));
}

static void consider_structs(const char *module)
{
	const struct kpe_btf *btf = kpe_types_of(module);

	if (btf)
		kpe_btf_each_struct(btf, consider);
}

/* Why is a structure unknown? All names are compared, which is slow. */
static const char *similar_struct(const char *module, const char *name)
{
	if (kpe_types_differ(name))
		return "modules have different structures of this name";
	kpe_spelling_begin(&spelling, name);
	consider_structs("");
	if (*module)
		consider_structs(module);
	return kpe_spelling_say(&spelling, hint, sizeof(hint));
}

/* ------------------------------------------------------------ the function */

/*
 * Does a suffix only make a function's name distinct? Other suffixes (.isra,
 * .constprop, .part) mean a copy or a part, with its own parameters.
 */
static bool is_still_the_function(const char *suffix)
{
	static const char * const harmless[] = {
		".llvm.", ".lto_priv.", ".__uniq.", ".localalias.", ".localalias",
	};
	size_t i, len = 0;

	for (; *suffix; suffix += len + strspn(suffix + len, "0123456789")) {
		for (i = 0, len = 0; i < ARRAY_SIZE(harmless) && !len; i++)
			len = str_has_prefix(suffix, harmless[i]);
		if (!len)
			return false;
	}
	return true;
}

static struct kpe_tref find_function(const struct kpe_btf *btf,
				     const char *name)
{
	size_t len = strcspn(name, ".");
	struct kpe_tref func = kpe_btf_find(btf, name, strlen(name),
					    KPE_BTF_FUNC);

	if (!func.btf && is_still_the_function(name + len))
		func = kpe_btf_find(btf, name, len, KPE_BTF_FUNC);
	return func;
}

static bool have_function(struct resolver *r)
{
	const struct kpe_btf *btf;
	unsigned int i;

	if (r->looked)
		return r->func.btf;
	r->looked = true;
	if (!r->info->at_entry)
		return false;
	btf = kpe_types_of(r->info->module);
	for (i = 0; btf && i < ARRAY_SIZE(r->info->function); i++) {
		if (r->func.btf || !r->info->function[i])
			break;
		r->func = find_function(btf, r->info->function[i]);
	}
	r->line->by_types = r->func.btf;
	return r->func.btf;
}

static bool is_copy(const struct kpe_function_info *info)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(info->function) && info->function[i]; i++)
		if (strchr(info->function[i], '.'))
			return true;
	return false;
}

/* Report why the function is needed but unknown */
static int no_function(struct resolver *r, unsigned int col)
{
	if (!kpe_types_of(""))
		return kpe_fail(r->e, KPE_ERR_NOSUP_BTFARG, -EOPNOTSUPP, col);
	if (!r->info->at_entry)
		return refuse(r, KPE_ERR_NOSUP_BTFARG, col);
	kpe_fail(r->e, KPE_ERR_NO_BTF_ENTRY, -ENOENT, col);
	if (is_copy(r->info))
		r->e->more = "what the compiler copied may have other parameters: use registers";
	return r->e->err;
}

static bool find_param(struct resolver *r, const char *name,
		       struct kpe_param *param)
{
	unsigned int i;

	if (!have_function(r))
		return false;
	for (i = 0; kpe_btf_param(r->func, i, param); i++) {
		if (!strcmp(param->name, name))
			return true;
	}
	return false;
}

/* ---------------------------------------------------- $arg* and lone $argN */

/* Replace the argument @at by @n new ones. Return: the first, or NULL */
static struct kpe_arg *make_room(struct kpe_line *line, unsigned int at,
				 unsigned int n)
{
	unsigned int left = line->nr_args - at - 1;
	struct kpe_arg *args;

	args = kcalloc(line->nr_args + n, sizeof(*args), GFP_KERNEL);
	if (!args)
		return NULL;
	memcpy(args, line->args, at * sizeof(*args));
	memcpy(args + at + n, line->args + at + 1, left * sizeof(*args));
	kpe_arg_free(&line->args[at]);
	kfree(line->args);
	line->args = args;
	line->nr_args += n - 1;
	return args + at;
}

/* A lone "$argN" becomes the parameter's name; without a name it stays a word. */
static int rename_param(struct resolver *r, struct kpe_arg *arg)
{
	struct kpe_op *op = &arg->ops[0];
	struct kpe_param param;
	char *text;

	if (!kpe_btf_nr_params(r->func))
		return 0;
	if (op->text)
		return kpe_fail(r->e, KPE_ERR_BAD_VAR, -ENOENT, op->col);
	if (!kpe_btf_param(r->func, op->index, &param))
		return kpe_fail(r->e, KPE_ERR_NO_BTFARG, -ENOENT, op->col);
	if (!*param.name)
		return 0;
	text = kasprintf(GFP_KERNEL, "%s%s", param.name,
			 arg->text + arg->body_len);
	op->text = kstrdup(param.name, GFP_KERNEL);
	if (!text || !op->text) {
		kfree(text);
		return no_memory(r);
	}
	kfree(arg->text);
	arg->text = text;
	arg->body_len = strlen(param.name);
	arg->ident_len = arg->body_len;
	op->code = KPE_OP_NAME;
	return 0;
}

static int make_param_arg(struct resolver *r, struct kpe_arg *arg,
			  unsigned int n, unsigned int col)
{
	arg->col = col;
	arg->body_col = col;
	arg->type_col = col;
	arg->text = kasprintf(GFP_KERNEL, "$arg%u", n + 1);
	arg->ops = kcalloc(1, sizeof(*arg->ops), GFP_KERNEL);
	if (!arg->text || !arg->ops)
		return no_memory(r);
	arg->body_len = strlen(arg->text);
	arg->nr_ops = 1;
	arg->ops->code = KPE_OP_ARG;
	arg->ops->col = col;
	arg->ops->index = n;
	return rename_param(r, arg);
}

static int write_out(struct resolver *r, unsigned int at)
{
	unsigned int col = r->line->args[at].col;
	struct kpe_arg *arg;
	unsigned int i, n;
	int ret = 0;

	if (!r->info->at_entry)
		return refuse(r, KPE_ERR_NOFENTRY_ARGS, col);
	if (!have_function(r))
		return no_function(r, col);
	n = kpe_btf_nr_params(r->func);
	if (r->line->nr_args - 1 + n > KPE_MAX_ARGS)
		return kpe_fail(r->e, KPE_ERR_TOO_MANY_ARGS, -E2BIG,
				r->line->args[0].col);
	arg = make_room(r->line, at, n);
	if (!arg)
		return no_memory(r);
	for (i = 0; i < n && !ret; i++)
		ret = make_param_arg(r, arg + i, i, col);
	return ret;
}

static bool is_lone_param(const struct kpe_arg *arg)
{
	return !arg->name && arg->nr_ops == 1 &&
	       arg->ops[0].code == KPE_OP_ARG;
}

static int write_out_params(struct resolver *r)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < r->line->nr_args && !ret; i++) {
		struct kpe_arg *arg = &r->line->args[i];

		if (is_lone_param(arg) && have_function(r))
			ret = rename_param(r, arg);
	}
	for (i = 0; i < r->line->nr_args && !ret; i++) {
		/* There is at most one. */
		if (r->line->args[i].ops[0].code == KPE_OP_ALL_ARGS)
			return write_out(r, i);
	}
	return ret;
}

/* ----------------------------------------------------------------- sources */

static struct kpe_op *emit(struct value *v, enum kpe_op_code code,
			   unsigned int col)
{
	struct kpe_op *op = &v->ops[v->nr++];

	op->code = code;
	op->col = col;
	return op;
}

/* @letter, then digits: the v11 words aN and sN */
static bool is_indexed(const char *text, char letter)
{
	return text[0] == letter && text[1] &&
	       strspn(text + 1, "0123456789") == strlen(text + 1);
}

static bool is_v11_word(const char *text)
{
	return is_indexed(text, 'a') || is_indexed(text, 's') ||
	       !strcmp(text, "rv") || !strcmp(text, "ra");
}

static int v11_indexed(struct resolver *r, struct value *v,
		       const struct kpe_op *op)
{
	bool param = *op->text == 'a';
	unsigned long n;
	int ret = kstrtoul(op->text + 1, 10, &n);

	if (ret)
		return kpe_fail(r->e, KPE_ERR_BAD_VAR, ret, op->col);
	if (param && n >= KPE_MAX_PARAM)
		return refuse(r, KPE_ERR_BAD_ARG_NUM, op->col);
	if (n > KPE_MAX_PARAM)
		return refuse(r, KPE_ERR_BAD_STACK_NUM, op->col);
	emit(v, param ? KPE_OP_ARG : KPE_OP_STACK, op->col)->index = n;
	return 0;
}

/* v11 allowed these words anywhere in a function, best effort. */
static int v11_word(struct resolver *r, struct value *v,
		    const struct kpe_op *op)
{
	bool retval = !strcmp(op->text, "rv");

	v->untyped = true;
	if (!retval && strcmp(op->text, "ra"))
		return v11_indexed(r, v, op);
	if (!r->line->is_return)
		return refuse(r, retval ? KPE_ERR_RETVAL_ON_PROBE :
					  KPE_ERR_RETADDR_ON_PROBE, op->col);
	if (retval && r->entering)
		return refuse(r, KPE_ERR_NOT_AT_ENTRY, op->col);
	if (!retval && r->entering)
		*emit(v, KPE_OP_REG, op->col) = kpe_word_op(&kpe_return_word, op->col);
	else
		emit(v, retval ? KPE_OP_RETVAL : KPE_OP_RETADDR, op->col);
	if (retval && have_function(r))
		v->type = kpe_btf_returns(r->func);
	return 0;
}

/* A member of what is unknown is no member of a structure, as mainline says it. */
static int no_name(struct resolver *r, const struct kpe_arg *arg, const struct kpe_op *op)
{
	const struct kpe_op *next = op + 1;

	if (next < arg->ops + arg->nr_ops && next->code == KPE_OP_FIELD && !next->arrow)
		return kpe_fail(r->e, KPE_ERR_NOSUP_DAT_ARG, -EOPNOTSUPP, next->col);
	if (!have_function(r) || !kpe_btf_nr_params(r->func))
		no_function(r, op->col);
	else
		kpe_fail(r->e, KPE_ERR_NO_BTFARG, -ENOENT, op->col);
	if (wants_hint(r) && !r->e->more)
		r->e->more = similar_name(r, op->text);
	return r->e->err;
}

static int source_name(struct resolver *r, struct kpe_arg *arg,
		       struct value *v, const struct kpe_op *op)
{
	struct kpe_param param;

	if (find_param(r, op->text, &param)) {
		emit(v, KPE_OP_ARG, op->col)->index = param.word;
		v->type = param.type;
		v->memory = param.by_reference;
		v->in_words = !v->memory && kpe_btf_is_struct(param.type);
		return 0;
	}
	if (is_v11_word(op->text)) {
		arg->word = arg->ident_len;
		return v11_word(r, v, op);
	}
	return no_name(r, arg, op);
}

/* $argN is the Nth parameter if the prototype is known, else the Nth word. */
static int source_arg(struct resolver *r, struct value *v,
		      const struct kpe_op *op)
{
	struct kpe_param param = { .word = op->index };

	if (!r->info->at_entry)
		return refuse(r, KPE_ERR_NOFENTRY_ARGS, op->col);
	if (op->text)
		return refuse(r, KPE_ERR_BAD_VAR, op->col);
	if (op->index >= KPE_MAX_PARAM)
		return refuse(r, KPE_ERR_BAD_ARG_NUM, op->col);
	if (have_function(r))
		kpe_btf_param(r->func, op->index, &param);
	emit(v, KPE_OP_ARG, op->col)->index = param.word;
	v->memory = param.by_reference;
	v->param = param.type;
	return 0;
}

static int source_retval(struct resolver *r, struct value *v,
			 const struct kpe_op *op)
{
	emit(v, KPE_OP_RETVAL, op->col);
	if (!have_function(r))
		return 0;
	v->type = kpe_btf_returns(r->func);
	if (kpe_btf_is_void(v->type))
		return kpe_fail(r->e, KPE_ERR_NO_RETVAL, -ENOENT, op->col);
	return 0;
}

/* A source without text, or whose text is moved */
static int source_plain(struct value *v, struct kpe_op *op)
{
	*emit(v, op->code, op->col) = *op;
	op->text = NULL;
	op->member = NULL;
	return 0;
}

/*
 * The same variable is meant if its module is loaded again. The symbols of a place that
 * waits may be in its module.
 */
static int find_symbol(struct resolver *r, struct kpe_op *op)
{
	struct kpe_variable var;
	int ret = kpe_variable_find(op, r->info->module, &var);

	if (ret)
		return r->info->waits ? 0 :
			kpe_variable_fail(op, r->info->module, ret, r->e);
	if (op->member || !*var.module || !strcmp(var.module, r->info->module))
		return 0;
	op->member = kstrdup(var.module, GFP_KERNEL);
	return op->member ? 0 : no_memory(r);
}

static const char name_the_type[] =
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
	if (!v->type.btf && op->member)
		v->type = kpe_variable_type(op, r->info->module, &op->percpu);
	if (!v->type.btf) {
		kpe_fail(r->e, KPE_ERR_NO_VAR_TYPE, -ENOENT, col);
		r->e->more = name_the_type;
		return r->e->err;
	}
	v->points = kpe_btf_is_struct(v->type);
	v->memory = !v->points;
	source_plain(v, op);
	if (v->ops->percpu)
		emit(v, KPE_OP_PERCPU, col);
	return 0;
}

static int source_symbol(struct resolver *r, const struct kpe_arg *arg, struct value *v,
			 struct kpe_op *op)
{
	const struct kpe_op *next = op + 1;
	int ret;

	if (next < arg->ops + arg->nr_ops &&
	    (next->code == KPE_OP_FIELD || next->code == KPE_OP_INDEX))
		return typed_symbol(r, v, op);
	ret = find_symbol(r, op);
	return ret ?: source_plain(v, op);
}

static int source_kstack(struct resolver *r, const struct kpe_arg *arg, struct value *v,
			 struct kpe_op *op)
{
	if (arg->typed || arg->nr_ops > 1)
		return refuse(r, KPE_ERR_KSTACK_ALONE, op->col);
	if (r->line->is_return && !r->entering)
		op->offset = KPE_RETURNED;
	else if (r->info->at_entry)
		op->offset = KPE_ENTERING;
	else
		op->offset = r->info->frameless ? KPE_FRAMELESS : KPE_WITHIN;
	return source_plain(v, op);
}

static int resolve_source(struct resolver *r, struct kpe_arg *arg,
			  struct value *v, struct kpe_op *op)
{
	v->col = op->col;
	switch (op->code) {
	case KPE_OP_NAME:
		return source_name(r, arg, v, op);
	case KPE_OP_ARG:
		return source_arg(r, v, op);
	case KPE_OP_RETVAL:
		return source_retval(r, v, op);
	case KPE_OP_ELAPSED:
		arg->word = arg->ident_len;
		return source_plain(v, op);
	case KPE_OP_KSTACK:
		return source_kstack(r, arg, v, op);
	case KPE_OP_SYM:
		return source_symbol(r, arg, v, op);
	case KPE_OP_CURRENT:
		v->type = kpe_types_struct("", "task_struct");
		v->points = true;
		fallthrough;
	default:
		return source_plain(v, op);
	}
}

/* ------------------------------------------------------------------- steps */

static void load(struct value *v, unsigned int col)
{
	if (v->in_words)
		v->ops->index += v->offset / sizeof(long);
	if (v->memory)
		emit(v, v->user ? KPE_OP_UDEREF : KPE_OP_DEREF,
		     col)->offset = v->offset;
	v->memory = false;
	v->user = false;
	v->in_words = false;
	v->offset = 0;
	v->shift = 0;
	v->width = 0;
}

static void in_memory(struct value *v, long offset, unsigned int col)
{
	long delta = v->memory || v->in_words ? 0 : v->offset;

	load(v, col);
	v->memory = true;
	v->offset = offset + delta;
}

static struct kpe_tref pointee(const struct value *v)
{
	return v->points ? v->type : kpe_btf_pointee(v->type);
}

static int no_field(struct resolver *r, struct kpe_tref type, const char *name,
		    size_t len, unsigned int col)
{
	kpe_fail(r->e, KPE_ERR_NO_BTF_FIELD, -ENOENT, col);
	if (wants_hint(r))
		r->e->more = similar_member(type, name, len);
	return r->e->err;
}

/* A forward declaration may be defined in another BTF. */
static struct kpe_tref completed(struct resolver *r, struct kpe_tref type)
{
	const char *name = kpe_btf_forward(type);

	return name ? kpe_types_struct(r->info->module, name) : type;
}

/* Does a part of a word begin within it? */
static bool is_odd(const struct value *v)
{
	return v->in_words && v->offset % sizeof(long);
}

/* An element of an array that is known, or the Nth thing behind a pointer */
static int step_index(struct resolver *r, struct value *v, const struct kpe_op *op)
{
	struct kpe_tref type = kpe_btf_element(v->type);
	u32 length = kpe_btf_length(v->type);
	u64 size;

	if (!v->type.btf && !have_function(r))
		return no_function(r, op->col);
	if (!type.btf || !(v->memory || v->in_words))
		type = completed(r, pointee(v));
	else if (length && op->index >= length)
		return refuse(r, KPE_ERR_INDEX_RANGE, op->col);
	size = type.btf ? kpe_btf_size(type) : 0;
	if (!size || size > INT_MAX || v->width)
		return refuse(r, KPE_ERR_NO_ARRAY, op->col);
	if (!kpe_btf_element(v->type).btf)
		in_memory(v, 0, op->col);
	v->offset += op->index * size;
	v->type = type;
	v->col = op->col;
	v->points = false;
	v->untyped = false;
	return 0;
}

static int step_field(struct resolver *r, struct value *v,
		      const struct kpe_op *op)
{
	struct kpe_tref type = v->type;
	struct kpe_member member;

	if (!op->arrow && !v->memory && !v->in_words)
		return kpe_fail(r->e, KPE_ERR_NOSUP_DAT_ARG, -EOPNOTSUPP, op->col);
	if (!type.btf)
		return have_function(r) ?
			refuse(r, KPE_ERR_NO_PTR_STRCT, op->col) :
			no_function(r, op->col);
	if (op->arrow) {
		type = pointee(v);
		if (!type.btf || v->width || is_odd(v))
			return refuse(r, KPE_ERR_NO_PTR_STRCT, op->col);
		in_memory(v, 0, op->col);
		type = completed(r, type);
	}
	if (!kpe_btf_is_struct(type))
		return refuse(r, KPE_ERR_BAD_BTF_TID, op->col);
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
	refuse(r, KPE_ERR_NO_PTR_STRCT, op->col);
	if (wants_hint(r))
		r->e->more = similar_struct(r->info->module, op->text);
	return r->e->err;
}

static int step_cast_path(struct value *v, const struct kpe_op *op)
{
	load(v, op->col);
	v->type = (struct kpe_tref){ };
	v->points = true;
	v->cast = op->text;
	return 0;
}

static int step_cast(struct resolver *r, struct value *v,
		     const struct kpe_op *op)
{
	struct kpe_tref type;
	long offset = 0;
	int ret = 0;

	/* Only a path may end with a cast. Its name says enough, without BTF, too. */
	if (op == v->last && !op->member)
		return step_cast_path(v, op);
	if (!kpe_types_of(""))
		return kpe_fail(r->e, KPE_ERR_NOSUP_BTFARG, -EOPNOTSUPP,
				op->col - 1);
	type = kpe_types_struct(r->info->module, op->text);
	if (!type.btf)
		return no_structure(r, op);
	if (op->member)
		ret = member_offset(r, type, op, &offset);
	load(v, op->col);
	v->offset = -offset;
	v->type = type;
	v->points = true;
	return ret;
}

static int resolve_step(struct resolver *r, struct value *v,
			const struct kpe_op *op)
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
		load(v, op->col);
		emit(v, KPE_OP_PERCPU, op->col);
		break;
	default:
		in_memory(v, op->offset, op->col);
		v->user = op->code == KPE_OP_UDEREF;
	}
	/* As in mainline, the result is a word of any type. */
	v->type = (struct kpe_tref){ };
	v->points = false;
	return 0;
}

/* -------------------------------------------------------------------- type */

/* Operations whose result may be the address of a symbol */
#define FITS_SYMSTR (BIT(KPE_OP_REG) | BIT(KPE_OP_STACK) | BIT(KPE_OP_RETVAL) | \
		     BIT(KPE_OP_RETADDR) | BIT(KPE_OP_ARG) | BIT(KPE_OP_CURRENT) | \
		     BIT(KPE_OP_PERCPU) | BIT(KPE_OP_DEREF))

/* Does the type of @arg fit the source of its value? */
static int check_type(struct resolver *r, const struct kpe_arg *arg)
{
	enum kpe_op_code last = arg->ops[arg->nr_ops - 1].code;
	const struct kpe_type *type = &arg->type;
	bool string = type->kind == KPE_STRING || type->kind == KPE_USTRING;
	unsigned int col = arg->type_col;

	if (kpe_op_is_text(last)) {
		if (type->kind != KPE_STRING || type->count)
			return refuse(r, KPE_ERR_NEED_STRING_TYPE, col);
		return 0;
	}
	if (string && !kpe_op_reads(last) && last != KPE_OP_IMM)
		return refuse(r, KPE_ERR_BAD_STRING, col);
	if (kpe_takes_memory(type) && !kpe_op_reads(last))
		return refuse(r, KPE_ERR_FORMAT_MEMORY, col);
	if (type->kind == KPE_SYMSTR && !(BIT(last) & FITS_SYMSTR))
		return refuse(r, KPE_ERR_BAD_SYMSTRING, col);
	if (type->count && (type->kind == KPE_SYMSTR || !kpe_op_reads(last)) &&
	    type->kind != KPE_FRAME)
		return refuse(r, KPE_ERR_BAD_STRING, col);
	return 0;
}

/* Use an aligned container, as the compiler does, or one that begins here */
static int bitfield_type(struct resolver *r, struct value *v,
			 struct kpe_arg *arg)
{
	struct kpe_type *type = &arg->type;
	long start = v->offset & -(long)type->size;
	unsigned int bit = (v->offset - start) * 8 + v->shift;

	if (bit + v->width > type->size * 8) {
		type->size = sizeof(u64);
		start = v->offset;
		bit = v->shift;
	}
	if (bit + v->width > type->size * 8)
		return refuse(r, KPE_ERR_BAD_BITFIELD, arg->body_col);
	v->offset = start;
	type->kind = kpe_btf_is_signed(v->type) ? KPE_SIGNED_BITFIELD :
						  KPE_BITFIELD;
	type->bit_width = v->width;
	type->bit_offset = bit;
	return 0;
}

static const struct kpe_type word_type = {
	.kind = KPE_HEX, .size = sizeof(long)
};

static int default_type(struct resolver *r, struct value *v,
			struct kpe_arg *arg)
{
	arg->type = word_type;
	if (v->ops->code == KPE_OP_KSTACK) {
		arg->type.kind = KPE_FRAME;
		arg->type.count = v->ops->index;
	}
	if (kpe_op_is_text(v->ops[v->nr - 1].code))
		arg->type = (struct kpe_type){ .kind = KPE_STRING, .size = 4 };
	else if (v->ops[v->nr - 1].code == KPE_OP_ELAPSED)
		arg->type.kind = KPE_UNSIGNED;
	else if (v->type.btf && !v->points && !v->untyped)
		kpe_btf_shown_as(v->type, &arg->type);
	return v->width && !v->in_words ? bitfield_type(r, v, arg) : 0;
}

/* A number within a parameter's word is a bitfield of it. */
static int part_of_word(struct resolver *r, struct value *v, struct kpe_arg *arg)
{
	unsigned int bit = v->offset % sizeof(long) * 8 + v->shift;
	struct kpe_type *type = &arg->type;
	unsigned int width = type->size * 8;

	if (v->width && !arg->typed)
		width = v->width;
	if (!v->in_words || (!bit && width == type->size * 8))
		return 0;
	if (type->kind > KPE_SIGNED || type->count || bit + width > BITS_PER_LONG)
		return refuse(r, KPE_ERR_BAD_BITFIELD, arg->type_col);
	type->kind = type->kind == KPE_SIGNED ? KPE_SIGNED_BITFIELD : KPE_BITFIELD;
	type->size = sizeof(long);
	type->bit_width = width;
	type->bit_offset = bit;
	return 0;
}

static struct kpe_tref find_typedef(const char *module, const char *name)
{
	const struct kpe_btf *btf = kpe_types_of(module);

	return btf ? kpe_btf_find(btf, name, strlen(name), KPE_BTF_TYPEDEF) :
		     (struct kpe_tref){ };
}

/* The number that a typedef is */
static int typedef_type(struct resolver *r, struct kpe_arg *arg)
{
	const char *name = arg->type_name, *modules[] = { r->info->module, "" };
	struct kpe_type shown = { .kind = KPE_HEX };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(modules) && shown.kind == KPE_HEX; i++)
		kpe_btf_shown_as(find_typedef(modules[i], name), &shown);
	if (shown.kind == KPE_HEX) {
		refuse(r, KPE_ERR_BAD_TYPE, arg->type_col);
		r->e->more = kpe_type_hint(name, strlen(name));
		return r->e->err;
	}
	shown.count = arg->type.count;
	arg->type = shown;
	return 0;
}

/*
 * A string begins at a pointer or at an array of characters. For an array of strings
 * the value is an array of such pointers, or a pointer to it.
 */
static int string_type(struct resolver *r, struct value *v,
		       const struct kpe_arg *arg)
{
	struct kpe_tref element = kpe_btf_element(v->type);
	bool many = arg->type.count;

	if (!v->type.btf || v->untyped || v->points)
		return 0;
	if (many ? kpe_btf_is_text(kpe_btf_pointee(v->type)) :
		   kpe_btf_is_address(v->type)) {
		in_memory(v, 0, arg->body_col);
		return 0;
	}
	if (v->memory &&
	    (many ? kpe_btf_is_text(element) : kpe_btf_is_char(element)))
		return 0;
	return refuse(r, KPE_ERR_BAD_TYPE4STR, v->col);
}

/* "+0x0(+0xNAME(BODY)):string", as mainline lists %pd and %pD */
static int rewrite_path(struct resolver *r, struct kpe_arg *arg)
{
	unsigned long name = offsetof(struct dentry, d_name.name);
	bool file = arg->type.kind == KPE_FILE;
	int ret, len = arg->body_len;
	char *text;

	if (file)
		text = kasprintf(GFP_KERNEL, "+0x0(+0x%lx(+0x%lx(%.*s))):string",
				 name, offsetof(struct file, f_path.dentry),
				 len, arg->text);
	else
		text = kasprintf(GFP_KERNEL, "+0x0(+0x%lx(%.*s)):string", name,
				 len, arg->text);
	ret = set_text(r, arg, text);
	if (!ret && arg->levels + 2 + file > KPE_MAX_NESTED)
		ret = kpe_fail(r->e, KPE_ERR_TOO_MANY_NESTED, -E2BIG,
			       arg->body_col);
	return ret;
}

static int path_type(struct resolver *r, struct value *v, struct kpe_arg *arg)
{
	unsigned int col = arg->body_col;
	int ret;

	if (kpe_op_is_text(v->ops[v->nr - 1].code))
		return refuse(r, KPE_ERR_COMM_CANT_DEREF, col);
	if (v->ops[0].code == KPE_OP_ELAPSED)
		return refuse(r, KPE_ERR_ELAPSED_NO_ADDR, col);
	ret = rewrite_path(r, arg);
	if (ret)
		return ret;
	arg->ident_len = 0;
	if (arg->type.kind == KPE_FILE)
		in_memory(v, offsetof(struct file, f_path.dentry), col);
	in_memory(v, offsetof(struct dentry, d_name.name), col);
	in_memory(v, 0, col);
	arg->type.kind = KPE_STRING;
	return 0;
}

/* ----------------------------------------------------------------- formats */

/* What a pointer's format shows is at the pointer, else it is the value */
static int memory_type(struct resolver *r, struct value *v, const struct kpe_arg *arg)
{
	struct kpe_tref type = v->type.btf ? v->type : v->param;

	if (v->width)
		return refuse(r, KPE_ERR_FORMAT_VALUE, arg->type_col);
	if (v->points || kpe_btf_pointee(type).btf ||
	    (arg->type.kind != KPE_IP4 && !v->memory && kpe_btf_is_address(type)))
		in_memory(v, 0, arg->body_col);
	return 0;
}

/* Is the value in the kernel's memory, at an address that the text has computed? */
static bool is_plain_memory(const struct value *v)
{
	return v->memory && !v->user && !v->type.btf && v->ops[0].code != KPE_OP_IMM &&
	       (v->nr > 1 || v->ops[0].code != KPE_OP_SYM);
}

/* What is in memory then is a struct path, or the dentry itself. */
static int whole_path_type(struct resolver *r, struct value *v, struct kpe_arg *arg)
{
	struct kpe_tref type = v->type.btf ? v->type : v->param;
	struct kpe_tref to = v->points ? v->type : kpe_btf_pointee(type);
	const char *name = v->cast ?: kpe_btf_struct_name(to.btf ? to : type);

	if (!name && is_plain_memory(v))
		return 0;
	if (!name || v->user || v->width || v->in_words)
		return refuse(r, KPE_ERR_FORMAT_PATH, arg->type_col);
	if (!strcmp(name, "dentry"))
		arg->type.kind = KPE_DENTRY_PATH;
	else if (strcmp(name, "path") && strcmp(name, "file"))
		return refuse(r, KPE_ERR_FORMAT_PATH, arg->type_col);
	if (v->cast || to.btf)
		in_memory(v, 0, arg->body_col);
	if (!strcmp(name, "file"))
		v->offset += offsetof(struct file, f_path);
	return 0;
}

static bool is_number(const struct kpe_type *type)
{
	return !type->count && !kpe_is_dynamic(type);
}

/* What counts is in the record already, which entry() has not. */
static int counted_type(struct resolver *r, struct value *v, struct kpe_arg *arg)
{
	const unsigned int col = arg->type_col + strlen("hex[");
	const struct kpe_line *line = r->line;
	unsigned int i;

	for (i = 0; i < r->nr_named; i++)
		if (!strcmp(line->args[i].name, arg->type_name))
			break;
	if (r->entering || i == r->nr_named || !is_number(&line->args[i].type)) {
		refuse(r, KPE_ERR_FORMAT_COUNTER, col);
		if (r->entering)
			r->e->more = "entry() takes hex[N] only";
		return r->e->err;
	}
	arg->counter = i;
	return memory_type(r, v, arg);
}

/* An int, if nothing says that it is a long or an error pointer */
static int errno_type(struct resolver *r, struct value *v, struct kpe_arg *arg)
{
	struct kpe_tref type = v->type.btf ? v->type : v->param;
	struct kpe_type shown;

	if (v->points || kpe_btf_pointee(type).btf) {
		arg->type.size = sizeof(long);
		return 0;
	}
	if (!type.btf)
		return 0;
	kpe_btf_shown_as(type, &shown);
	if (v->width || shown.kind == KPE_HEX || shown.size < sizeof(int))
		return refuse(r, KPE_ERR_FORMAT_VALUE, arg->type_col);
	arg->type.size = shown.size;
	return 0;
}

/* In memory or not, the number whose type is an enum */
static int enum_type(struct resolver *r, struct value *v, struct kpe_arg *arg)
{
	struct kpe_tref type = v->type.btf ? v->type : v->param;
	const char *name;
	u64 value;
	int ret = 0;

	if (v->points || !kpe_btf_enumerator(type, 0, &name, &value) ||
	    (v->width && kpe_btf_is_signed(type)))
		return refuse(r, KPE_ERR_FORMAT_VALUE, arg->type_col);
	kpe_btf_shown_as(type, &arg->type);
	if (v->width)
		ret = bitfield_type(r, v, arg);
	arg->type.kind = KPE_ENUM;
	arg->names = kpe_names_of(type, arg->type.size);
	return ret || arg->names ? ret : no_memory(r);
}

static bool is_path(const struct kpe_arg *arg)
{
	return arg->typed && (arg->type.kind == KPE_DENTRY ||
			      arg->type.kind == KPE_FILE);
}

static int resolve_type(struct resolver *r, struct value *v,
			struct kpe_arg *arg)
{
	switch (arg->typed ? arg->type.kind : KPE_HEX) {
	case KPE_TYPEDEF:
		return typedef_type(r, arg);
	case KPE_DENTRY:
	case KPE_FILE:
		return path_type(r, v, arg);
	case KPE_STRING:
	case KPE_USTRING:
		return string_type(r, v, arg);
	case KPE_ENUM:
		return enum_type(r, v, arg);
	case KPE_ERRNO:
		return errno_type(r, v, arg);
	case KPE_IP4:
	case KPE_IP6:
	case KPE_MAC:
	case KPE_BYTES:
	case KPE_SOCKADDR:
	case KPE_DENTRY_PATH:
		return memory_type(r, v, arg);
	case KPE_COUNTED:
		return counted_type(r, v, arg);
	case KPE_PATH:
		return whole_path_type(r, v, arg);
	default:
		return arg->typed ? 0 : default_type(r, v, arg);
	}
}

/* ------------------------------------------------------------ one argument */

static bool is_typedef(struct resolver *r, const char *name)
{
	return find_typedef(r->info->module, name).btf || find_typedef("", name).btf;
}

/*
 * "@X:Y" has been read as a symbol X of type Y. It is the symbol Y of module X if there
 * is no such type, but a module.
 */
static bool is_of_module(struct resolver *r, const struct kpe_arg *arg)
{
	const char *module = arg->ops[0].text;

	return kpe_arg_may_be_of_module(arg) && !is_typedef(r, arg->type_name) &&
	       (!strcmp(module, r->info->module) || kpe_variable_module(module));
}

static int resolve_value(struct resolver *r, struct kpe_arg *arg)
{
	/* one op more per step of a path, for a per-CPU variable, and to load the value */
	struct value v = {
		.last = &arg->ops[arg->nr_ops - 1],
		.ops = kcalloc(arg->nr_ops + 6, sizeof(*v.ops), GFP_KERNEL),
	};
	unsigned int i;
	int ret;

	if (!v.ops)
		return no_memory(r);
	if (is_of_module(r, arg))
		kpe_arg_is_of_module(arg);
	ret = resolve_source(r, arg, &v, &arg->ops[0]);
	for (i = 1; i < arg->nr_ops && !ret; i++)
		ret = resolve_step(r, &v, &arg->ops[i]);
	if (!ret)
		ret = resolve_type(r, &v, arg);
	if (!ret)
		ret = part_of_word(r, &v, arg);
	load(&v, arg->body_col);
	kpe_ops_free(arg);
	arg->ops = v.ops;
	arg->nr_ops = v.nr;
	return ret ?: check_type(r, arg);
}

static int resolve_entry(struct resolver *r, struct kpe_arg *arg)
{
	struct kpe_arg *entry = arg->entry;
	bool path = is_path(entry);
	int ret;

	if (arg->nr_ops > 1) {
		entry->typed = true;
		entry->type = word_type;
	}
	r->entering = true;
	ret = resolve_value(r, entry);
	r->entering = false;
	if (!ret && path) {
		arg->ident_len = 0;
		ret = set_text(r, arg, kasprintf(GFP_KERNEL, "entry(%s)", entry->text));
	}
	if (ret || arg->nr_ops > 1)
		return ret;
	arg->type = entry->type;
	arg->names = entry->names;
	entry->names = NULL;
	arg->word = entry->word;
	/* Save the word, which is faster; the text is made at return. */
	if (entry->type.kind == KPE_SYMSTR)
		entry->type = word_type;
	return 0;
}

static int resolve_arg(struct resolver *r, struct kpe_arg *arg)
{
	int ret;

	if (arg->entry) {
		ret = resolve_entry(r, arg);
		if (ret || arg->nr_ops == 1)
			return ret;
	}
	return resolve_value(r, arg);
}

static bool is_name(const char *s, const char *name, size_t len)
{
	return strlen(s) == len && !memcmp(s, name, len);
}

/* Does an argument before @arg have this name? */
static bool is_used(const struct kpe_line *line, const struct kpe_arg *arg,
		    const char *name, size_t len)
{
	const struct kpe_arg *other;

	for (other = line->args; other < arg; other++) {
		if (is_name(other->name, name, len))
			return true;
	}
	return false;
}

/* An identifier names its argument; a word only if the name is free. */
static bool names_itself(const struct kpe_line *line,
			 const struct kpe_arg *arg)
{
	const struct kpe_op *source = arg->entry ? arg->entry->ops : arg->ops;
	bool word = arg->word || source->code == KPE_OP_KSTACK;

	return arg->ident_len && arg->ident_len <= KPE_MAX_ARG_NAME &&
	       !(word && is_used(line, arg, arg->text + arg->ident_at,
				      arg->ident_len));
}

static int name_arg(struct resolver *r, struct kpe_arg *arg)
{
	const struct kpe_line *line = r->line;
	size_t len;

	if (!arg->name && names_itself(line, arg))
		arg->name = kmemdup_nul(arg->text + arg->ident_at,
					arg->ident_len, GFP_KERNEL);
	else if (!arg->name)
		arg->name = kasprintf(GFP_KERNEL, "arg%u",
				      (unsigned int)(arg - line->args) + 1);
	if (!arg->name)
		return no_memory(r);
	len = strlen(arg->name);
	if (kpe_arg_name_reserved(arg->name, len) ||
	    is_used(line, arg, arg->name, len))
		return refuse(r, KPE_ERR_USED_ARG_NAME, arg->col);
	return 0;
}

/* A v11 word or $elapsed names one argument only; resolving decides. */
static bool may_be_word(const struct kpe_arg *arg)
{
	const struct kpe_op *op = arg->entry ? arg->entry->ops : arg->ops;

	return op->code == KPE_OP_ELAPSED ||
	       (op->code == KPE_OP_NAME && is_v11_word(op->text));
}

/* A path gets a new text, so its identifier does not name it. */
static bool has_late_name(const struct kpe_arg *arg)
{
	return !arg->name &&
	       (may_be_word(arg) || is_path(arg) ||
		(arg->entry && is_path(arg->entry)));
}

/* As in mainline, a used name is reported before errors of the argument. */
static int resolve_and_name(struct resolver *r, struct kpe_arg *arg)
{
	bool late = has_late_name(arg);
	int ret = late ? 0 : name_arg(r, arg);

	if (!ret)
		ret = resolve_arg(r, arg);
	if (!ret && late)
		ret = name_arg(r, arg);
	/* True only if the listing shows the v11 word as name. */
	if (!ret && arg->word)
		arg->word = is_name(arg->name, arg->text + arg->ident_at,
				    arg->ident_len);
	return ret;
}

/* --------------------------------------------------------------- condition */

static int resolve_operand(struct resolver *r, struct kpe_operand *operand)
{
	struct kpe_line *line = r->line;
	struct kpe_arg *arg = &operand->arg;
	const struct kpe_type *type;
	unsigned int i;
	int ret;

	for (i = 0; i < line->nr_args && operand->recorded < 0; i++)
		if (!strcmp(line->args[i].name, arg->text))
			operand->recorded = i;
	ret = operand->recorded < 0 ? resolve_arg(r, arg) : 0;
	type = &kpe_operand_arg(line, operand)->type;
	if (!ret && ((type->count && type->kind != KPE_FRAME) || type->kind == KPE_COUNTED))
		ret = refuse(r, KPE_ERR_CONDITION_ARRAY, arg->body_col);
	return ret;
}

static const struct kpe_arg *operand_at(struct resolver *r, unsigned int i)
{
	return kpe_operand_arg(r->line, &r->line->condition->operands[i]);
}

/*
 * A word shown in hex is signed where only that makes sense: it is compared with a
 * negative number, or asked whether it is negative.
 */
static bool looks_signed(const struct kpe_arg *arg, const struct kpe_test *test)
{
	if (kpe_is_signed(&arg->type))
		return true;
	if (arg->type.kind != KPE_HEX || test->right != KPE_NO_OPERAND)
		return false;
	return test->negative || (!test->number && test->how != KPE_EQUAL &&
				  test->how != KPE_UNEQUAL && test->how != KPE_GREATER);
}

static bool is_stack(const struct kpe_arg *arg)
{
	return arg->type.kind == KPE_FRAME;
}

/* A stack is compared with the name of a function. */
static bool is_text_or_stack(const struct kpe_arg *arg)
{
	return kpe_is_string(&arg->type) || is_stack(arg);
}

static int check_test(struct resolver *r, struct kpe_test *test)
{
	const struct kpe_arg *left = operand_at(r, test->left);
	bool text = test->text, is_text = is_text_or_stack(left);

	if (test->right != KPE_NO_OPERAND)
		text = is_text_or_stack(operand_at(r, test->right));
	if (test->right != KPE_NO_OPERAND && text &&
	    (is_stack(left) || is_stack(operand_at(r, test->right))))
		return refuse(r, KPE_ERR_CONDITION_ARRAY, test->value_col);
	if (text != is_text)
		return refuse(r, KPE_ERR_COMPARED_KINDS, test->value_col);
	if (is_text && test->how > KPE_MATCHES)
		return refuse(r, KPE_ERR_STRING_COMPARISON, test->col);
	test->is_signed = looks_signed(left, test);
	return 0;
}

static int resolve_condition(struct resolver *r, struct kpe_condition *cond)
{
	unsigned int i;
	int ret = 0;

	r->comparing = true;
	for (i = 0; i < cond->nr_operands && !ret; i++)
		ret = resolve_operand(r, &cond->operands[i]);
	for (i = 0; i < cond->nr_tests && !ret; i++)
		ret = check_test(r, &cond->tests[i]);
	return ret;
}

/**
 * kpe_line_resolve() - resolve the arguments of a line, and its condition
 * @line: definition from kpe_line_parse(); its arguments change, also on error
 * @info: properties of its place
 * @e: filled on error, with the caret column
 *
 * Each argument gets a name, a type, and ops that fetch.c has. So does each operand of
 * the condition, but for the name.
 *
 * Context: kpe_mutex, for types.h; may sleep. Return: 0 or a negative errno.
 */
int kpe_line_resolve(struct kpe_line *line, const struct kpe_function_info *info,
		     struct kpe_error *e)
{
	struct resolver r = { .line = line, .info = info, .e = e };
	int ret;

	/* reset the flag of earlier lines */
	kpe_types_missed();
	ret = write_out_params(&r);
	for (r.nr_named = 0; r.nr_named < line->nr_args && !ret; r.nr_named++)
		ret = resolve_and_name(&r, &line->args[r.nr_named]);
	if (!ret && line->condition)
		ret = resolve_condition(&r, line->condition);
	return kpe_types_missed() ? no_memory(&r) : ret;
}
