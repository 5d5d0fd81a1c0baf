// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include "types/function.h"
#include "types/types.h"

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

/*
 * Is the type of the function at the place known? @r: state of resolving a line; @func is
 * looked up. Context: kpe_mutex, for types.h; may sleep.
 */
bool kpe_function_known(struct resolver *r)
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
	r->args->by_types = r->func.btf;
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

/*
 * Report why the function is needed but unknown. Context: kpe_mutex, for types.h; may sleep.
 * Return: a negative errno; the error is filled.
 */
int kpe_function_missing(struct resolver *r, unsigned int col)
{
	if (!kpe_types_of(""))
		return kpe_fail(r->e, KPE_ERR_NOSUP_BTFARG, -EOPNOTSUPP, col);
	if (!r->info->at_entry)
		return refuse(r, KPE_ERR_NOSUP_BTFARG, col);
	kpe_fail(r->e, KPE_ERR_NO_BTF_ENTRY, -ENOENT, col);
	if (is_copy(r->info))
		r->e->more = "a clone may have other parameters: use registers";
	return r->e->err;
}

/*
 * Find a parameter by its name. Context: kpe_mutex, for types.h; may sleep. Return: false if
 * there is none.
 */
bool kpe_function_param(struct resolver *r, const char *name,
			struct kpe_param *param)
{
	unsigned int i;

	if (!kpe_function_known(r))
		return false;
	for (i = 0; kpe_btf_param(r->func, i, param); i++) {
		if (!strcmp(param->name, name))
			return true;
	}
	return false;
}

/* ----------------------------------------------------- $arg* and lone $argN */

/* Replace the argument @at by @n new ones. Return: the first, or NULL */
static struct kpe_arg *make_room(struct kpe_args *args, unsigned int at,
				 unsigned int n)
{
	unsigned int left = args->nr_args - at - 1;
	struct kpe_arg *more;

	more = kcalloc(args->nr_args + n, sizeof(*more), GFP_KERNEL);
	if (!more)
		return NULL;
	memcpy(more, args->args, at * sizeof(*more));
	memcpy(more + at + n, args->args + at + 1, left * sizeof(*more));
	kfree(args->args);
	args->args = more;
	args->nr_args += n - 1;
	return more + at;
}

/*
 * Is the number of a "$argN" one that does not fit a word? @op: has the text of it, as it is no
 * number, or too long. Context: any. Return: true if it consists of digits.
 */
bool kpe_is_long_number(const struct kpe_op *op)
{
	const char *digits = op->text + strlen("$arg");

	return strspn(digits, "0123456789") == strlen(digits);
}

/* A lone "$argN" becomes the parameter's name; without a name it stays a word. */
static int rename_param(struct resolver *r, struct kpe_arg *arg)
{
	const struct kpe_op *op = &arg->ops[0];
	struct kpe_param param;
	struct kpe_op *named;

	if (!kpe_btf_nr_params(r->func))
		return 0;
	if (op->text)
		return kpe_fail(r->e, kpe_is_long_number(op) ? KPE_ERR_NO_BTFARG : KPE_ERR_BAD_VAR,
				-ENOENT, op->col);
	if (!kpe_btf_param(r->func, op->index, &param))
		return kpe_fail(r->e, KPE_ERR_NO_BTFARG, -ENOENT, op->col);
	if (!*param.name)
		return 0;
	arg->text = kpe_pool_print(&r->args->pool, "%s%s", param.name, arg->text + arg->body_len);
	named = kpe_pool_copy(&r->args->pool, op, sizeof(*op));
	if (!arg->text || !named)
		return no_memory(r);
	arg->body_len = strlen(param.name);
	arg->ident_len = arg->body_len;
	named->code = KPE_OP_NAME;
	/* in the BTF, which stays until kpe_mutex is released */
	named->text = param.name;
	arg->ops = named;
	return 0;
}

static int make_param_arg(struct resolver *r, struct kpe_arg *arg,
			  unsigned int n, unsigned int col)
{
	arg->col = col;
	arg->body_col = col;
	arg->type_col = col;
	arg->text = kpe_pool_print(&r->args->pool, "$arg%u", n + 1);
	arg->ops = kpe_pool_alloc(&r->args->pool, sizeof(*arg->ops));
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
	unsigned int col = r->args->args[at].col;
	struct kpe_arg *arg;
	unsigned int i, n;
	int ret = 0;

	if (!r->info->at_entry)
		return refuse(r, KPE_ERR_NOFENTRY_ARGS, col);
	if (!kpe_function_known(r))
		return kpe_function_missing(r, col);
	n = kpe_btf_nr_params(r->func);
	if (r->args->nr_args - 1 + n > KPE_MAX_ARGS)
		return kpe_fail(r->e, KPE_ERR_TOO_MANY_ARGS, -E2BIG, r->args->args[0].col);
	arg = make_room(r->args, at, n);
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

/*
 * Expand "$arg*", and name the parameters of lone "$argN". Context: kpe_mutex, for types.h; may
 * sleep. Return: 0, or a negative errno with the error filled.
 */
int kpe_params_write_out(struct resolver *r)
{
	struct kpe_args *args = r->args;
	unsigned int i;
	int ret = 0;

	for (i = 0; i < args->nr_args && !ret; i++)
		if (is_lone_param(&args->args[i]) && kpe_function_known(r))
			ret = rename_param(r, &args->args[i]);
	for (i = 0; i < args->nr_args && !ret; i++) {
		/* There is at most one. */
		if (args->args[i].ops[0].code == KPE_OP_ALL_ARGS)
			return write_out(r, i);
	}
	return ret;
}
