// SPDX-License-Identifier: GPL-2.0
/*
 * btf - types and parameters out of BTF
 *
 * A BTF is a row of records of different lengths, each known by its place in
 * the row, and a table of strings. It is walked once: the place of every
 * record is kept, and names that are looked up by name are put into an index
 * (hash above, id below) that is searched by halving.
 *
 * A module's BTF goes on where the kernel's ends: ids and strings below its
 * start belong to the base.
 *
 * Every id and offset that is read is checked when it is used. Chains of types
 * are followed MAX_CHAIN steps, so a circle ends.
 */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <uapi/linux/btf.h>
#include "kernel/name_index.h"
#include "types/btf.h"

#define MAX_CHAIN	32	/* modifiers, or structures in structures */
#define MAX_NAMELESS	1024	/* structures that one name is searched in */

/* Headers have grown since, but not those of each BTF. */
#define MIN_HEADER	(offsetof(struct btf_header, str_len) + sizeof(u32))

/**
 * struct kpe_btf - one BTF
 * @data: the bytes; owned
 * @base: below it, or NULL
 * @types: where the records are
 * @strings: where the strings are; the last byte is 0
 * @nr_strings: bytes of @strings
 * @first: id of the first record
 * @nr: number of records
 * @places: offset of each record from @types
 * @first_string: offset of @strings in the space it shares with @base
 * @index: of names, sorted
 * @nr_index: entries of @index
 */
struct kpe_btf {
	void *data;
	const struct kpe_btf *base;
	const u8 *types;
	const char *strings;
	u32 nr_strings;
	u32 first;
	u32 nr;
	u32 *places;
	u32 first_string;
	u64 *index;
	u32 nr_index;
};

/* ------------------------------------------------------------- records */

/* Bytes of a record; 0 for a kind that nobody has told us of. */
static size_t record_size(const struct btf_type *t)
{
	size_t vlen = BTF_INFO_VLEN(t->info);

	switch (BTF_INFO_KIND(t->info)) {
	case BTF_KIND_PTR:
	case BTF_KIND_FWD:
	case BTF_KIND_TYPEDEF:
	case BTF_KIND_VOLATILE:
	case BTF_KIND_CONST:
	case BTF_KIND_RESTRICT:
	case BTF_KIND_FUNC:
	case BTF_KIND_FLOAT:
	case BTF_KIND_TYPE_TAG:
		return sizeof(*t);
	case BTF_KIND_INT:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG:
		return sizeof(*t) + sizeof(u32);
	case BTF_KIND_ARRAY:
		return sizeof(*t) + sizeof(struct btf_array);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		return sizeof(*t) + vlen * sizeof(struct btf_member);
	case BTF_KIND_ENUM:
		return sizeof(*t) + vlen * sizeof(struct btf_enum);
	case BTF_KIND_FUNC_PROTO:
		return sizeof(*t) + vlen * sizeof(struct btf_param);
	case BTF_KIND_DATASEC:
		return sizeof(*t) + vlen * sizeof(struct btf_var_secinfo);
	case BTF_KIND_ENUM64:
		return sizeof(*t) + vlen * sizeof(struct btf_enum64);
	default:
		return 0;
	}
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

static unsigned int kind_of(const struct btf_type *t)
{
	return BTF_INFO_KIND(t->info);
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

static struct kpe_tref unknown(void)
{
	return tref(NULL, 0);
}

static bool is_modifier(unsigned int kind)
{
	return kind == BTF_KIND_TYPEDEF || kind == BTF_KIND_VOLATILE ||
	       kind == BTF_KIND_CONST || kind == BTF_KIND_RESTRICT ||
	       kind == BTF_KIND_TYPE_TAG;
}

/* What is left without typedef, const and the like; unknown in a circle. */
static struct kpe_tref plain(struct kpe_tref type)
{
	const struct btf_type *t;
	unsigned int i;

	for (i = 0; i < MAX_CHAIN; i++) {
		t = record_of(type);
		if (!t)
			return type.id ? unknown() : type;
		if (!is_modifier(kind_of(t)))
			return type;
		type.id = t->type;
	}
	return unknown();
}

static const struct btf_type *plain_record(struct kpe_tref type, u32 kind)
{
	const struct btf_type *t = record_of(plain(type));

	return t && kind_of(t) == kind ? t : NULL;
}

/* --------------------------------------------------------------- opening */

static bool is_indexed(const struct btf_type *t)
{
	switch (kind_of(t)) {
	case BTF_KIND_FUNC:
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
	case BTF_KIND_TYPEDEF:
	case BTF_KIND_VAR:
	case BTF_KIND_DATASEC:
		return true;
	default:
		return false;
	}
}

/*
 * Calls for each record in turn, up to the first that makes no sense: what is
 * before that is still good. Fills places and index if they are there, else
 * counts.
 */
static void walk(struct kpe_btf *btf, size_t bytes)
{
	const struct btf_type *t;
	size_t at = 0, size;
	const char *name;

	btf->nr = 0;
	btf->nr_index = 0;
	while (bytes - at >= sizeof(*t)) {
		t = (const void *)(btf->types + at);
		size = record_size(t);
		if (!size || size > bytes - at)
			return;
		name = is_indexed(t) ? string_at(btf, t->name_off) : "";
		if (*name && btf->index)
			btf->index[btf->nr_index] =
				kpe_name_key(name, strlen(name),
					     btf->first + btf->nr);
		btf->nr_index += !!*name;
		if (btf->places)
			btf->places[btf->nr] = at;
		btf->nr++;
		at += size;
	}
}

static bool has_room(size_t size, u32 hdr_len, u32 offset, u32 len)
{
	return (u64)hdr_len + offset + len <= size;
}

/* Find types and strings. Return: bytes of the types, 0 if there are none. */
static size_t read_header(struct kpe_btf *btf, size_t size)
{
	const struct btf_header *hdr = btf->data;
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
	return btf->strings[hdr->str_len - 1] ? 0 : hdr->type_len;
}

static int make_index(struct kpe_btf *btf, size_t bytes)
{
	walk(btf, bytes);
	btf->places = kvmalloc_array(btf->nr + 1, sizeof(u32), GFP_KERNEL);
	btf->index = kvmalloc_array(btf->nr_index + 1, sizeof(u64), GFP_KERNEL);
	if (!btf->places || !btf->index)
		return -ENOMEM;
	walk(btf, bytes);
	kpe_name_sort(btf->index, btf->nr_index);
	return 0;
}

/**
 * kpe_btf_open() - make sense of the bytes of a BTF
 * @data: the bytes, from kvmalloc(); owned by the BTF, freed on failure, too
 * @size: how many
 * @base: what it goes on from, which must live longer; NULL: nothing
 *
 * Context: may sleep; takes no locks. Return: the BTF, to be closed with
 * kpe_btf_close(); NULL if these bytes are none, ERR_PTR(-ENOMEM) if there is
 * no memory.
 */
struct kpe_btf *kpe_btf_open(void *data, size_t size,
			     const struct kpe_btf *base)
{
	struct kpe_btf *btf = kzalloc(sizeof(*btf), GFP_KERNEL);
	size_t bytes;
	int ret;

	if (!btf) {
		kvfree(data);
		return ERR_PTR(-ENOMEM);
	}
	btf->data = data;
	btf->base = base;
	btf->first = base ? base->first + base->nr : 1;
	btf->first_string = base ? base->first_string + base->nr_strings : 0;
	bytes = read_header(btf, size);
	ret = bytes ? make_index(btf, bytes) : 0;
	if (bytes && !ret)
		return btf;
	kpe_btf_close(btf);
	return ERR_PTR(ret);
}

/**
 * kpe_btf_close() - forget a BTF
 * @btf: no longer in use, nor the base of another; or NULL
 */
void kpe_btf_close(struct kpe_btf *btf)
{
	if (!btf)
		return;
	kvfree(btf->index);
	kvfree(btf->places);
	kvfree(btf->data);
	kfree(btf);
}

/* ---------------------------------------------------------------- by name */

static bool is_name(const char *s, const char *name, size_t len)
{
	return !strncmp(s, name, len) && !s[len];
}

static bool is_kind(const struct btf_type *t, enum kpe_btf_kind kind)
{
	switch (kind) {
	case KPE_BTF_FUNC:
		return kind_of(t) == BTF_KIND_FUNC;
	case KPE_BTF_STRUCT:
		return kind_of(t) == BTF_KIND_STRUCT ||
		       kind_of(t) == BTF_KIND_UNION;
	case KPE_BTF_TYPEDEF:
		return kind_of(t) == BTF_KIND_TYPEDEF;
	case KPE_BTF_VAR:
		return kind_of(t) == BTF_KIND_VAR;
	case KPE_BTF_SECTION:
		return kind_of(t) == BTF_KIND_DATASEC;
	}
	return false;
}

/**
 * kpe_btf_find() - look a name up
 * @btf: to look in, and in nothing below it
 * @name: of what, need not end with a NUL
 * @len: characters of @name
 * @kind: what it must be
 *
 * Context: any. Return: the first of that name and kind, or an unknown type.
 */
struct kpe_tref kpe_btf_find(const struct kpe_btf *btf, const char *name,
			     size_t len, enum kpe_btf_kind kind)
{
	u64 key = kpe_name_key(name, len, 0);
	const struct btf_type *t;
	u32 i, id;

	for (i = kpe_name_first(btf->index, btf->nr_index, key);
	     i < btf->nr_index; i++) {
		if (btf->index[i] >> 32 != key >> 32)
			break;
		id = btf->index[i];
		t = record_of(tref(btf, id));
		if (is_kind(t, kind) &&
		    is_name(string_at(btf, t->name_off), name, len))
			return tref(btf, id);
	}
	return unknown();
}

/**
 * kpe_btf_struct() - look up a structure, a union, or a typedef of one
 * @btf: to look in, and in nothing below it
 * @name: of it
 *
 * Context: any. Return: the type, or an unknown one.
 */
struct kpe_tref kpe_btf_struct(const struct kpe_btf *btf, const char *name)
{
	size_t len = strlen(name);
	struct kpe_tref type = kpe_btf_find(btf, name, len, KPE_BTF_STRUCT);

	if (!type.btf)
		type = kpe_btf_find(btf, name, len, KPE_BTF_TYPEDEF);
	return type.btf && kpe_btf_is_struct(type) ? type : unknown();
}

/**
 * kpe_btf_each_struct() - look at the names of all structures and unions
 * @btf: to look in, and in nothing below it
 * @fn: called for each
 *
 * Context: any.
 */
void kpe_btf_each_struct(const struct kpe_btf *btf, void (*fn)(const char *name))
{
	const struct btf_type *t;
	u32 i;

	for (i = 0; i < btf->nr_index; i++) {
		t = record_of(tref(btf, (u32)btf->index[i]));
		if (t && is_kind(t, KPE_BTF_STRUCT))
			fn(string_at(btf, t->name_off));
	}
}

/**
 * kpe_btf_var_offset() - where a variable is in its section
 * @btf: to look in, and in nothing below it
 * @section: its name
 * @name: of the variable
 * @offset: filled, bytes from the start of the section
 *
 * Context: any. Return: false if there is no such variable there.
 */
bool kpe_btf_var_offset(const struct kpe_btf *btf, const char *section,
			const char *name, u32 *offset)
{
	const struct btf_var_secinfo *vars;
	struct kpe_tref type;
	unsigned int i;

	type = kpe_btf_find(btf, section, strlen(section), KPE_BTF_SECTION);
	if (!type.btf)
		return false;
	vars = (const void *)(record_of(type) + 1);
	for (i = 0; i < BTF_INFO_VLEN(record_of(type)->info); i++) {
		const struct btf_type *var;

		var = record_of(tref(btf, vars[i].type));
		if (!var || kind_of(var) != BTF_KIND_VAR ||
		    strcmp(string_at(btf, var->name_off), name))
			continue;
		*offset = vars[i].offset;
		return true;
	}
	return false;
}

/* -------------------------------------------------------------- functions */

static const struct btf_type *proto_of(struct kpe_tref func)
{
	const struct btf_type *t = record_of(func);

	if (!t || kind_of(t) != BTF_KIND_FUNC)
		return NULL;
	t = plain_record(tref(func.btf, t->type), BTF_KIND_FUNC_PROTO);
	/* The stack has no room for more, nor has anyone time to try. */
	return t && BTF_INFO_VLEN(t->info) <= KPE_MAX_PARAM ? t : NULL;
}

static const struct btf_param *params_of(const struct btf_type *proto)
{
	return (const void *)(proto + 1);
}

/* A last one of no type is "...". */
static bool is_variadic(const struct btf_type *proto)
{
	unsigned int n = BTF_INFO_VLEN(proto->info);

	return n && !params_of(proto)[n - 1].type;
}

/**
 * kpe_btf_nr_params() - how many parameters a function has
 * @func: the function
 *
 * Context: any. Return: the number, without "...".
 */
unsigned int kpe_btf_nr_params(struct kpe_tref func)
{
	const struct btf_type *proto = proto_of(func);

	return proto ? BTF_INFO_VLEN(proto->info) - is_variadic(proto) : 0;
}

/* Bytes of a value; 0 if nobody knows */
static u64 size_of(struct kpe_tref type)
{
	const struct btf_type *t;
	u64 n = 1;
	unsigned int i;

	for (i = 0; i < MAX_CHAIN; i++) {
		type = plain(type);
		t = record_of(type);
		if (!t)
			return 0;
		switch (kind_of(t)) {
		case BTF_KIND_PTR:
			return n * sizeof(void *);
		case BTF_KIND_INT:
		case BTF_KIND_ENUM:
		case BTF_KIND_ENUM64:
		case BTF_KIND_FLOAT:
		case BTF_KIND_STRUCT:
		case BTF_KIND_UNION:
			return n * t->size;
		case BTF_KIND_ARRAY:
			n *= ((const struct btf_array *)(t + 1))->nelems;
			type.id = ((const struct btf_array *)(t + 1))->type;
			break;
		default:
			return 0;
		}
	}
	return 0;
}

static unsigned int words_of(struct kpe_tref type)
{
	u64 size = size_of(type);

	/* What GNU C lets have no members is not passed at all. */
	if (!size && kpe_btf_is_struct(type))
		return 0;
	return size <= sizeof(long) ? 1 :
	       min_t(u64, DIV_ROUND_UP(size, sizeof(long)), U16_MAX);
}

/* Bits of an integer that does not fill its bytes, as old BTF has bitfields */
static void narrow(struct kpe_member *member)
{
	const struct btf_type *t = plain_record(member->type, BTF_KIND_INT);
	u32 info;

	if (!t)
		return;
	info = *(const u32 *)(t + 1);
	if (BTF_INT_BITS(info) == t->size * 8)
		return;
	member->bit += BTF_INT_OFFSET(info);
	member->width = BTF_INT_BITS(info);
}

static void fill_member(struct kpe_member *member, const struct btf_type *t,
			const struct btf_member *m)
{
	u32 offset = m->offset;

	member->width = 0;
	if (BTF_INFO_KFLAG(t->info)) {
		member->width = BTF_MEMBER_BITFIELD_SIZE(offset);
		offset = BTF_MEMBER_BIT_OFFSET(offset);
	}
	member->bit += offset;
	if (!member->width)
		narrow(member);
}

/**
 * struct shape - what the calling convention asks of a value by itself
 * @words: that it takes
 * @widest: bytes of its widest part
 * @packed: a part is not at a multiple of its own size
 * @left: members that are still looked at, which bounds circles
 */
struct shape {
	unsigned int words;
	u64 widest;
	bool packed;
	unsigned int left;
};

/*
 * Look at the parts of a value that begins at @bit; bitfields are integers
 * wherever they are. Of an array the first element counts, as for gcc.
 */
static void look_into(struct shape *shape, struct kpe_tref type, u64 bit,
		      unsigned int depth)
{
	const struct btf_type *t = record_of(plain(type));
	const struct btf_member *m;
	struct kpe_member member;
	unsigned int i;
	u64 size;

	if (!t || depth > 8)
		return;
	if (kind_of(t) == BTF_KIND_ARRAY)
		return look_into(shape, kpe_btf_element(type), bit, depth + 1);
	if (!kpe_btf_is_struct(type)) {
		size = size_of(type);
		shape->packed |= size && bit % (size * 8);
		shape->widest = max(shape->widest, size);
		return;
	}
	m = (const void *)(t + 1);
	for (i = 0; i < BTF_INFO_VLEN(t->info) && shape->left; i++, m++) {
		shape->left--;
		member.type = tref(type.btf, m->type);
		member.bit = bit;
		fill_member(&member, t, m);
		if (!member.width)
			look_into(shape, member.type, member.bit, depth + 1);
	}
}

static struct shape shape_of(struct kpe_tref type)
{
	struct shape shape = {
		.words = words_of(type), .left = MAX_NAMELESS,
	};

	look_into(&shape, type, 0, 0);
	return shape;
}

/* What is longer than two words, or not aligned, is passed in memory. */
static bool fits_registers(const struct shape *shape)
{
	return shape->words <= 2 && !shape->packed;
}

/*
 * Where the calling convention of x86-64 puts a parameter: in registers if
 * there are enough left, else on the stack, there at an even word if it has a
 * part of 16 bytes.
 */
static unsigned int place_param(struct kpe_tref type, unsigned int *regs,
				unsigned int *stack)
{
	struct shape shape = shape_of(type);
	unsigned int word;

	if (fits_registers(&shape) && *regs + shape.words <= KPE_PARAM_REGS) {
		word = *regs;
		*regs += shape.words;
		return word;
	}
	/* One that is packed as a whole need not be a multiple of its parts. */
	if (shape.widest == 16 && !shape.packed && !(size_of(type) % 16))
		*stack += *stack % 2;
	word = KPE_PARAM_REGS + *stack;
	*stack += shape.words;
	return word;
}

/* Where a result goes that no register holds, a first parameter says. */
static bool has_hidden_param(struct kpe_tref returns)
{
	struct shape shape = shape_of(returns);

	return !fits_registers(&shape);
}

static bool is_identifier(const char *s)
{
	const char *c;

	for (c = s; *c; c++) {
		if (!isascii(*c) || (*c != '_' && !isalnum(*c)) ||
		    (c == s && isdigit(*c)))
			return false;
	}
	return true;
}

/**
 * kpe_btf_param() - a parameter of a function
 * @func: the function
 * @n: which, from 0
 * @param: filled
 *
 * Context: any. Return: false if there is none.
 */
bool kpe_btf_param(struct kpe_tref func, unsigned int n,
		   struct kpe_param *param)
{
	const struct btf_type *proto = proto_of(func);
	unsigned int i, regs, stack = 0;

	if (n >= kpe_btf_nr_params(func))
		return false;
	regs = has_hidden_param(kpe_btf_returns(func));
	for (i = 0; i <= n; i++) {
		param->type = tref(func.btf, params_of(proto)[i].type);
		param->word = place_param(param->type, &regs, &stack);
	}
	param->word = min_t(unsigned int, param->word, KPE_MAX_PARAM - 1);
	param->name = string_at(func.btf, params_of(proto)[n].name_off);
	/* It becomes the name of a field, which many others read. */
	if (!is_identifier(param->name))
		param->name = "";
	return true;
}

/**
 * kpe_btf_returns() - what a function returns
 * @func: the function
 *
 * Context: any. Return: its type, unknown if that of @func is.
 */
struct kpe_tref kpe_btf_returns(struct kpe_tref func)
{
	const struct btf_type *proto = proto_of(func);

	return proto ? tref(func.btf, proto->type) : unknown();
}

/* ------------------------------------------------------------------ types */

/**
 * kpe_btf_is_void() - is a type void
 * @type: the type
 *
 * Context: any. Return: true if it is known and void.
 */
bool kpe_btf_is_void(struct kpe_tref type)
{
	type = plain(type);
	return type.btf && !type.id;
}

/**
 * kpe_btf_pointee() - what a pointer points to
 * @type: of the pointer
 *
 * Context: any. Return: the type; unknown if @type is no pointer.
 */
struct kpe_tref kpe_btf_pointee(struct kpe_tref type)
{
	const struct btf_type *t = plain_record(type, BTF_KIND_PTR);

	return t ? tref(type.btf, t->type) : unknown();
}

/**
 * kpe_btf_is_struct() - may a type have members
 * @type: the type
 *
 * Context: any. Return: true for a structure or union.
 */
bool kpe_btf_is_struct(struct kpe_tref type)
{
	return plain_record(type, BTF_KIND_STRUCT) ||
	       plain_record(type, BTF_KIND_UNION);
}

/**
 * kpe_btf_forward() - what a structure is called that is defined elsewhere
 * @type: the type
 *
 * Context: any. Return: its name; NULL if @type is no forward declaration.
 */
const char *kpe_btf_forward(struct kpe_tref type)
{
	const struct btf_type *t = plain_record(type, BTF_KIND_FWD);

	return t ? string_at(type.btf, t->name_off) : NULL;
}

/**
 * kpe_btf_is_char() - may a type be the character of a string
 * @type: the type
 *
 * Context: any. Return: true for integers of one byte.
 */
bool kpe_btf_is_char(struct kpe_tref type)
{
	const struct btf_type *t = plain_record(type, BTF_KIND_INT);

	return t && t->size == 1 &&
	       !(BTF_INT_ENCODING(*(const u32 *)(t + 1)) & BTF_INT_BOOL);
}

/**
 * kpe_btf_is_text() - does a pointer lead to a string
 * @type: of the pointer
 *
 * Context: any. Return: true for pointers to characters.
 */
bool kpe_btf_is_text(struct kpe_tref type)
{
	return kpe_btf_is_char(kpe_btf_pointee(type));
}

/**
 * kpe_btf_is_texts() - does a pointer lead to an array of strings
 * @type: of the pointer
 *
 * Context: any. Return: true for pointers to pointers to characters.
 */
bool kpe_btf_is_texts(struct kpe_tref type)
{
	return kpe_btf_is_text(kpe_btf_pointee(type));
}

/**
 * kpe_btf_is_address() - may a value be the address of a string
 * @type: of the value
 *
 * Context: any. Return: true for pointers to characters, and for integers that
 * could hold one, as system calls and ioctls have them.
 */
bool kpe_btf_is_address(struct kpe_tref type)
{
	const struct btf_type *t = plain_record(type, BTF_KIND_INT);

	return t ? t->size == sizeof(long) : kpe_btf_is_text(type);
}

/**
 * kpe_btf_element() - of what a type is an array
 * @type: the type
 *
 * Context: any. Return: the type of an element; unknown if @type is no array.
 */
struct kpe_tref kpe_btf_element(struct kpe_tref type)
{
	const struct btf_type *t = plain_record(type, BTF_KIND_ARRAY);

	if (!t)
		return unknown();
	return tref(type.btf, ((const struct btf_array *)(t + 1))->type);
}

/*
 * Members without a name are looked into; what they hold counts as the
 * outer's. @depth and @left bound circles, which no compiler makes.
 */
static bool find_member(struct kpe_tref type, const char *name, size_t len,
			struct kpe_member *member, unsigned int depth,
			unsigned int *left)
{
	const struct btf_type *t = record_of(plain(type));
	const struct btf_member *m;
	u64 bit = member->bit;
	unsigned int i;

	if (!t || depth > 8 || !*left || !kpe_btf_is_struct(type))
		return false;
	--*left;
	m = (const void *)(t + 1);
	for (i = 0; i < BTF_INFO_VLEN(t->info); i++, m++) {
		const char *own = string_at(type.btf, m->name_off);

		if (*own && !is_name(own, name, len))
			continue;
		member->bit = bit;
		member->type = tref(type.btf, m->type);
		fill_member(member, t, m);
		if (*own || find_member(member->type, name, len, member,
					depth + 1, left))
			return true;
	}
	return false;
}

/**
 * kpe_btf_member() - find a member
 * @type: of a structure or union
 * @name: of the member, need not end with a NUL
 * @len: characters of @name
 * @member: filled
 *
 * Context: any. Return: false if there is none of that name.
 */
bool kpe_btf_member(struct kpe_tref type, const char *name, size_t len,
		    struct kpe_member *member)
{
	unsigned int left = MAX_NAMELESS;

	*member = (struct kpe_member){ };
	return len && find_member(type, name, len, member, 0, &left);
}

static void each_member(struct kpe_tref type, void (*fn)(const char *name),
			unsigned int depth, unsigned int *left)
{
	const struct btf_type *t = record_of(plain(type));
	const struct btf_member *m;
	unsigned int i;

	if (!t || depth > 8 || !*left || !kpe_btf_is_struct(type))
		return;
	--*left;
	m = (const void *)(t + 1);
	for (i = 0; i < BTF_INFO_VLEN(t->info); i++, m++) {
		const char *own = string_at(type.btf, m->name_off);

		if (*own)
			fn(own);
		else
			each_member(tref(type.btf, m->type), fn, depth + 1, left);
	}
}

/**
 * kpe_btf_each_member() - look at the names of all members
 * @type: of a structure or union
 * @fn: called for each, and for those of members without a name
 *
 * Context: any.
 */
void kpe_btf_each_member(struct kpe_tref type, void (*fn)(const char *name))
{
	unsigned int left = MAX_NAMELESS;

	each_member(type, fn, 0, &left);
}

static bool has_sign(const struct btf_type *t)
{
	switch (kind_of(t)) {
	case BTF_KIND_INT:
		return BTF_INT_ENCODING(*(const u32 *)(t + 1)) & BTF_INT_SIGNED;
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
		return BTF_INFO_KFLAG(t->info);
	default:
		return false;
	}
}

/**
 * kpe_btf_is_signed() - may a number be negative
 * @type: of the number
 *
 * Context: any. Return: true for integers with a sign, and enums that have a
 * negative value.
 */
bool kpe_btf_is_signed(struct kpe_tref type)
{
	const struct btf_type *t = record_of(plain(type));

	return t && has_sign(t);
}

/**
 * kpe_btf_alike() - may two structures be the same one, described twice
 * @a: one
 * @b: other
 *
 * What their members point to is not looked at.
 *
 * Context: any. Return: true if they have the same members in the same places.
 */
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

/**
 * kpe_btf_shown_as() - how a value is stored and shown if nobody says
 * @type: of the value
 * @shown: filled; what is no number is a word in hex
 *
 * Enums of four or eight bytes always have a sign, for mainline shows them so.
 *
 * Context: any.
 */
void kpe_btf_shown_as(struct kpe_tref type, struct kpe_type *shown)
{
	const struct btf_type *t = record_of(plain(type));
	unsigned int kind = t ? kind_of(t) : BTF_KIND_UNKN;

	*shown = (struct kpe_type){ .kind = KPE_HEX, .size = sizeof(long) };
	if (kind != BTF_KIND_INT && kind != BTF_KIND_ENUM &&
	    kind != BTF_KIND_ENUM64)
		return;
	if (t->size != 1 && t->size != 2 && t->size != 4 && t->size != 8)
		return;
	shown->size = t->size;
	shown->kind = KPE_UNSIGNED;
	if (has_sign(t) || (kind != BTF_KIND_INT && t->size >= 4))
		shown->kind = KPE_SIGNED;
}
