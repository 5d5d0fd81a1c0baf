// SPDX-License-Identifier: GPL-2.0
/* btf_ask - all questions that btf.h has an answer to */
#include <linux/kernel.h>
#include <linux/string.h>

#include "btf_ask.h"
#include "unit.h"

#define MAX_DEPTH	4	/* from a name, type by type */
#define MAX_PARAMS	12	/* asked for; each takes as long as all before it */
#define MAX_MEMBERS	8	/* names that are tried */

static void ask_type(struct asked *a, struct kpe_tref type, unsigned int depth);

static void ask_members(struct asked *a, struct kpe_tref type, unsigned int depth)
{
	unsigned int i, nr = min_t(unsigned int, a->nr_names, MAX_MEMBERS);
	struct kpe_member m;

	for (i = 0; i < nr; i++) {
		const char *name = a->names[(i + a->questions) % a->nr_names];

		if (kpe_btf_member(type, name, strlen(name), &m))
			ask_type(a, m.type, depth - 1);
	}
}

/* It fits the room that a record has for a value. */
static void check_shown(const struct kpe_type *shown)
{
	if ((shown->size != 1 && shown->size != 2 && shown->size != 4 &&
	     shown->size != 8) || shown->count ||
	    (shown->kind != KPE_HEX && shown->kind != KPE_UNSIGNED && shown->kind != KPE_SIGNED))
		unit_fail("shown as %u, %u bytes", shown->kind, shown->size);
}

static void ask_type(struct asked *a, struct kpe_tref type, unsigned int depth)
{
	const char *forward = kpe_btf_is_struct(type) ? NULL : kpe_btf_struct_name(type);
	struct kpe_type shown;

	a->questions++;
	kpe_btf_shown_as(type, &shown);
	check_shown(&shown);
	if (kpe_btf_is_char(type) + kpe_btf_is_struct(type) + kpe_btf_is_void(type) + !!forward > 1)
		unit_fail("type %u is several things", type.id);
	if (kpe_btf_is_address(type) && kpe_btf_is_struct(type))
		unit_fail("structure %u is an address", type.id);
	if (kpe_btf_is_text(type) && kpe_btf_is_text(kpe_btf_pointee(type)))
		unit_fail("type %u points to characters and to pointers", type.id);
	if (kpe_btf_is_signed(type) && kpe_btf_is_struct(type))
		unit_fail("structure %u has a sign", type.id);
	if (forward)
		a->questions += strlen(forward);
	if (!type.btf || !depth)
		return;
	ask_type(a, kpe_btf_pointee(type), depth - 1);
	ask_type(a, kpe_btf_element(type), depth - 1);
	if (kpe_btf_is_struct(type))
		ask_members(a, type, depth);
}

static void ask_function(struct asked *a, struct kpe_tref func)
{
	unsigned int n = kpe_btf_nr_params(func), i;
	struct kpe_param param;

	for (i = 0; i < MAX_PARAMS; i++) {
		bool there = kpe_btf_param(func, i, &param);

		if (!there && i < n)
			unit_fail("no parameter %u of %u", i, n);
		if (!there)
			break;
		if (i >= n)
			unit_fail("parameter %u of %u", i, n);
		a->questions += strlen(param.name);
		ask_type(a, param.type, MAX_DEPTH);
	}
	if (kpe_btf_param(func, n, &param))
		unit_fail("parameter %u of %u", n, n);
	ask_type(a, kpe_btf_returns(func), MAX_DEPTH);
}

static void ask_name(struct asked *a, const char *name)
{
	struct kpe_tref type;
	unsigned int kind;
	u32 offset;

	for (kind = 1; kind <= KPE_BTF_SECTION; kind <<= 1) {
		type = kpe_btf_find(a->btf, name, strlen(name), kind);
		if (!type.btf)
			continue;
		ask_function(a, type);
		ask_type(a, type, MAX_DEPTH);
	}
	ask_type(a, kpe_btf_struct(a->btf, name), MAX_DEPTH);
	kpe_btf_var_offset(a->btf, ".data..percpu", name, &offset);
}

void btf_ask(struct asked *a)
{
	unsigned int i;

	for (i = 0; i < a->nr_names; i++)
		ask_name(a, a->names[i]);
}
