// SPDX-License-Identifier: GPL-2.0
/*
 * types_unit - types.h for tests, which say what is known
 */
#include <linux/string.h>

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
