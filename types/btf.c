// SPDX-License-Identifier: GPL-2.0
/*
 * BTF is a sequence of records of different lengths and a table of strings. The first names are
 * looked up by a walk over all records. After FEW of them the names that can be looked up go
 * into a sorted index, see name_index.h, which costs as much as dozens of walks.
 *
 * A module's BTF continues the kernel's: ids and string offsets below its start are the base's.
 *
 * Every id and offset is checked when it is used. Chains of types are followed for
 * MAX_CHAIN steps, so a cycle ends.
 */
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "arch/registers.h"
#include "compat/btf.h"
#include "kernel/name_index.h"
#include "language/parser.h"
#include "types/btf.h"

#define FEW		16	/* names that are looked up without the index */
#define MAX_CHAIN	32	/* modifiers, or structures in structures */
#define MAX_NAMELESS	1024	/* structures to search for one member */

#define INDEXED		(KPE_BTF_FUNC | KPE_BTF_STRUCT | KPE_BTF_TYPEDEF | \
			 KPE_BTF_VAR | KPE_BTF_SECTION)
#define MODIFIERS	(BIT(BTF_KIND_TYPEDEF) | BIT(BTF_KIND_VOLATILE) | \
			 BIT(BTF_KIND_CONST) | BIT(BTF_KIND_RESTRICT) | \
			 BIT(BTF_KIND_TYPE_TAG))
#define INTEGERS	(BIT(BTF_KIND_INT) | BIT(BTF_KIND_ENUM) | BIT(BTF_KIND_ENUM64))
#define SIZED		(INTEGERS | BIT(BTF_KIND_FLOAT) | KPE_BTF_STRUCT)

/* The header has grown; accept the oldest. */
#define MIN_HEADER	(offsetof(struct btf_header, str_len) + sizeof(u32))

/* What makes looking names up faster */
struct names {
	u64 *index;		/* sorted; NULL: not made yet */
	u32 nr;
	unsigned int asked;	/* names that were looked up without it */
};

/* What follows a record of a kind; a BTF may have one of each, see struct btf_layout */
struct layout {
	u8 more;
	u8 each;
	u16 flags;
};

struct kpe_btf {
	void *data;		/* the bytes; owned */
	const struct kpe_btf *base;
	const u8 *types;	/* the records */
	const struct layout *layouts;	/* of kinds that are unknown here; NULL: none */
	u32 nr_layouts;
	bool is_whole;		/* all records were understood, or skipped by @layouts */
	const char *strings;	/* the last byte is 0 */
	u32 nr_strings;		/* bytes */
	u32 first;		/* id of the first record */
	u32 nr;			/* of records */
	u32 *places;		/* offset of each record from @types; owned */
	u32 first_string;	/* offset of @strings in the offsets shared with @base */
	struct names *names;	/* owned */
};

/* ------------------------------------------------------------------ records */

static unsigned int kind_of(const struct btf_type *t)
{
	return BTF_INFO_KIND(t->info);
}

/* Is @t, which may be NULL, of one of @kinds? */
static bool is_kind(const struct btf_type *t, unsigned long kinds)
{
	return t && kind_of(t) <= BTF_KIND_ENUM64 && BIT(kind_of(t)) & kinds;
}

/* Size of a record in bytes; 0 for an unknown kind */
static size_t record_size(const struct kpe_btf *btf, const struct btf_type *t)
{
	static const u8 more[BTF_KIND_ENUM64 + 1] = {
		[BTF_KIND_INT] = sizeof(u32),
		[BTF_KIND_VAR] = sizeof(struct btf_var),
		[BTF_KIND_DECL_TAG] = sizeof(struct btf_decl_tag),
		[BTF_KIND_ARRAY] = sizeof(struct btf_array),
	};
	static const u8 each[BTF_KIND_ENUM64 + 1] = {
		[BTF_KIND_STRUCT] = sizeof(struct btf_member),
		[BTF_KIND_UNION] = sizeof(struct btf_member),
		[BTF_KIND_ENUM] = sizeof(struct btf_enum),
		[BTF_KIND_FUNC_PROTO] = sizeof(struct btf_param),
		[BTF_KIND_DATASEC] = sizeof(struct btf_var_secinfo),
		[BTF_KIND_ENUM64] = sizeof(struct btf_enum64),
	};
	unsigned int kind = kind_of(t);
	size_t size;

	if (kind && kind <= BTF_KIND_ENUM64)
		return sizeof(*t) + more[kind] + BTF_INFO_VLEN(t->info) * each[kind];
	if (!kind || kind >= btf->nr_layouts)
		return 0;
	size = btf->layouts[kind].more + BTF_INFO_VLEN(t->info) * btf->layouts[kind].each;
	return size % 4 ? 0 : sizeof(*t) + size;
}

static const struct btf_type *record_of(struct kpe_tref type)
{
	const struct kpe_btf *btf = type.btf;

	while (btf && type.id < btf->first)
		btf = btf->base;
	if (!btf || type.id - btf->first >= btf->nr)
		return NULL;
	return (const void *)(btf->types + btf->places[type.id - btf->first]);
}

static const char *string_at(const struct kpe_btf *btf, u32 offset)
{
	while (btf && offset < btf->first_string)
		btf = btf->base;
	if (!btf || offset - btf->first_string >= btf->nr_strings)
		return "";
	return btf->strings + (offset - btf->first_string);
}

static struct kpe_tref tref(const struct kpe_btf *btf, u32 id)
{
	return (struct kpe_tref){ .btf = btf, .id = id };
}

static const struct kpe_tref unknown;

/* Strip typedefs and qualifiers; the result is unknown in a cycle */
static struct kpe_tref plain(struct kpe_tref type)
{
	const struct btf_type *t;
	unsigned int i;

	for (i = 0; i < MAX_CHAIN; i++) {
		t = record_of(type);
		if (!t)
			return type.id ? unknown : type;
		if (!is_kind(t, MODIFIERS))
			return type;
		type.id = t->type;
	}
	return unknown;
}

static const struct btf_type *plain_record(struct kpe_tref type,
					   unsigned long kinds)
{
	const struct btf_type *t = record_of(plain(type));

	return is_kind(t, kinds) ? t : NULL;
}

/* ------------------------------------------------------------------ opening */

/* Store the places of the records before the first invalid one, or just count these. */
static void visit_records(struct kpe_btf *btf, size_t bytes)
{
	const struct btf_type *t;
	size_t at = 0, size;

	btf->nr = 0;
	while (bytes - at >= sizeof(*t)) {
		t = (const void *)(btf->types + at);
		size = record_size(btf, t);
		if (!size || size > bytes - at)
			return;
		if (btf->places)
			btf->places[btf->nr] = at;
		btf->nr++;
		at += size;
	}
	btf->is_whole = at == bytes;
}

static bool has_room(size_t size, u32 hdr_len, u32 offset, u32 len)
{
	return (u64)hdr_len + offset + len <= size;
}

/* Find types, strings and layouts. Return: size of the types, 0 if there are none */
static size_t read_header(struct kpe_btf *btf, size_t size)
{
	const struct btf_header *hdr = btf->data;
	const u32 *more = btf->data + MIN_HEADER;
	const u8 *body;

	if (size < MIN_HEADER || hdr->magic != BTF_MAGIC ||
	    hdr->version != BTF_VERSION || hdr->hdr_len < MIN_HEADER ||
	    hdr->hdr_len % 4 || hdr->type_off % 4 ||
	    !has_room(size, hdr->hdr_len, hdr->type_off, hdr->type_len) ||
	    !has_room(size, hdr->hdr_len, hdr->str_off, hdr->str_len) ||
	    !hdr->str_len)
		return 0;
	body = (const u8 *)btf->data + hdr->hdr_len;
	btf->types = body + hdr->type_off;
	btf->strings = (const char *)body + hdr->str_off;
	btf->nr_strings = hdr->str_len;
	/* Newer headers go on with the offset and the length of layouts. */
	if (hdr->hdr_len >= MIN_HEADER + 2 * sizeof(*more) && more[0] % 4 == 0 &&
	    has_room(size, hdr->hdr_len, more[0], more[1])) {
		btf->layouts = (const void *)(body + more[0]);
		btf->nr_layouts = more[1] / sizeof(*btf->layouts);
	}
	return btf->strings[hdr->str_len - 1] ? 0 : hdr->type_len;
}

/*
 * Parse BTF data. @data: from kvmalloc(); owned by the BTF, freed on failure, too. @base: base
 * BTF, which must live longer, or NULL. Ids and offsets go on from all of @base. With a record
 * of unknown size in it, the BTF would name other types. Return: the BTF; NULL if @data is no
 * BTF, or nobody knows where @base ends; ERR_PTR(-ENOMEM).
 */
struct kpe_btf *kpe_btf_open(void *data, size_t size,
			     const struct kpe_btf *base)
{
	struct kpe_btf *btf = kzalloc(sizeof(*btf), GFP_KERNEL);
	size_t bytes;

	if (!btf) {
		kvfree(data);
		return ERR_PTR(-ENOMEM);
	}
	btf->data = data;
	btf->base = base;
	btf->first = base ? base->first + base->nr : 1;
	btf->first_string = base ? base->first_string + base->nr_strings : 0;
	bytes = base && !base->is_whole ? 0 : read_header(btf, size);
	if (bytes) {
		visit_records(btf, bytes);
		btf->places = kvmalloc_array(btf->nr + 1, sizeof(u32), GFP_KERNEL);
		btf->names = kzalloc(sizeof(*btf->names), GFP_KERNEL);
	}
	if (btf->places && btf->names) {
		visit_records(btf, bytes);
		return btf;
	}
	kpe_btf_close(btf);
	return bytes ? ERR_PTR(-ENOMEM) : NULL;
}

void kpe_btf_close(struct kpe_btf *btf)
{
	if (!btf)
		return;
	if (btf->names)
		kvfree(btf->names->index);
	kfree(btf->names);
	kvfree(btf->places);
	kvfree(btf->data);
	kfree(btf);
}

/* ------------------------------------------------------------------ by name */

/* Put the names into @index if it is allocated. Return: their number */
static u32 list_names(const struct kpe_btf *btf, u64 *index)
{
	const struct btf_type *t;
	const char *name;
	u32 i, n = 0;

	for (i = 0; i < btf->nr; i++) {
		t = record_of(tref(btf, btf->first + i));
		name = is_kind(t, INDEXED) ? string_at(btf, t->name_off) : "";
		if (*name && index)
			index[n] = kpe_name_key(name, strlen(name), btf->first + i);
		n += !!*name;
	}
	return n;
}

/* Without memory there is none. */
static void make_index(const struct kpe_btf *btf)
{
	struct names *names = btf->names;

	if (names->index || names->asked++ < FEW)
		return;
	names->nr = list_names(btf, NULL);
	names->index = kvmalloc_array(names->nr + 1, sizeof(u64), GFP_KERNEL);
	if (!names->index)
		return;
	list_names(btf, names->index);
	kpe_name_sort(names->index, names->nr);
}

/*
 * Look a name up, not in @btf's base. @btf: NULL has none. One call for a BTF at a time. Return:
 * the first match, or an unknown type.
 */
struct kpe_tref kpe_btf_find(const struct kpe_btf *btf, const char *name,
			     size_t len, enum kpe_btf_kind kind)
{
	u64 key = kpe_name_key(name, len, 0);
	const struct names *names;
	const struct btf_type *t;
	struct kpe_tref type;
	u32 i = 0, end;

	if (!btf)
		return unknown;
	names = btf->names;
	make_index(btf);
	end = names->index ? names->nr : btf->nr;
	if (names->index)
		i = kpe_name_first(names->index, names->nr, key);
	for (; len && i < end; i++) {
		if (names->index && names->index[i] >> 32 != key >> 32)
			break;
		type = tref(btf, names->index ? names->index[i] : btf->first + i);
		t = record_of(type);
		if (is_kind(t, kind) && kpe_text_is(string_at(btf, t->name_off), name, len))
			return type;
	}
	return unknown;
}

/* A union will do, or a typedef of one. */
struct kpe_tref kpe_btf_struct(const struct kpe_btf *btf, const char *name)
{
	size_t len = strlen(name);
	struct kpe_tref type = kpe_btf_find(btf, name, len, KPE_BTF_STRUCT);

	if (!type.btf)
		type = kpe_btf_find(btf, name, len, KPE_BTF_TYPEDEF);
	return type.btf && kpe_btf_is_struct(type) ? type : unknown;
}

/* Iterate over the names of structures, unions and typedefs of them; not of @btf's base */
void kpe_btf_each_struct(const struct kpe_btf *btf, void (*fn)(const char *name))
{
	const struct btf_type *t;
	u32 i;

	for (i = 0; i < btf->nr; i++) {
		t = record_of(tref(btf, btf->first + i));
		if (is_kind(t, KPE_BTF_STRUCT | KPE_BTF_TYPEDEF) && *string_at(btf, t->name_off) &&
		    kpe_btf_is_struct(tref(btf, btf->first + i)))
			fn(string_at(btf, t->name_off));
	}
}

/* Offset of a variable in its section, in bytes. Return: false if there is none */
bool kpe_btf_var_offset(const struct kpe_btf *btf, const char *section,
			const char *name, u32 *offset)
{
	struct kpe_tref type = kpe_btf_find(btf, section, strlen(section), KPE_BTF_SECTION);
	const struct btf_var_secinfo *vars;
	unsigned int i;

	if (!type.btf)
		return false;
	vars = (const void *)(record_of(type) + 1);
	for (i = 0; i < BTF_INFO_VLEN(record_of(type)->info); i++) {
		const struct btf_type *var = record_of(tref(btf, vars[i].type));

		if (is_kind(var, KPE_BTF_VAR) && !strcmp(string_at(btf, var->name_off), name)) {
			*offset = vars[i].offset;
			return true;
		}
	}
	return false;
}

struct kpe_tref kpe_btf_var(const struct kpe_btf *btf, const char *name)
{
	struct kpe_tref var = kpe_btf_find(btf, name, strlen(name), KPE_BTF_VAR);

	return var.btf ? tref(btf, record_of(var)->type) : var;
}

/* ---------------------------------------------------------------- functions */

static const struct btf_type *proto_of(struct kpe_tref func)
{
	const struct btf_type *t = record_of(func);

	if (!is_kind(t, KPE_BTF_FUNC))
		return NULL;
	t = plain_record(tref(func.btf, t->type), BIT(BTF_KIND_FUNC_PROTO));
	/* The stack has no room for more. */
	return t && BTF_INFO_VLEN(t->info) <= KPE_MAX_PARAM ? t : NULL;
}

static const struct btf_param *params_of(const struct btf_type *proto)
{
	return (const void *)(proto + 1);
}

/* A last parameter without type is "...", and not counted. */
unsigned int kpe_btf_nr_params(struct kpe_tref func)
{
	const struct btf_type *proto = proto_of(func);
	unsigned int n = proto ? BTF_INFO_VLEN(proto->info) : 0;

	return n && !params_of(proto)[n - 1].type ? n - 1 : n;
}

static const struct btf_array *array_of(struct kpe_tref type)
{
	const struct btf_type *t = plain_record(type, BIT(BTF_KIND_ARRAY));

	return t ? (const void *)(t + 1) : NULL;
}

/* Return: bytes; 0 if unknown */
u64 kpe_btf_size(struct kpe_tref type)
{
	const struct btf_array *array = array_of(type);
	const struct btf_type *t;
	unsigned int i;
	u64 n = 1;

	for (i = 0; array && i < MAX_CHAIN; i++) {
		n *= array->nelems;
		type.id = array->type;
		array = array_of(type);
	}
	if (plain_record(type, BIT(BTF_KIND_PTR)))
		return n * sizeof(void *);
	t = plain_record(type, SIZED);
	return t ? n * t->size : 0;
}

/* Encoding, offset and bits of an integer */
static u32 int_info(const struct btf_type *t)
{
	return *(const u32 *)(t + 1);
}

static void fill_member(struct kpe_member *member, const struct btf_type *t,
			const struct btf_member *m)
{
	const struct btf_type *number = plain_record(member->type, BIT(BTF_KIND_INT));
	u32 offset = m->offset;

	member->width = 0;
	if (BTF_INFO_KFLAG(t->info)) {
		member->width = BTF_MEMBER_BITFIELD_SIZE(offset);
		offset = BTF_MEMBER_BIT_OFFSET(offset);
	}
	member->bit += offset;
	/* Old BTF describes a bitfield by an integer with fewer bits than its bytes. */
	if (!number || member->width || BTF_INT_BITS(int_info(number)) == number->size * 8)
		return;
	member->bit += BTF_INT_OFFSET(int_info(number));
	member->width = BTF_INT_BITS(int_info(number));
}

/*
 * Examine the parts of a value that begins at @bit. Bitfields are integers at any
 * offset. Of an array only the first element counts, as for gcc.
 */
static void look_into(struct kpe_value *value, struct kpe_tref type, u64 bit,
		      unsigned int depth, unsigned int *left)
{
	const struct btf_type *t = record_of(plain(type));
	const struct btf_member *m;
	struct kpe_member member;
	unsigned int i;
	u64 size;

	if (!t || depth > 8)
		return;
	if (is_kind(t, BIT(BTF_KIND_ARRAY)))
		return look_into(value, kpe_btf_element(type), bit, depth + 1, left);
	value->floats |= is_kind(t, BIT(BTF_KIND_FLOAT));
	if (!kpe_btf_is_struct(type)) {
		size = kpe_btf_size(type);
		value->packed |= size && bit % (size * 8);
		value->widest = max(value->widest, size);
		return;
	}
	m = (const void *)(t + 1);
	for (i = 0; i < BTF_INFO_VLEN(t->info) && *left; i++, m++) {
		--*left;
		member.type = tref(type.btf, m->type);
		member.bit = bit;
		fill_member(&member, t, m);
		if (!member.width)
			look_into(value, member.type, member.bit, depth + 1, left);
	}
}

/* C has no parameters and results that are arrays: of such a type is a vector. */
static struct kpe_value value_of(struct kpe_tref type)
{
	struct kpe_value value = {
		.size = kpe_btf_size(type), .record = kpe_btf_is_struct(type),
		.floats = array_of(type),
	};
	unsigned int left = MAX_NAMELESS;	/* against cycles */

	look_into(&value, type, 0, 0, &left);
	return value;
}

bool kpe_btf_param(struct kpe_tref func, unsigned int n,
		   struct kpe_param *param)
{
	const struct btf_type *proto = proto_of(func);
	struct kpe_passing passing;
	struct kpe_passed passed;
	struct kpe_value value;
	unsigned int i;

	if (n >= kpe_btf_nr_params(func))
		return false;
	value = value_of(kpe_btf_returns(func));
	kpe_passing_begin(&passing, &value);
	for (i = 0; i <= n; i++) {
		param->type = tref(func.btf, params_of(proto)[i].type);
		value = value_of(param->type);
		passed = kpe_place_param(&passing, &value);
	}
	param->by_reference = passed.by_reference;
	param->is_unseen = passed.is_unseen;
	param->word = min_t(unsigned int, passed.word, KPE_MAX_PARAM - 1);
	param->name = string_at(func.btf, params_of(proto)[n].name_off);
	/* It becomes a field's name, which other programs parse. */
	if (!is_name(span(param->name, strchr(param->name, '\0')), '_'))
		param->name = "";
	return true;
}

/* Is a value a vector or a floating-point number, or does it contain one? */
bool kpe_btf_has_floats(struct kpe_tref type)
{
	return value_of(type).floats;
}

struct kpe_tref kpe_btf_returns(struct kpe_tref func)
{
	const struct btf_type *proto = proto_of(func);

	return proto ? tref(func.btf, proto->type) : unknown;
}

/* -------------------------------------------------------------------- types */

/* Is it known and void? */
bool kpe_btf_is_void(struct kpe_tref type)
{
	type = plain(type);
	return type.btf && !type.id;
}

/* Unknown if @type is no pointer */
struct kpe_tref kpe_btf_pointee(struct kpe_tref type)
{
	const struct btf_type *t = plain_record(type, BIT(BTF_KIND_PTR));

	return t ? tref(type.btf, t->type) : unknown;
}

/* Or a union */
bool kpe_btf_is_struct(struct kpe_tref type)
{
	return plain_record(type, KPE_BTF_STRUCT);
}

/* Return: "" if it has none; NULL if @type is none, not even declared */
const char *kpe_btf_struct_name(struct kpe_tref type)
{
	const struct btf_type *t = plain_record(type, KPE_BTF_STRUCT | BIT(BTF_KIND_FWD));

	return t ? string_at(type.btf, t->name_off) : NULL;
}

/* An integer of one byte */
bool kpe_btf_is_char(struct kpe_tref type)
{
	const struct btf_type *t = plain_record(type, BIT(BTF_KIND_INT));

	return t && t->size == 1 &&
	       !(BTF_INT_ENCODING(int_info(t)) & BTF_INT_BOOL);
}

bool kpe_btf_is_text(struct kpe_tref type)
{
	return kpe_btf_is_char(kpe_btf_pointee(type));
}

/* Of a string: a pointer to characters, or an integer, as in system calls and ioctls */
bool kpe_btf_is_address(struct kpe_tref type)
{
	const struct btf_type *t = plain_record(type, BIT(BTF_KIND_INT));

	return t ? t->size == sizeof(long) : kpe_btf_is_text(type);
}

/* Unknown if @type is no array */
struct kpe_tref kpe_btf_element(struct kpe_tref type)
{
	const struct btf_array *array = array_of(type);

	return array ? tref(type.btf, array->type) : unknown;
}

/* Return: 0 if @type is no array, or does not tell */
u32 kpe_btf_length(struct kpe_tref type)
{
	const struct btf_array *array = array_of(type);

	return array ? array->nelems : 0;
}

struct search {
	void (*fn)(const char *name);	/* called for each; NULL: find @name */
	const char *name;
	size_t len;
	unsigned int left;		/* structures, against cycles */
};

/* Members of a member without name count as the outer structure's. */
static bool find_member(struct kpe_tref type, struct search *search,
			struct kpe_member *member, unsigned int depth)
{
	const struct btf_type *t = plain_record(type, KPE_BTF_STRUCT);
	const struct btf_member *m;
	u64 bit = member->bit;
	unsigned int i;

	if (!t || depth > 8 || !search->left)
		return false;
	search->left--;
	m = (const void *)(t + 1);
	for (i = 0; i < BTF_INFO_VLEN(t->info); i++, m++) {
		const char *own = string_at(type.btf, m->name_off);

		if (*own && search->fn)
			search->fn(own);
		if (*own && (search->fn || !kpe_text_is(own, search->name, search->len)))
			continue;
		member->bit = bit;
		member->type = tref(type.btf, m->type);
		fill_member(member, t, m);
		if (*own || find_member(member->type, search, member, depth + 1))
			return true;
	}
	return false;
}

bool kpe_btf_member(struct kpe_tref type, const char *name, size_t len,
		    struct kpe_member *member)
{
	struct search search = {
		.name = name, .len = len, .left = MAX_NAMELESS,
	};

	*member = (struct kpe_member){ };
	return len && find_member(type, &search, member, 0);
}

/* Iterate over the names of all members, also of those of members without name */
void kpe_btf_each_member(struct kpe_tref type, void (*fn)(const char *name))
{
	struct search search = { .fn = fn, .left = MAX_NAMELESS };
	struct kpe_member member = { };

	find_member(type, &search, &member, 0);
}

/* The @n-th member as it is described. Return: false if there is none */
bool kpe_btf_nth_member(struct kpe_tref type, unsigned int n, const char **name,
			struct kpe_tref *of)
{
	const struct btf_type *t = plain_record(type, KPE_BTF_STRUCT);
	const struct btf_member *m;

	if (!t || n >= BTF_INFO_VLEN(t->info))
		return false;
	m = (const void *)(t + 1);
	*name = string_at(type.btf, m[n].name_off);
	*of = tref(type.btf, m[n].type);
	return true;
}

/* A signed integer, or an enum with a negative value */
bool kpe_btf_is_signed(struct kpe_tref type)
{
	const struct btf_type *t = plain_record(type, INTEGERS);

	if (is_kind(t, BIT(BTF_KIND_INT)))
		return BTF_INT_ENCODING(int_info(t)) & BTF_INT_SIGNED;
	return t && BTF_INFO_KFLAG(t->info);
}

/* The @n-th name of an enum. Return: false if there is none */
bool kpe_btf_enumerator(struct kpe_tref type, unsigned int n, const char **name, u64 *value)
{
	const struct btf_type *t = plain_record(type, BIT(BTF_KIND_ENUM) | BIT(BTF_KIND_ENUM64));
	const struct btf_enum64 *wide;
	const struct btf_enum *narrow;

	if (!t || n >= BTF_INFO_VLEN(t->info))
		return false;
	wide = (const void *)(t + 1);
	narrow = (const void *)(t + 1);
	if (is_kind(t, BIT(BTF_KIND_ENUM))) {
		*name = string_at(type.btf, narrow[n].name_off);
		*value = (s64)narrow[n].val;
	} else {
		*name = string_at(type.btf, wide[n].name_off);
		*value = (u64)wide[n].val_hi32 << 32 | wide[n].val_lo32;
	}
	return true;
}

/* Have two structures the same members and offsets? Their types are not compared. */
bool kpe_btf_alike(struct kpe_tref a, struct kpe_tref b)
{
	const struct btf_type *s = record_of(plain(a)), *t = record_of(plain(b));
	const struct btf_member *m, *n;
	unsigned int i;

	if (!s || !t || s->info != t->info || s->size != t->size ||
	    !kpe_btf_is_struct(a))
		return false;
	m = (const void *)(s + 1);
	n = (const void *)(t + 1);
	for (i = 0; i < BTF_INFO_VLEN(s->info); i++)
		if (m[i].offset != n[i].offset ||
		    strcmp(string_at(a.btf, m[i].name_off),
			   string_at(b.btf, n[i].name_off)))
			return false;
	return true;
}

/*
 * Default type of an argument: a word in hex if @type is no number. Enums of four or eight
 * bytes are always signed, as in mainline.
 */
void kpe_btf_shown_as(struct kpe_tref type, struct kpe_type *shown)
{
	const struct btf_type *t = plain_record(type, INTEGERS);

	*shown = (struct kpe_type){ .kind = KPE_HEX, .size = sizeof(long) };
	if (!t || (t->size != 1 && t->size != 2 && t->size != 4 && t->size != 8))
		return;
	shown->size = t->size;
	shown->kind = KPE_UNSIGNED;
	if (kpe_btf_is_signed(type) ||
	    (kind_of(t) != BTF_KIND_INT && t->size >= 4))
		shown->kind = KPE_SIGNED;
}
