// SPDX-License-Identifier: GPL-2.0
/*
 * There are three steps. "$arg*" is expanded to an argument per parameter, and a lone
 * "$argN" becomes the parameter's name. Then the ops of each argument are run over
 * types instead of values, which leaves only ops that fetch.c has. Then the argument
 * gets its type and its name.
 */
#include <linux/kernel.h>
#include "language/line.h"
#include "types/resolve.h"
#include "types/resolver.h"
#include "types/types.h"

/* ------------------------------------------------------------- one argument */

static int resolve_arg(struct resolver *r, struct kpe_arg *arg);

/* What is resolved in place becomes a copy. Return: false without memory */
static bool copy_entry(struct kpe_pool *pool, struct kpe_arg *arg)
{
	if (!arg->entry)
		return true;
	arg->entry = kpe_pool_copy(pool, arg->entry, sizeof(*arg->entry));
	return arg->entry;
}

/* One more value that is fetched but not recorded. @number: of it, see kpe_args_value() */
static int add_counter(struct resolver *r, const struct kpe_arg *arg, u16 *number)
{
	struct kpe_args *args = r->args;
	unsigned int before = args->nr_args;

	/* each value needs one at most */
	before += args->condition ? args->condition->nr_operands : 0;
	if (!args->counters)
		args->counters = kpe_pool_alloc(&args->pool, before * sizeof(*args->counters));
	if (!args->counters)
		return no_memory(r);
	*number = before + args->nr_counters;
	args->counters[args->nr_counters++] = arg;
	return 0;
}

/* What is fetched at entry is saved, and a value that is fetched at return has it */
static const struct kpe_arg *saved(struct resolver *r, struct kpe_arg *entry)
{
	struct kpe_arg *arg = kpe_pool_alloc(&r->args->pool, sizeof(*arg));
	struct kpe_op *op = kpe_pool_alloc(&r->args->pool, sizeof(*op));

	if (!arg || !op)
		return NULL;
	op->code = KPE_OP_ENTRY;
	*arg = (struct kpe_arg){ .type = entry->type, .nr_ops = 1, .ops = op, .entry = entry };
	return arg;
}

/* What says how many bytes @arg has is a recorded argument, or a value of its own */
static int resolve_counter(struct resolver *r, struct kpe_arg *arg)
{
	const struct kpe_arg *counting = arg->counting, *counter;
	unsigned int nr = r->entering ? 0 : r->nr_named;
	int i = kpe_arg_named(r->args, nr, counting->text, strlen(counting->text));
	struct kpe_pool *pool = &r->args->pool;
	struct kpe_arg *own = NULL;
	int ret = 0;

	if (i < 0) {
		own = kpe_pool_copy(pool, counting, sizeof(*counting));
		ret = own && copy_entry(pool, own) ? resolve_arg(r, own) : no_memory(r);
	}
	if (ret)
		return ret != -ENOMEM && counting->ops->code == KPE_OP_NAME ?
			refuse(r, KPE_ERR_FORMAT_COUNTER, counting->ops->col) : ret;
	counter = own ?: &r->args->args[i];
	if (counter->type.count || kpe_is_dynamic(&counter->type))
		return refuse(r, KPE_ERR_FORMAT_COUNTER, counting->ops->col);
	arg->counter = i;
	if (!own && !r->comparing)
		return 0;
	if (r->entering)
		counter = saved(r, own);
	return counter ? add_counter(r, counter, &arg->counter) : no_memory(r);
}

/*
 * Make the ops of an argument those that fetch.c has. "@X:Y" has been read as a symbol X of
 * type Y. It is the symbol Y of module X if there is no such type, but a module.
 */
static int resolve_value(struct resolver *r, struct kpe_arg *arg)
{
	bool no_type = kpe_arg_may_be_of_module(arg) && !kpe_is_typedef(r, arg->type_name);
	const char *module = arg->ops[0].text;
	struct value v = { };
	unsigned int i;
	int ret;

	if (no_type && (!strcmp(module, r->info->module) || kpe_variable_module(module))) {
		/* they are the line's; with the place of the read, if there is none */
		arg->ops = kpe_pool_copy(&r->args->pool, arg->ops, 2 * sizeof(*arg->ops));
		if (!arg->ops)
			return no_memory(r);
		kpe_arg_is_of_module(arg);
		no_type = false;
	}
	/* one op more per step of a path, for a per-CPU variable, and to load the value */
	v.ops = kcalloc(arg->nr_ops + 6, sizeof(*v.ops), GFP_KERNEL);
	if (!v.ops)
		return no_memory(r);
	v.last = &arg->ops[arg->nr_ops - 1];
	ret = arg->counting ? resolve_counter(r, arg) : 0;
	if (!ret)
		ret = kpe_value_begin(r, arg, &v);
	if (ret && no_type && r->e->code == KPE_ERR_UNKNOWN_DATA_SYMBOL)
		r->e->more = "nor is a module of this name loaded";
	for (i = 1; i < arg->nr_ops && !ret; i++)
		ret = kpe_value_step(r, &v, &arg->ops[i]);
	if (!ret)
		ret = kpe_value_type(r, &v, arg);
	/* only reading memory adds the offset of a cast */
	if (!ret && !v.memory && !v.in_words && v.offset)
		ret = refuse(r, KPE_ERR_TYPECAST_REQ_FIELD, arg->body_col);
	if (!ret) {
		kpe_value_load(&v, arg->body_col);
		arg->ops = kpe_pool_copy(&r->args->pool, v.ops, v.nr * sizeof(*v.ops));
		arg->nr_ops = v.nr;
		ret = arg->ops ? kpe_value_fits(r, arg) : no_memory(r);
	}
	kfree(v.ops);
	return ret;
}

static bool is_path(const struct kpe_arg *arg)
{
	return arg->typed && (arg->type.kind == KPE_DENTRY ||
			      arg->type.kind == KPE_FILE);
}

static int resolve_entry(struct resolver *r, struct kpe_arg *arg)
{
	struct kpe_arg *entry = arg->entry;
	bool path = is_path(entry);
	int ret;

	if (arg->nr_ops > 1) {
		entry->typed = true;
		entry->type = KPE_WORD_TYPE;
	}
	r->entering = true;
	ret = resolve_value(r, entry);
	r->entering = false;
	if (!ret && path) {
		arg->ident_len = 0;
		ret = set_text(r, arg, kpe_pool_print(&r->args->pool, "entry(%s)", entry->text));
	}
	if (ret || arg->nr_ops > 1)
		return ret;
	arg->type = entry->type;
	arg->names = entry->names;
	arg->word = entry->word;
	/* Save the word, which is faster; the text is made at return. */
	if (entry->type.kind == KPE_SYMSTR)
		entry->type = KPE_WORD_TYPE;
	return 0;
}

static int resolve_arg(struct resolver *r, struct kpe_arg *arg)
{
	int ret = arg->entry ? resolve_entry(r, arg) : 0;

	return ret || (arg->entry && arg->nr_ops == 1) ? ret : resolve_value(r, arg);
}

static int name_arg(struct resolver *r, struct kpe_arg *arg)
{
	bool word = arg->word || kpe_op_is_stack(kpe_source_of(arg)->code);
	const char *ident = arg->text + arg->ident_at;
	struct kpe_args *args = r->args;
	unsigned int nr = arg - args->args;

	/* An identifier names its argument; a word only if the name is free. */
	if (!arg->name && arg->ident_len && arg->ident_len <= KPE_MAX_ARG_NAME &&
	    (!word || kpe_arg_named(args, nr, ident, arg->ident_len) < 0))
		arg->name = kpe_pool_text(&args->pool, ident, arg->ident_len);
	else if (!arg->name)
		arg->name = kpe_pool_print(&args->pool, "arg%u", nr + 1);
	if (!arg->name)
		return no_memory(r);
	if (kpe_arg_name_reserved(arg->name, strlen(arg->name)) ||
	    kpe_arg_named(args, nr, arg->name, strlen(arg->name)) >= 0)
		return refuse(r, KPE_ERR_USED_ARG_NAME, arg->col);
	return 0;
}

/*
 * As in mainline, a used name is reported before errors of the argument. But a v11 word or
 * $elapsed names one argument only, and a path gets a new text: resolving decides.
 */
static int resolve_and_name(struct resolver *r, struct kpe_arg *arg)
{
	const struct kpe_op *op = kpe_source_of(arg);
	bool late = !arg->name &&
		    (op->code == KPE_OP_ELAPSED || is_path(arg) ||
		     (op->code == KPE_OP_NAME && kpe_is_v11_word(op->text)) ||
		     (arg->entry && is_path(arg->entry)));
	int ret = late ? 0 : name_arg(r, arg);

	if (!ret)
		ret = resolve_arg(r, arg);
	if (!ret && late)
		ret = name_arg(r, arg);
	/* True only if the listing shows the v11 word as name. */
	if (!ret && arg->word)
		arg->word = kpe_text_is(arg->name, arg->text + arg->ident_at, arg->ident_len);
	return ret;
}

/* ---------------------------------------------------------------- condition */

static int resolve_operand(struct resolver *r, struct kpe_operand *operand)
{
	struct kpe_args *args = r->args;
	struct kpe_arg *arg = &operand->arg;
	const struct kpe_type *type;
	int ret;

	operand->recorded = kpe_arg_named(args, args->nr_args, arg->text, strlen(arg->text));
	ret = operand->recorded < 0 ? resolve_arg(r, arg) : 0;
	/* before the record is made, a recorded one is of no use */
	operand->counter = kpe_operand_arg(args, operand)->counter;
	if (!ret && kpe_operand_arg(args, operand)->counting && operand->counter < args->nr_args)
		ret = add_counter(r, &args->args[operand->counter], &operand->counter);
	type = &kpe_operand_arg(args, operand)->type;
	if (!ret && ((type->count && type->kind != KPE_FRAME) || type->kind == KPE_COUNTED))
		ret = refuse(r, KPE_ERR_CONDITION_ARRAY, arg->body_col);
	if (ret && type->kind == KPE_USER_FRAME)
		r->e->more = "the kernel has no names for addresses of a program";
	return ret;
}

static const struct kpe_arg *operand_at(struct resolver *r, unsigned int i)
{
	return kpe_operand_arg(r->args, &r->args->condition->operands[i]);
}

/* A word in hex is signed if it is compared with a negative number, or asked whether it is one. */
static bool looks_signed(const struct kpe_arg *arg, const struct kpe_test *test)
{
	if (kpe_is_signed(&arg->type))
		return true;
	if (arg->type.kind != KPE_HEX || test->right != KPE_NO_OPERAND)
		return false;
	return test->negative || (!test->number && test->how != KPE_EQUAL &&
				  test->how != KPE_UNEQUAL && test->how != KPE_GREATER);
}

/*
 * For equality, a constant may be the bits of the number: 0xff is -1 in a signed byte, where
 * 255 is no value, and -1 is 0xff in an unsigned one. One that has no such bits is a value.
 */
static void fit_constant(struct kpe_test *test, const struct kpe_type *type)
{
	unsigned int unused = 64 - (type->bit_width ?: 8 * type->size);
	unsigned long bits = test->number << unused;
	unsigned long value = (long)bits >> unused;

	if (test->how > KPE_UNEQUAL)
		return;
	if (test->is_signed && test->is_hex && test->number <= ~0UL >> unused) {
		test->number = value;
		test->negative = (long)bits < 0;
	} else if (!test->is_signed && test->negative && test->number == value) {
		test->number = bits >> unused;
		test->negative = false;
	}
}

/* A stack is compared with the name of a function. */
static bool is_text_or_stack(const struct kpe_arg *arg)
{
	return kpe_is_string(&arg->type) || arg->type.kind == KPE_FRAME;
}

static int check_test(struct resolver *r, struct kpe_test *test)
{
	const struct kpe_arg *left = operand_at(r, test->left), *right = NULL, *number;
	bool text = test->text, is_text = is_text_or_stack(left);

	if (test->right != KPE_NO_OPERAND) {
		right = operand_at(r, test->right);
		text = is_text_or_stack(right);
	}
	if (right && text && (left->type.kind == KPE_FRAME || right->type.kind == KPE_FRAME))
		return refuse(r, KPE_ERR_CONDITION_ARRAY, test->value_col);
	if (text != is_text) {
		refuse(r, KPE_ERR_COMPARED_KINDS, test->value_col);
		number = is_text ? right : left;
		if (number && !number->typed && number->type.kind == KPE_HEX)
			r->e->more = "write :string behind it if it is the address of a text";
		return r->e->err;
	}
	if (is_text && test->how > KPE_MATCHES)
		return refuse(r, KPE_ERR_STRING_COMPARISON, test->col);
	test->is_signed = looks_signed(left, test);
	fit_constant(test, &left->type);
	return 0;
}

static int resolve_condition(struct resolver *r)
{
	struct kpe_condition *cond = r->args->condition;
	unsigned int i;
	int ret = 0;

	r->comparing = true;
	for (i = 0; cond && i < cond->nr_operands && !ret; i++)
		ret = resolve_operand(r, &cond->operands[i]);
	for (i = 0; cond && i < cond->nr_tests && !ret; i++)
		ret = check_test(r, &cond->tests[i]);
	return ret;
}

/* ----------------------------------------------------------- the whole line */

static bool copy_line(struct kpe_args *args, const struct kpe_definition *line)
{
	const struct kpe_condition *from = line->condition;
	struct kpe_condition *cond;
	unsigned int i;
	bool ok = true;

	args->is_return = line->is_return;
	args->nr_args = line->nr_args;
	if (line->nr_args) {
		args->args = kpe_pool_copy(&args->pool, line->args,
					   line->nr_args * sizeof(*line->args));
		ok = args->args;
	}
	for (i = 0; i < line->nr_args && ok; i++)
		ok = copy_entry(&args->pool, &args->args[i]);
	if (!ok || !from)
		return ok;
	cond = kpe_pool_copy(&args->pool, from, sizeof(*cond));
	args->condition = cond;
	if (!cond)
		return false;
	cond->tests = kpe_pool_copy(&args->pool, from->tests,
				    from->nr_tests * sizeof(*from->tests));
	cond->operands = kpe_pool_copy(&args->pool, from->operands,
				       from->nr_operands * sizeof(*from->operands));
	ok = cond->tests && cond->operands;
	for (i = 0; i < cond->nr_operands && ok; i++)
		ok = copy_entry(&args->pool, &cond->operands[i].arg);
	return ok;
}

/*
 * Resolve the arguments of a line, and its condition. @line: from kpe_definition_parse().
 * @info: properties of its place. Context: kpe_mutex, for types.h; may sleep. Return: the
 * arguments, for kpe_args_free(); NULL with @e filled.
 */
struct kpe_args *kpe_definition_resolve(const struct kpe_definition *line,
					const struct kpe_function_info *info, struct kpe_error *e)
{
	struct kpe_args *args = kzalloc(sizeof(*args), GFP_KERNEL);
	struct resolver r = { .line = line, .args = args, .info = info, .e = e };
	int ret;

	/* reset the flag of earlier lines */
	kpe_types_missed();
	ret = args && copy_line(args, line) ? kpe_params_write_out(&r) : no_memory(&r);
	for (; !ret && r.nr_named < args->nr_args; r.nr_named++)
		ret = resolve_and_name(&r, &args->args[r.nr_named]);
	ret = ret ?: resolve_condition(&r);
	if (kpe_types_missed())
		ret = no_memory(&r);
	if (!ret)
		return args;
	kpe_args_free(args);
	return NULL;
}

void kpe_args_free(struct kpe_args *args)
{
	if (!args)
		return;
	kpe_pool_free(&args->pool);
	kfree(args);
}
