// SPDX-License-Identifier: GPL-2.0
#include <linux/string.h>
#include "language/spelling.h"
#include "types/member_spelling.h"
#include "types/types.h"

#define HINT_SIZE	300	/* bytes */

static struct kpe_spelling spelling;		/* kpe_mutex */
static char hint[HINT_SIZE];		/* kpe_mutex */

static void consider(const char *name)
{
	kpe_spelling_consider(&spelling, name);
}

/**
 * kpe_spelling_member() - suggest similar members
 * @type: structure or union
 * @name: unknown name; need not be NUL-terminated
 * @len: characters of @name
 *
 * Context: kpe_mutex, for types.h. Return: the hint, or NULL.
 */
const char *kpe_spelling_member(struct kpe_tref type, const char *name, size_t len)
{
	char asked[KSYM_NAME_LEN];

	if (len >= sizeof(asked))
		return NULL;
	memcpy(asked, name, len);
	asked[len] = '\0';
	kpe_spelling_begin(&spelling, asked);
	kpe_btf_each_member(type, consider);
	return kpe_spelling_say(&spelling, hint, sizeof(hint));
}

/**
 * kpe_spelling_param() - suggest similar parameters
 * @func: the function
 * @name: unknown name
 *
 * Context: kpe_mutex, for types.h. Return: the hint, or NULL.
 */
const char *kpe_spelling_param(struct kpe_tref func, const char *name)
{
	struct kpe_param param;
	unsigned int i;

	kpe_spelling_begin(&spelling, name);
	for (i = 0; kpe_btf_param(func, i, &param); i++)
		consider(param.name);
	return kpe_spelling_say(&spelling, hint, sizeof(hint));
}

/**
 * kpe_spelling_struct() - explain why a structure is unknown
 * @module: module searched first, as for kpe_types_struct()
 * @name: name of the structure
 *
 * Slow: it compares all names.
 *
 * Context: kpe_mutex, for types.h; may sleep. Return: the hint, or NULL.
 */
const char *kpe_spelling_struct(const char *module, const char *name)
{
	const struct kpe_btf *btf;

	if (kpe_types_differ(name))
		return "modules have different structures of this name";
	kpe_spelling_begin(&spelling, name);
	btf = kpe_types_of("");
	if (btf)
		kpe_btf_each_struct(btf, consider);
	btf = *module ? kpe_types_of(module) : NULL;
	if (btf)
		kpe_btf_each_struct(btf, consider);
	return kpe_spelling_say(&spelling, hint, sizeof(hint));
}
