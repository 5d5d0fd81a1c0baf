// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/string.h>
#include "language/spelling.h"
#include "types/similar.h"
#include "types/types.h"

#define HINT_SIZE	300	/* bytes */

static struct kpe_spelling spelling;	/* kpe_mutex */
static char hint[HINT_SIZE];		/* kpe_mutex */

static void consider(const char *name)
{
	kpe_spelling_consider(&spelling, name);
}

/*
 * Suggest a member for a name that is none. Context: kpe_mutex, for types.h; may sleep. Return:
 * the hint, or NULL.
 */
const char *kpe_similar_member(struct kpe_tref type, const char *name, size_t len)
{
	char asked[KSYM_NAME_LEN];

	if (len >= sizeof(asked))
		return NULL;
	strscpy(asked, name, len + 1);
	kpe_spelling_begin(&spelling, asked);
	kpe_btf_each_member(type, consider);
	return kpe_spelling_say(&spelling, hint, sizeof(hint));
}

/*
 * Suggest a parameter, or in a condition a recorded argument. @name: a name that is neither.
 * Context: kpe_mutex, for types.h; may sleep. Return: the hint, or NULL.
 */
const char *kpe_similar_name(const struct resolver *r, const char *name)
{
	struct kpe_param param;
	unsigned int i;

	kpe_spelling_begin(&spelling, name);
	for (i = 0; kpe_btf_param(r->func, i, &param); i++)
		consider(param.name);
	for (i = 0; r->comparing && i < r->args->nr_args; i++)
		consider(r->args->args[i].name);
	return kpe_spelling_say(&spelling, hint, sizeof(hint));
}

static void consider_struct(struct kpe_tref type, const char *name)
{
	if (kpe_btf_is_struct(type))
		consider(name);
}

static void consider_number(struct kpe_tref type, const char *name)
{
	struct kpe_type shown;

	kpe_btf_shown_as(type, &shown);
	if (shown.kind != KPE_HEX)
		consider(name);
}

/* All names are compared, which is slow. */
static const char *similar_type(const char *module, const char *name,
				void (*fn)(struct kpe_tref type, const char *name))
{
	const struct kpe_btf *btf = kpe_types_of(""), *own = kpe_types_of(module);

	kpe_spelling_begin(&spelling, name);
	if (btf)
		kpe_btf_each_type(btf, fn);
	if (own && own != btf)
		kpe_btf_each_type(own, fn);
	return kpe_spelling_say(&spelling, hint, sizeof(hint));
}

/*
 * Why a structure is unknown. @name: a name that no structure has. Context: kpe_mutex, for
 * types.h; may sleep. Return: the hint, or NULL.
 */
const char *kpe_similar_struct(const char *module, const char *name)
{
	if (kpe_types_differ(name))
		return "modules have different structures of this name";
	return similar_type(module, name, consider_struct);
}

/*
 * Suggest a typedef for a type that is none. @name: a name that no number's typedef has.
 * Context: kpe_mutex, for types.h; may sleep. Return: the hint, or NULL.
 */
const char *kpe_similar_number(const char *module, const char *name)
{
	return similar_type(module, name, consider_number);
}
