// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include "types/resolve.h"
#include "types/resolver.h"
#include "types/types.h"

/* Other suffixes (.isra, .constprop, .part) mean a copy or a part, with its own parameters. */
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

/* Is the type of the function at the place known? Looks it up on the first call. */
bool kpe_function_known(struct resolver *r)
{
	const struct kpe_btf *btf;
	const char *name;
	unsigned int i;
	size_t len;

	if (r->looked)
		return r->func.btf;
	r->looked = true;
	if (!r->info->at_entry)
		return false;
	btf = kpe_types_of(r->info->module);
	for (i = 0; btf && i < ARRAY_SIZE(r->info->function) && !r->func.btf; i++) {
		name = r->info->function[i];
		if (!name)
			break;
		r->func = kpe_btf_find(btf, name, strlen(name), KPE_BTF_FUNC);
		len = strcspn(name, ".");
		if (!r->func.btf && is_still_the_function(name + len))
			r->func = kpe_btf_find(btf, name, len, KPE_BTF_FUNC);
	}
	r->args->by_types = r->func.btf;
	return r->func.btf;
}

/* Report why the function is needed but unknown */
int kpe_function_missing(struct resolver *r, unsigned int col)
{
	const char *const *name = r->info->function;

	if (!kpe_types_of(""))
		return kpe_fail(r->e, KPE_ERR_NOSUP_BTFARG, -EOPNOTSUPP, col);
	if (!r->info->at_entry)
		return kpe_fail_with(r->e, KPE_ERR_NOSUP_BTFARG, -EINVAL, col,
				     "parameters have names only where a function begins");
	kpe_fail(r->e, KPE_ERR_NO_BTF_ENTRY, -ENOENT, col);
	if ((name[0] && strchr(name[0], '.')) || (name[0] && name[1] && strchr(name[1], '.')))
		r->e->more = "a clone may have other parameters: use registers";
	return r->e->err;
}

/* Is the text of a "$argN" that is no number one that is too long? */
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

/* Replace the argument @at by one for each parameter */
static int expand_all_args(struct resolver *r, unsigned int at)
{
	struct kpe_args *args = r->args;
	unsigned int col = args->args[at].col, left = args->nr_args - at - 1, i, n;
	struct kpe_arg *more, *arg;
	int ret = 0;

	if (!r->info->at_entry)
		return refuse(r, KPE_ERR_NOFENTRY_ARGS, col);
	if (!kpe_function_known(r))
		return kpe_function_missing(r, col);
	n = kpe_btf_nr_params(r->func);
	if (args->nr_args - 1 + n > KPE_MAX_ARGS)
		return kpe_fail(r->e, KPE_ERR_TOO_MANY_ARGS, -E2BIG, args->args[0].col);
	more = kpe_pool_alloc(&args->pool, (args->nr_args + n) * sizeof(*more));
	if (!more)
		return no_memory(r);
	memcpy(more, args->args, at * sizeof(*more));
	memcpy(more + at + n, args->args + at + 1, left * sizeof(*more));
	args->args = more;
	args->nr_args += n - 1;
	for (i = 0; i < n && !ret; i++) {
		arg = &more[at + i];
		arg->col = col;
		arg->body_col = col;
		arg->type_col = col;
		arg->text = kpe_pool_print(&args->pool, "$arg%u", i + 1);
		arg->ops = kpe_pool_alloc(&args->pool, sizeof(*arg->ops));
		if (!arg->text || !arg->ops)
			return no_memory(r);
		*arg->ops = (struct kpe_op){ .code = KPE_OP_ARG, .col = col, .index = i };
		arg->nr_ops = 1;
		arg->body_len = strlen(arg->text);
		ret = rename_param(r, arg);
	}
	return ret;
}

/* Expand "$arg*", and name the parameters of lone "$argN" */
int kpe_params_write_out(struct resolver *r)
{
	struct kpe_args *args = r->args;
	struct kpe_arg *arg;
	unsigned int i;
	int ret = 0;

	for (i = 0; i < args->nr_args && !ret; i++) {
		arg = &args->args[i];
		if (!arg->name && arg->nr_ops == 1 && arg->ops[0].code == KPE_OP_ARG &&
		    kpe_function_known(r))
			ret = rename_param(r, arg);
	}
	for (i = 0; i < args->nr_args && !ret; i++)
		/* There is at most one. */
		if (args->args[i].ops[0].code == KPE_OP_ALL_ARGS)
			return expand_all_args(r, i);
	return ret;
}
