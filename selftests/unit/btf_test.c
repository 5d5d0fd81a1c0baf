// SPDX-License-Identifier: GPL-2.0
/* btf_test - the BTF reader, on BTFs made by hand, and damaged */
#include <stdio.h>
#include <stdlib.h>

#include <linux/err.h>
#include <linux/jhash.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "btf_make.h"
#include "unit.h"

static struct maker m, base;

static void want(const char *about, u64 got, u64 wanted)
{
	if (got != wanted)
		unit_fail("%s: %llu, not %llu", about, got, wanted);
}

static struct kpe_tref type_of(const struct kpe_btf *btf, u32 id)
{
	return (struct kpe_tref){ .btf = btf, .id = id };
}

/* The first looks at all records, later ones use an index. */
#define LOOKUPS	20

static struct kpe_tref find(const struct kpe_btf *btf, const char *name, enum kpe_btf_kind kind)
{
	char *copy = kmemdup(name, strlen(name) ?: 1, GFP_KERNEL);
	struct kpe_tref type = kpe_btf_find(btf, copy, strlen(name), kind);
	struct kpe_tref again;
	unsigned int i;

	for (i = 0; i < LOOKUPS; i++) {
		again = kpe_btf_find(btf, copy, strlen(name), kind);
		if (again.btf != type.btf || again.id != type.id)
			unit_fail("%s: %u, then %u", name, type.id, again.id);
	}
	kfree(copy);
	return type;
}

/* @name is not followed by a NUL. */
static bool member_of(struct kpe_tref type, const char *name, struct kpe_member *member)
{
	size_t len = strlen(name);
	char *copy = kmemdup(name, len ?: 1, GFP_KERNEL);
	bool found = kpe_btf_member(type, copy, len, member);

	kfree(copy);
	return found;
}

static void want_member(struct kpe_tref type, const char *name, u64 bit, unsigned int width, u32 id)
{
	struct kpe_member member;

	if (!member_of(type, name, &member))
		return unit_fail("no member %s", name);
	if (member.bit != bit || member.width != width || member.type.id != id)
		unit_fail("%s: bit %llu, width %u, type %u", name, member.bit,
			  member.width, member.type.id);
}

static void want_no_member(struct kpe_tref type, const char *name)
{
	struct kpe_member member;

	if (member_of(type, name, &member))
		unit_fail("a member \"%s\"", name);
}

/* -------------------------------------------------------------------- names */

UNIT_CASE(test_names, "btf: names")
{
	u32 number, record, other, alias, function, var, section, plain;
	struct kpe_btf *btf;

	make_start(&m, NULL);
	number = make_int(&m, "number", 4, BTF_INT_SIGNED);
	other = make_struct(&m, BTF_KIND_UNION, "either", 8, FIELDS({ "x", number }));
	alias = make_ref(&m, BTF_KIND_TYPEDEF, "same", number);
	record = make_struct(&m, BTF_KIND_STRUCT, "same", 8, FIELDS({ "x", number }));
	plain = make_ref(&m, BTF_KIND_TYPEDEF, "record_t", record);
	function = make_func(&m, "same", number, NO_FIELDS);
	make_func(&m, "same", 0, NO_FIELDS);
	make_func(&m, "sam", 0, NO_FIELDS);
	make_func(&m, "", 0, NO_FIELDS);
	make_ref(&m, BTF_KIND_FWD, "later", 0);
	var = make_var(&m, "same", number);
	section = make_section(&m, "same", FIELDS({ "", var, 24 }));
	btf = make_open(&m, NULL);
	want("function", find(btf, "same", KPE_BTF_FUNC).id, function);
	want("struct", find(btf, "same", KPE_BTF_STRUCT).id, record);
	want("union", find(btf, "either", KPE_BTF_STRUCT).id, other);
	want("typedef", find(btf, "same", KPE_BTF_TYPEDEF).id, alias);
	want("variable", find(btf, "same", KPE_BTF_VAR).id, var);
	want("section", find(btf, "same", KPE_BTF_SECTION).id, section);
	want("part of a name", !find(btf, "sa", KPE_BTF_FUNC).btf, true);
	want("longer name", !find(btf, "same1", KPE_BTF_FUNC).btf, true);
	want("no name", !find(btf, "", KPE_BTF_FUNC).btf, true);
	want("integer", !find(btf, "number", KPE_BTF_TYPEDEF).btf, true);
	want("struct by name", kpe_btf_struct(btf, "same").id, record);
	want("union by name", kpe_btf_struct(btf, "either").id, other);
	want("struct by typedef", kpe_btf_struct(btf, "record_t").id, plain);
	want("function as struct", !kpe_btf_struct(btf, "sam").btf, true);
	want("forward as struct", !kpe_btf_struct(btf, "later").btf, true);
	kpe_btf_close(btf);
}

/* However few hashes there are, the name decides. */
UNIT_CASE(test_collisions, "btf: names with one hash")
{
	unit_hash_mask = 1;
	test_names();
	unit_hash_mask = 0;
	test_names();
	unit_hash_mask = ~0U;
}

/* ------------------------------------------------------------------ members */

UNIT_CASE(test_bitfields, "btf: bitfields")
{
	u32 s32, u32_, u64_, old3, old5, kinds, plain, mode, tag;
	struct kpe_tref type;
	struct kpe_btf *btf;

	make_start(&m, NULL);
	s32 = make_int(&m, "int", 4, BTF_INT_SIGNED);
	u32_ = make_int(&m, "unsigned int", 4, 0);
	u64_ = make_int(&m, "long unsigned int", 8, 0);
	old3 = make_bits(&m, 4, BTF_INT_SIGNED, 2, 3);
	old5 = make_ref(&m, BTF_KIND_TYPEDEF, "five_t", make_bits(&m, 4, 0, 0, 5));
	mode = make_enum(&m, BTF_KIND_ENUM, "mode", 4);
	tag = make_struct(&m, BTF_KIND_UNION, "", 4,
			  FIELDS({ "u_a", u32_, 0, 7 }, { "u_b", u32_, 0, 32 }));
	kinds = make_struct(&m, BTF_KIND_STRUCT, "new", 24,
			    FIELDS({ "a", u32_, 0, 1 }, { "b", s32, 1, 31 },
				   { "c", u64_, 70, 58 }, { "m", mode, 128, 2 },
				   { "", tag, 160 }, { "plain", s32, 192 }));
	plain = make_struct(&m, BTF_KIND_STRUCT, "old", 16,
			    FIELDS({ "a", u32_ }, { "b", old3, 32 },
				   { "c", old5, 37 }, { "d", s32, 64 }));
	btf = make_open(&m, NULL);
	type = type_of(btf, kinds);
	want_member(type, "a", 0, 1, u32_);
	want_member(type, "b", 1, 31, s32);
	want_member(type, "c", 70, 58, u64_);
	want_member(type, "m", 128, 2, mode);
	want_member(type, "u_a", 160, 7, u32_);
	want_member(type, "u_b", 160, 32, u32_);
	want_member(type, "plain", 192, 0, s32);
	type = type_of(btf, plain);
	want_member(type, "a", 0, 0, u32_);
	want_member(type, "b", 34, 3, old3);
	want_member(type, "c", 37, 5, old5);
	want_member(type, "d", 64, 0, s32);
	kpe_btf_close(btf);
}

/* -------------------------------------------------------------------- types */

static void want_shown(const struct kpe_btf *btf, u32 id, enum kpe_kind kind, unsigned int size)
{
	struct kpe_type type;

	memset(&type, 0xff, sizeof(type));
	kpe_btf_shown_as(type_of(btf, id), &type);
	if (type.kind != kind || type.size != size || type.count ||
	    type.bit_width || type.bit_offset)
		unit_fail("type %u: kind %u, size %u", id, type.kind, type.size);
}

UNIT_CASE(test_shown, "btf: how values are shown")
{
	static const u32 sizes[] = { 1, 2, 4, 8, 3, 16, 0, 256 };
	struct kpe_btf *btf;
	size_t i;

	make_start(&m, NULL);
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		make_int(&m, "u", sizes[i], i % 2 ? BTF_INT_CHAR : BTF_INT_BOOL);
		make_ref(&m, BTF_KIND_TYPEDEF, "s_t",
			 make_int(&m, "s", sizes[i], BTF_INT_SIGNED) + 2);
		make_ref(&m, BTF_KIND_CONST, "", m.last - 1);
		make_enum(&m, BTF_KIND_ENUM, "e", sizes[i]);
		make_enum(&m, BTF_KIND_ENUM64 | SIGNED_ENUM, "e64", sizes[i]);
		make_float(&m, "f", sizes[i]);
		make_array(&m, 1, sizes[i]);
		make_struct(&m, BTF_KIND_STRUCT, "r", sizes[i], NO_FIELDS);
	}
	make_ref(&m, BTF_KIND_PTR, "", 1);
	btf = make_open(&m, NULL);
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		bool odd = i > 3;
		u32 id = 9 * i, size = odd ? 8 : sizes[i];

		want_shown(btf, id + 1, odd ? KPE_HEX : KPE_UNSIGNED, size);
		want_shown(btf, id + 2, odd ? KPE_HEX : KPE_SIGNED, size);
		want_shown(btf, id + 3, odd ? KPE_HEX : KPE_SIGNED, size);
		/* mainline shows the usual sizes of an enum with a sign */
		want_shown(btf, id + 5, odd ? KPE_HEX : size < 4 ? KPE_UNSIGNED : KPE_SIGNED, size);
		want_shown(btf, id + 6, odd ? KPE_HEX : KPE_SIGNED, size);
		want_shown(btf, id + 7, KPE_HEX, 8);
		want_shown(btf, id + 8, KPE_HEX, 8);
		want_shown(btf, id + 9, KPE_HEX, 8);
	}
	want_shown(btf, m.last, KPE_HEX, 8);
	want_shown(btf, m.last + 1, KPE_HEX, 8);
	want_shown(btf, 0, KPE_HEX, 8);
	kpe_btf_close(btf);
}

/* Each kind that has no name of its own for a type is seen through. */
UNIT_CASE(test_chains, "btf: const, typedef and the like")
{
	static const u32 kinds[] = {
		BTF_KIND_TYPEDEF, BTF_KIND_VOLATILE, BTF_KIND_CONST,
		BTF_KIND_RESTRICT, BTF_KIND_TYPE_TAG,
	};
	u32 record, chain, pointer, nothing, text;
	struct kpe_btf *btf;

	make_start(&m, NULL);
	record = make_struct(&m, BTF_KIND_STRUCT, "r", 8, NO_FIELDS);
	chain = record;
	nothing = 0;
	text = make_int(&m, "char", 1, BTF_INT_CHAR);
	for_each_row(row, kinds) {
		chain = make_ref(&m, *row, "c", chain);
		nothing = make_ref(&m, *row, "v", nothing);
		text = make_ref(&m, *row, "t", text);
	}
	pointer = make_ref(&m, BTF_KIND_CONST, "", make_ref(&m, BTF_KIND_PTR, "", chain));
	btf = make_open(&m, NULL);
	want("struct", kpe_btf_is_struct(type_of(btf, chain)), true);
	want("void", kpe_btf_is_void(type_of(btf, nothing)), true);
	want("void itself", kpe_btf_is_void(type_of(btf, 0)), true);
	want("no void", kpe_btf_is_void(type_of(btf, chain)), false);
	want("unknown", kpe_btf_is_void(type_of(NULL, 0)), false);
	want("char", kpe_btf_is_char(type_of(btf, text)), true);
	want("struct as char", kpe_btf_is_char(type_of(btf, chain)), false);
	want("pointer", kpe_btf_pointee(type_of(btf, pointer)).id, chain);
	want("no pointer", !kpe_btf_pointee(type_of(btf, chain)).btf, true);
	want("no array", !kpe_btf_element(type_of(btf, chain)).btf, true);
	want("pointer as struct", kpe_btf_is_struct(type_of(btf, pointer)), false);
	kpe_btf_close(btf);
}

UNIT_CASE(test_forward, "btf: declarations and arrays")
{
	u32 forward, alias, array;
	struct kpe_btf *btf;

	make_start(&m, NULL);
	forward = make_ref(&m, BTF_KIND_FWD, "later", 0);
	alias = make_ref(&m, BTF_KIND_TYPEDEF, "later_t", forward);
	array = make_array(&m, alias, 7);
	btf = make_open(&m, NULL);
	if (strcmp(kpe_btf_struct_name(type_of(btf, alias)) ?: "-", "later"))
		unit_fail("forward declaration");
	want("forward as struct", kpe_btf_is_struct(type_of(btf, alias)), false);
	want("element", kpe_btf_element(type_of(btf, array)).id, alias);
	want("array", !kpe_btf_struct_name(type_of(btf, array)), true);
	want("void", !kpe_btf_struct_name(type_of(btf, 0)), true);
	kpe_btf_close(btf);
}

/* ---------------------------------------------------------------- functions */

static void want_params(const struct kpe_btf *btf, const char *name, const char *wanted)
{
	struct kpe_tref func = find(btf, name, KPE_BTF_FUNC);
	char shown[256] = "", *p = shown;
	struct kpe_param param;
	unsigned int i;

	for (i = 0; kpe_btf_param(func, i, &param); i++)
		p += sprintf(p, "%s%s@%u:%u", i ? " " : "", param.name, param.word, param.type.id);
	want(name, kpe_btf_nr_params(func), i);
	if (strcmp(shown, wanted))
		unit_fail("%s(%s), not (%s)", name, shown, wanted);
}

UNIT_CASE(test_params, "btf: parameters and results")
{
	struct kpe_btf *btf;
	u32 func, i;

	make_start(&m, NULL);
	i = make_int(&m, "int", 4, BTF_INT_SIGNED);
	make_func(&m, "none", 0, NO_FIELDS);
	make_func(&m, "some", i, FIELDS({ "a", i }, { "", i }, { "c", i }));
	make_func(&m, "print", i, FIELDS({ "fmt", i }, { "", 0 }));
	make_func(&m, "only_more", 0, FIELDS({ "", 0 }));
	make_ref(&m, BTF_KIND_FUNC, "odd", i);
	make_ref(&m, BTF_KIND_FUNC, "lost", 12345);
	make_func(&m, "alias", make_ref(&m, BTF_KIND_TYPEDEF, "void_t", 0), NO_FIELDS);
	btf = make_open(&m, NULL);
	want_params(btf, "none", "");
	want_params(btf, "some", "a@0:1 @1:1 c@2:1");
	want_params(btf, "print", "fmt@0:1");
	want_params(btf, "only_more", "");
	want_params(btf, "odd", "");
	want_params(btf, "lost", "");
	want_params(btf, "int", "");
	func = find(btf, "none", KPE_BTF_FUNC).id;
	want("void", kpe_btf_is_void(kpe_btf_returns(type_of(btf, func))), true);
	func = find(btf, "alias", KPE_BTF_FUNC).id;
	want("void", kpe_btf_is_void(kpe_btf_returns(type_of(btf, func))), true);
	func = find(btf, "some", KPE_BTF_FUNC).id;
	want("result", kpe_btf_returns(type_of(btf, func)).id, i);
	func = find(btf, "odd", KPE_BTF_FUNC).id;
	want("odd", !kpe_btf_returns(type_of(btf, func)).btf, true);
	want("unknown", kpe_btf_nr_params((struct kpe_tref){ }), 0);
	kpe_btf_close(btf);
}

/* A value with a number that is not aligned is passed in memory; bits are none. */
UNIT_CASE(test_packed, "btf: packed values")
{
	u32 n8, n16, n32, n64, five, aligned;
	struct kpe_param param;
	struct kpe_btf *btf;
	unsigned int i;

	make_start(&m, NULL);
	n8 = make_int(&m, "u8", 1, 0);
	n16 = make_int(&m, "u16", 2, 0);
	n32 = make_int(&m, "u32", 4, 0);
	n64 = make_int(&m, "u64", 8, 0);
	five = make_struct(&m, BTF_KIND_STRUCT, "", 5, FIELDS({ "a", n8 }, { "b", n32, 8 }));
	aligned = make_struct(&m, BTF_KIND_STRUCT, "", 5, FIELDS({ "a", n32 }, { "b", n8, 32 }));
	const struct {
		const char *name;
		bool in_memory;
		u32 kind, size;
		const struct field *fields;
	} rows[] = {
		{ "nine", true, BTF_KIND_STRUCT, 9, FIELDS({ "a", n8 }, { "b", n64, 8 }) },
		{ "four", true, BTF_KIND_STRUCT, 4, FIELDS({ "a", n8 }, { "b", n16, 8 }) },
		{ "twelve", false, BTF_KIND_STRUCT, 12, FIELDS({ "a", n64 }, { "b", n32, 64 }) },
		{ "odd_inside", true, BTF_KIND_STRUCT, 6,
		  FIELDS({ "x", n8 }, { "in", aligned, 8 }) },
		{ "even_inside", false, BTF_KIND_STRUCT, 9,
		  FIELDS({ "x", n32 }, { "in", aligned, 32 }) },
		{ "odd_in_array", true, BTF_KIND_STRUCT, 12,
		  FIELDS({ "x", n16 }, { "in", make_array(&m, five, 2), 16 }) },
		{ "in_vain", false, BTF_KIND_STRUCT, 16,
		  FIELDS({ "x", n8 }, { "a", make_array(&m, n8, 7), 8 }, { "b", n64, 64 }) },
		{ "bits", false, BTF_KIND_STRUCT, 7,
		  FIELDS({ "a", n8, 0, 3 }, { "b", n64, 3, 40 }, { "c", n8, 48 }) },
		{ "odd_union", true, BTF_KIND_UNION, 5, FIELDS({ "a", n32 }, { "b", five }) },
	};

	for_each_row(row, rows)
		make_func(&m, row->name, 0, FIELDS({ "a", make_struct(&m, row->kind, "", row->size,
								      row->fields) }));
	btf = make_open(&m, NULL);
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		kpe_btf_param(find(btf, rows[i].name, KPE_BTF_FUNC), 0, &param);
		want(rows[i].name, param.word, rows[i].in_memory ? 6 : 0);
	}
	kpe_btf_close(btf);
}

/* C has no parameters that are arrays. Of such a type is a vector, in registers of its own. */
UNIT_CASE(test_vectors, "btf: vectors")
{
	u32 number, vector, alias;
	struct kpe_param param;
	struct kpe_btf *btf;
	struct kpe_tref func;

	make_start(&m, NULL);
	number = make_int(&m, "long", 8, BTF_INT_SIGNED);
	vector = make_array(&m, number, 1);
	alias = make_ref(&m, BTF_KIND_TYPEDEF, "vector_t", make_array(&m, number, 2));
	make_func(&m, "f", alias, FIELDS({ "a", number }, { "v", vector }, { "b", number },
					 { "w", alias }));
	make_func(&m, "g", number, NO_FIELDS);
	btf = make_open(&m, NULL);
	func = find(btf, "f", KPE_BTF_FUNC);
	want("vector", kpe_btf_param(func, 1, &param) && param.is_unseen, true);
	want("behind it", kpe_btf_param(func, 2, &param) && !param.is_unseen, true);
	want("word behind it", param.word, 1);
	want("long vector", kpe_btf_param(func, 3, &param) && param.is_unseen, true);
	want("result", kpe_btf_has_floats(kpe_btf_returns(func)), true);
	func = find(btf, "g", KPE_BTF_FUNC);
	want("number", kpe_btf_has_floats(kpe_btf_returns(func)), false);
	kpe_btf_close(btf);
}

/* More than the kernel's stack has room for: nobody calls that. */
UNIT_CASE(test_too_many, "btf: parameters beyond the stack")
{
	static struct field many[KPE_MAX_PARAM + 2];
	struct kpe_param param;
	struct kpe_btf *btf;
	struct kpe_tref func;
	unsigned int i;

	make_start(&m, NULL);
	make_int(&m, "int", 4, BTF_INT_SIGNED);
	for (i = 0; i < KPE_MAX_PARAM + 1; i++)
		many[i] = (struct field){ "", 1, 0, 0 };
	make_func(&m, "too_many", 0, many);
	make_struct(&m, BTF_KIND_STRUCT, "huge", 1 << 20, NO_FIELDS);
	many[3].name = NULL;
	many[0].type = m.last;
	many[1].type = m.last;
	make_func(&m, "too_big", 0, many);
	btf = make_open(&m, NULL);
	func = find(btf, "too_many", KPE_BTF_FUNC);
	want("parameters", kpe_btf_nr_params(func), 0);
	func = find(btf, "too_big", KPE_BTF_FUNC);
	for (i = 0; kpe_btf_param(func, i, &param); i++) {
		if (param.word >= KPE_MAX_PARAM)
			unit_fail("parameter %u is word %u", i, param.word);
	}
	want("parameters", i, 3);
	kpe_btf_close(btf);
}

/* ---------------------------------------------------------------- split BTF */

UNIT_CASE(test_split, "btf: a module's")
{
	u32 number, record, local, shadow;
	struct kpe_btf *below, *btf;

	make_start(&base, NULL);
	number = make_int(&base, "int", 4, BTF_INT_SIGNED);
	record = make_struct(&base, BTF_KIND_STRUCT, "record", 8, FIELDS({ "below", number }));
	shadow = make_func(&base, "both", number, FIELDS({ "old", number }));
	make_start(&m, &base);
	local = make_struct(&m, BTF_KIND_STRUCT, "local", 16,
			    FIELDS({ "above", number }, { "", record, 64 }));
	make_func(&m, "both", make_ref(&m, BTF_KIND_PTR, "", record), FIELDS({ "new", local }));
	below = make_open(&base, NULL);
	btf = make_open(&m, below);
	want("first id", local, shadow + 1);
	want("local", find(btf, "local", KPE_BTF_STRUCT).id, local);
	want("local below", !find(below, "local", KPE_BTF_STRUCT).btf, true);
	want("record above", !find(btf, "record", KPE_BTF_STRUCT).btf, true);
	want_member(type_of(btf, local), "above", 0, 0, number);
	want_member(type_of(btf, record), "below", 0, 0, number);
	want_params(btf, "both", "new@0:5");
	want_params(below, "both", "old@0:1");
	want_shown(btf, number, KPE_SIGNED, 4);
	want("beyond the base", kpe_btf_is_struct(type_of(below, local)), false);
	kpe_btf_close(btf);
	kpe_btf_close(below);
}

/* A record without a name that holds another one */
UNIT_CASE(test_split_anonymous, "btf: a module's, of the kernel's structures")
{
	struct kpe_btf *below, *btf;
	u32 number, inner, outer;

	make_start(&base, NULL);
	number = make_int(&base, "int", 4, BTF_INT_SIGNED);
	inner = make_struct(&base, BTF_KIND_UNION, "", 8,
			    FIELDS({ "x", number }, { "y", number, 32 }));
	make_start(&m, &base);
	outer = make_struct(&m, BTF_KIND_STRUCT, "outer", 16, FIELDS({ "", inner, 64 }));
	below = make_open(&base, NULL);
	btf = make_open(&m, below);
	want_member(type_of(btf, outer), "y", 96, 0, number);
	kpe_btf_close(btf);
	kpe_btf_close(below);
}

/*
 * A kind of later: ids go on from all records, so with one that cannot be skipped there is no
 * telling what those of a module are.
 */
static void check_unknown(u32 kind, bool is_said)
{
	u32 number, record, local;
	struct kpe_btf *below, *btf;

	make_start(&base, NULL);
	number = make_int(&base, "int", 4, BTF_INT_SIGNED);
	make_unknown(&base, kind);
	record = make_struct(&base, BTF_KIND_STRUCT, "record", 8, FIELDS({ "x", number, 32 }));
	if (is_said)
		make_layout(&base, kind);
	make_start(&m, &base);
	local = make_struct(&m, BTF_KIND_STRUCT, "local", 16, FIELDS({ "r", record, 64 }));
	below = make_open(&base, NULL);
	btf = make_open(&m, below);
	want("before it", kpe_btf_is_signed(type_of(below, number)), true);
	want("itself", kpe_btf_is_struct(type_of(below, number + 1)), false);
	want("behind it", find(below, "record", KPE_BTF_STRUCT).id, is_said ? record : 0);
	want("a module's", !!btf, is_said);
	if (btf) {
		want("local", find(btf, "local", KPE_BTF_STRUCT).id, local);
		want_member(type_of(btf, record), "x", 32, 0, number);
	}
	kpe_btf_close(btf);
	kpe_btf_close(below);
}

UNIT_CASE(test_unknown_kinds, "btf: kinds of later")
{
	check_unknown(30, false);
	check_unknown(30, true);
	check_unknown(20, true);
}

/* What a layout says is no multiple of words, is outside, or is cut. */
UNIT_CASE(test_bad_layouts, "btf: layouts that say nothing")
{
	struct kpe_btf *btf;
	u32 *words;
	size_t size, i;
	void *data;

	make_start(&m, NULL);
	make_int(&m, "int", 4, BTF_INT_SIGNED);
	make_unknown(&m, 30);
	make_ref(&m, BTF_KIND_TYPEDEF, "last", 1);
	make_layout(&m, 30);
	for (i = 0; i < 5; i++) {
		m.layouts[30][1] = i == 4 ? 7 : 8;
		data = make_bytes(&m, &size);
		words = data;
		words[6] += i == 1 ? 2 : 0;
		words[6] = i == 2 ? ~0U : words[6];
		words[7] -= i == 3 ? 4 : 0;
		btf = kpe_btf_open(data, size, NULL);
		want("last", find(btf, "last", KPE_BTF_TYPEDEF).id, i ? 0 : 3);
		kpe_btf_close(btf);
	}
}

/* ----------------------------------------------------------------- nonsense */

UNIT_CASE(test_circles, "btf: circles")
{
	u32 alias, array, record, pointer, i;
	struct field many[200] = { };
	struct kpe_type shown;
	struct kpe_btf *btf;

	make_start(&m, NULL);
	alias = make_ref(&m, BTF_KIND_TYPEDEF, "self", 1);
	array = make_array(&m, m.last + 1, 1U << 31);
	record = make_struct(&m, BTF_KIND_STRUCT, "self", 8,
			     FIELDS({ "", m.last + 1 }, { "x", 1 }));
	make_func(&m, "f", array, FIELDS({ "a", array }, { "b", alias }));
	pointer = make_ref(&m, BTF_KIND_PTR, "", m.last + 1);
	for (i = 0; i + 1 < ARRAY_SIZE(many); i++)
		many[i] = (struct field){ "", m.last + 1, 0, 0 };
	make_struct(&m, BTF_KIND_UNION, "wide", 8, many);
	btf = make_open(&m, NULL);
	want("alias", kpe_btf_is_struct(type_of(btf, alias)), false);
	want("void", kpe_btf_is_void(type_of(btf, alias)), false);
	kpe_btf_shown_as(type_of(btf, alias), &shown);
	want_params(btf, "f", "a@0:2 b@0:1");
	want("pointer", kpe_btf_pointee(type_of(btf, pointer)).id, pointer);
	want_member(type_of(btf, record), "x", 0, 0, 1);
	want_no_member(type_of(btf, record), "y");
	want_no_member(type_of(btf, m.last), "y");
	kpe_btf_close(btf);
}

/* Some of everything */
static void make_everything(struct maker *to, const struct maker *below)
{
	u32 number, record, inner, func, fields;

	make_start(to, below);
	number = make_int(to, "int", 4, BTF_INT_SIGNED);
	inner = make_struct(to, BTF_KIND_UNION, "", 8,
			    FIELDS({ "a", number }, { "b", number, 32 }));
	fields = make_array(to, make_bits(to, 1, BTF_INT_CHAR, 0, 8), 16);
	record = make_struct(to, BTF_KIND_STRUCT, "record", 48,
			     FIELDS({ "x", number }, { "", inner, 64 },
				    { "s", fields, 128 }, { "bits", number, 300, 5 }));
	make_struct(to, BTF_KIND_STRUCT, "old", 16,
		    FIELDS({ "self", record }, { "b", make_bits(to, 4, 0, 3, 9), 64 }));
	make_ref(to, BTF_KIND_TYPEDEF, "record_t", make_ref(to, BTF_KIND_CONST, "", record));
	make_ref(to, BTF_KIND_FWD, "later", 0);
	make_enum(to, BTF_KIND_ENUM, "e", 4);
	make_enum(to, BTF_KIND_ENUM64, "e64", 8);
	make_float(to, "float", 8);
	func = make_func(to, "f", record,
			 FIELDS({ "p", make_ref(to, BTF_KIND_PTR, "", record) },
				{ "n", number }, { "r", record }, { "", 0 }));
	make_ref(to, BTF_KIND_RESTRICT, "", func);
	make_section(to, "section", FIELDS({ "", make_var(to, "var", number), 8 }));
}

UNIT_CASE(test_header, "btf: damaged headers")
{
	static const struct {
		size_t at;
		u32 value;
	} bad[] = {
		{ offsetof(struct btf_header, hdr_len), 20 },
		{ offsetof(struct btf_header, hdr_len), 26 },
		{ offsetof(struct btf_header, hdr_len), ~0U },
		{ offsetof(struct btf_header, hdr_len), ~0U - 3 },
		{ offsetof(struct btf_header, type_off), 2 },
		{ offsetof(struct btf_header, type_off), ~0U - 3 },
		{ offsetof(struct btf_header, type_len), ~0U },
		{ offsetof(struct btf_header, type_len), 0 },
		{ offsetof(struct btf_header, str_off), ~0U },
		{ offsetof(struct btf_header, str_len), ~0U },
		{ offsetof(struct btf_header, str_len), 0 }, { 0, 0x9feb0001 }, { 0, 0x0002eb9f },
	};
	size_t size;
	u8 *data;

	make_everything(&m, NULL);
	for_each_row(row, bad) {
		data = make_bytes(&m, &size);
		memcpy(data + row->at, &row->value, sizeof(u32));
		if (kpe_btf_open(data, size, NULL))
			unit_fail("header: %u at %zu", row->value, row->at);
	}
	kpe_btf_close(NULL);
}

/* Whatever a type is, what is asked of it comes to an end, and is what btf.h says. */
static void ask(const struct kpe_btf *btf, u32 id)
{
	struct kpe_tref type = type_of(btf, id);
	struct kpe_member member;
	struct kpe_param param;
	struct kpe_type shown;
	unsigned int i;

	kpe_btf_shown_as(type, &shown);
	if (shown.size != 1 && shown.size != 2 && shown.size != 4 && shown.size != 8)
		unit_fail("type %u is shown in %u bytes", id, shown.size);
	if (kpe_btf_member(type, "b", 1, &member))
		kpe_btf_is_text(member.type);
	for (i = 0; kpe_btf_param(type, i, &param); i++)
		kpe_btf_pointee(param.type);
	want("parameters", kpe_btf_nr_params(type), i);
	kpe_btf_size(kpe_btf_element(type));
	kpe_btf_is_address(type);
	kpe_btf_has_floats(kpe_btf_returns(type));
	if (!kpe_btf_is_struct(type))
		kpe_btf_struct_name(type);
}

UNIT_CASE(test_damaged, "btf: each word of the types damaged")
{
	static const u32 others[] = {
		0, 1, 7, 64, ~0U, 1U << 31, BTF_KIND_STRUCT << 24 | 3, BTF_KIND_FUNC << 24,
		BTF_KIND_ARRAY << 24, BTF_KIND_FUNC_PROTO << 24 | 0xffff,
		BTF_KIND_DATASEC << 24 | 1,
	};
	struct kpe_btf *btf;
	size_t size, at;
	u32 id, offset;
	u8 *data;

	make_everything(&m, NULL);
	for (at = 0; at < m.types_len; at += sizeof(u32))
		for_each_row(row, others) {
			data = make_bytes(&m, &size);
			memcpy(data + sizeof(struct btf_header) + at, row, sizeof(u32));
			btf = kpe_btf_open(data, size, NULL);
			if (!btf)
				continue;
			for (id = 0; id <= m.last + 1; id++)
				ask(btf, id);
			kpe_btf_struct(btf, "record_t");
			kpe_btf_var_offset(btf, "section", "var", &offset);
			kpe_btf_close(btf);
		}
}

/* The bytes are freed, whatever fails. */
UNIT_CASE(test_no_memory, "btf: out of memory")
{
	struct kpe_btf *btf = NULL;
	unsigned long n;
	size_t size;
	void *data;

	make_everything(&m, NULL);
	for (n = 1; IS_ERR_OR_NULL(btf) && n < 9; n++) {
		data = make_bytes(&m, &size);
		unit_fail_allocation(n);
		btf = kpe_btf_open(data, size, NULL);
		if ((PTR_ERR(btf) == -ENOMEM) != unit_allocation_failed())
			unit_fail("allocation %lu went unnoticed", n);
		unit_fail_allocation(0);
	}
	want("allocations", n, 5);
	for (n = 0; n < 2 * LOOKUPS; n++) {
		unit_fail_allocation(1);
		if (!kpe_btf_find(btf, "record", 6, KPE_BTF_STRUCT).btf)
			unit_fail("not found without memory");
		unit_fail_allocation(0);
	}
	kpe_btf_close(btf);
}
