// SPDX-License-Identifier: GPL-2.0
/* types_unit - types.h for tests, which say what is known */
#include <linux/compiler.h>
#include <linux/string.h>

#include "types/types.h"
#include "types_unit.h"

static const struct kpe_btf *of_kernel, *of_module;
static bool hidden, scarce, missed;

void types_are(const struct kpe_btf *kernel, const struct kpe_btf *module)
{
	of_kernel = kernel;
	of_module = module;
}

void types_hide(bool hide)
{
	hidden = hide;
}

void types_miss(bool miss)
{
	scarce = miss;
}

const struct kpe_btf *kpe_types_of(const char *module)
{
	missed |= scarce;
	if (hidden || scarce)
		return NULL;
	if (!*module)
		return of_kernel;
	return strcmp(module, UNIT_MODULE) ? NULL : of_module;
}

bool kpe_types_missed(void)
{
	bool was_missed = missed;

	missed = false;
	return was_missed;
}

static struct kpe_tref find_in(const char *module, const char *name)
{
	const struct kpe_btf *btf = kpe_types_of(module);

	return btf ? kpe_btf_struct(btf, name) : (struct kpe_tref){ };
}

/* First in @module, then in the kernel, then anywhere, as types.h says */
struct kpe_tref kpe_types_struct(const char *module, const char *name)
{
	struct kpe_tref type = find_in(module, name);

	if (!type.btf)
		type = find_in("", name);
	return type.btf ? type : find_in(UNIT_MODULE, name);
}

bool kpe_types_differ(const char *name)
{
	return !strcmp(name, "differs");
}

bool kpe_percpu_offset(const char *name, u32 *offset)
{
	const struct kpe_btf *btf = kpe_types_of("");

	return btf && kpe_btf_var_offset(btf, ".data..percpu", name, offset);
}

bool kpe_variable_module(const char *module)
{
	return !strcmp(module, UNIT_MODULE) || !strcmp(module, KPE_KERNEL_NAME);
}

/* Tests with a machine have variables; to others everything is one, but "none". */
int __weak kpe_variable_find(const struct kpe_op *op, const char *own, struct kpe_variable *var,
			     struct kpe_error *e)
{
	const unsigned int col = op->scope.name ? op->col + 2 + strlen(op->scope.name) : op->col;

	(void)own;
	*var = (struct kpe_variable){ };
	if (op->scope.name && !kpe_variable_module(op->scope.name))
		return e ? kpe_fail(e, KPE_ERR_NO_MODULE, -ENOENT, op->col + 1) : -ENOENT;
	if (strcmp(op->text, "none"))
		return 0;
	return e ? kpe_fail(e, KPE_ERR_UNKNOWN_DATA_SYMBOL, -ENOENT, col) : -ENOENT;
}

struct kpe_tref kpe_variable_type(const struct kpe_op *op, const char *own, bool *percpu)
{
	const struct kpe_btf *btf = kpe_types_of("");
	u32 offset;

	(void)own;
	*percpu = btf && kpe_btf_var_offset(btf, KPE_PERCPU_SECTION, op->text, &offset);
	return btf ? kpe_btf_var(btf, op->text) : (struct kpe_tref){ };
}
