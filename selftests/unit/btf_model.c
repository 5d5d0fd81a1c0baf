// SPDX-License-Identifier: GPL-2.0
/* btf_model - what btf.c must find, out of the bytes alone */
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/string.h>

#include "btf_model.h"

/* Words behind the head of a record: as many, and as many for each element */
static const struct {
	u8 fixed;
	u8 each;
} sizes[] = {
	[BTF_KIND_INT] = { 1, 0 }, [BTF_KIND_PTR] = { 0, 0 },
	[BTF_KIND_ARRAY] = { 3, 0 }, [BTF_KIND_STRUCT] = { 0, 3 },
	[BTF_KIND_UNION] = { 0, 3 }, [BTF_KIND_ENUM] = { 0, 2 },
	[BTF_KIND_FUNC] = { 0, 0 }, [BTF_KIND_FUNC_PROTO] = { 0, 2 },
	[BTF_KIND_VAR] = { 1, 0 }, [BTF_KIND_DATASEC] = { 0, 3 },
	[BTF_KIND_DECL_TAG] = { 1, 0 }, [BTF_KIND_ENUM64] = { 0, 3 },
};

static const struct btf_type *next(const struct btf_type *t)
{
	unsigned int kind = BTF_INFO_KIND(t->info);
	/* A function's length is its linkage. */
	unsigned int n = kind == BTF_KIND_FUNC ? 0 : BTF_INFO_VLEN(t->info);

	if (!kind || kind >= ARRAY_SIZE(sizes))
		abort();
	return (const void *)((const u32 *)(t + 1) + sizes[kind].fixed + n * sizes[kind].each);
}

void model_open(struct model *m, const u8 *data, size_t size)
{
	const struct btf_header *hdr = (const void *)data;
	const struct btf_type *t, *end;

	if (size < sizeof(*hdr) || hdr->magic != BTF_MAGIC)
		abort();
	m->types = data + hdr->hdr_len + hdr->type_off;
	m->strings = (const char *)data + hdr->hdr_len + hdr->str_off;
	m->at = calloc(hdr->type_len / sizeof(*t) + 2, sizeof(*m->at));
	end = (const void *)(m->types + hdr->type_len);
	m->nr = 0;
	for (t = (const void *)m->types; t < end; t = next(t))
		m->at[++m->nr] = t;
	if (t != end)
		abort();
}

void model_close(struct model *m)
{
	free(m->at);
}

const char *model_name(const struct model *m, u32 offset)
{
	return m->strings + offset;
}

unsigned int model_kind(const struct model *m, u32 *id)
{
	for (;;) {
		unsigned int kind;

		if (!*id)
			return BTF_KIND_UNKN;
		kind = BTF_INFO_KIND(m->at[*id]->info);
		switch (kind) {
		case BTF_KIND_TYPEDEF:
		case BTF_KIND_VOLATILE:
		case BTF_KIND_CONST:
		case BTF_KIND_RESTRICT:
		case BTF_KIND_TYPE_TAG:
			*id = m->at[*id]->type;
			break;
		default:
			return kind;
		}
	}
}

const struct btf_param *model_params(const struct model *m, u32 func, unsigned int *n)
{
	const struct btf_type *proto = m->at[m->at[func]->type];
	const struct btf_param *params = (const void *)(proto + 1);

	*n = BTF_INFO_VLEN(proto->info);
	if (*n && !params[*n - 1].type)
		--*n;
	return params;
}

u32 model_returns(const struct model *m, u32 func)
{
	return m->at[m->at[func]->type]->type;
}

/* Bytes of a parameter or a result */
static u64 size_of(const struct model *m, u32 id)
{
	switch (model_kind(m, &id)) {
	case BTF_KIND_PTR:
		return 8;
	case BTF_KIND_INT:
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
	case BTF_KIND_FLOAT:
		return m->at[id]->size;
	default:
		return 0;
	}
}

/* Is a number in a value of type @id, which begins at bit @at, not aligned? */
static bool has_odd_part(const struct model *m, u32 id, u64 at)
{
	unsigned int kind = model_kind(m, &id), i;
	const struct btf_type *t = m->at[id];
	const struct btf_member *part = (const void *)(t + 1);

	if (kind == BTF_KIND_ARRAY)
		return has_odd_part(m, ((const struct btf_array *)part)->type, at);
	if (kind != BTF_KIND_STRUCT && kind != BTF_KIND_UNION)
		return size_of(m, id) && at / 8 % size_of(m, id);
	for (i = 0; i < BTF_INFO_VLEN(t->info); i++) {
		u32 bit = part[i].offset;

		if (t->info >> 31 && bit >> 24)
			continue;
		if (has_odd_part(m, part[i].type, at + (bit & 0xffffff)))
			return true;
	}
	return false;
}

/* More than two words, or parts that are not aligned */
static bool needs_memory(const struct model *m, u32 id)
{
	u64 size = size_of(m, id);

	return size > 16 || (size && has_odd_part(m, id, 0));
}

/*
 * di si dx cx r8 r9 are the words 0 to 5, the stack begins at 6. There is what
 * needs memory, and what does not find enough registers. No kernel has been
 * seen to put an __int128 there.
 */
void model_words(const struct model *m, u32 func, unsigned int *words)
{
	unsigned int free_regs = 6, on_stack = 6, i, n;
	const struct btf_param *params = model_params(m, func, &n);

	if (needs_memory(m, model_returns(m, func)))
		free_regs = 5;
	for (i = 0; i < n; i++) {
		u64 size = size_of(m, params[i].type);
		unsigned int takes = size > 8 ? (size + 7) / 8 : 1;

		if (takes > free_regs || needs_memory(m, params[i].type)) {
			words[i] = on_stack;
			on_stack += takes;
		} else {
			words[i] = 6 - free_regs;
			free_regs -= takes;
		}
	}
}

static unsigned int add_members(const struct model *m, u32 id, u64 start,
				struct model_member *members, unsigned int n,
				unsigned int max)
{
	const struct btf_type *t = m->at[id];
	const struct btf_member *member = (const void *)(t + 1);
	const struct btf_member *end = member + BTF_INFO_VLEN(t->info);

	for (; member < end; member++) {
		const char *name = model_name(m, member->name_off);
		u32 bit = member->offset, width = 0, type = member->type;
		unsigned int kind = model_kind(m, &type);

		if (t->info >> 31) {
			width = bit >> 24;
			bit &= 0xffffff;
		}
		if (*name && n < max)
			members[n++] = (struct model_member){
				name, member->type, start + bit, width
			};
		else if (!*name && (kind == BTF_KIND_STRUCT || kind == BTF_KIND_UNION))
			n = add_members(m, type, start + bit, members, n, max);
	}
	return n;
}

unsigned int model_members(const struct model *m, u32 id,
			   struct model_member *members, unsigned int max)
{
	return add_members(m, id, 0, members, 0, max);
}

bool model_sign(const struct model *m, u32 id)
{
	switch (model_kind(m, &id)) {
	case BTF_KIND_INT:
		return *(const u32 *)(m->at[id] + 1) & BTF_INT_SIGNED << 24;
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
		return m->at[id]->info >> 31;
	default:
		return false;
	}
}

struct kpe_type model_type(const struct model *m, u32 id)
{
	struct kpe_type type = { .kind = KPE_HEX, .size = 8 };
	u32 plain = id, kind = model_kind(m, &plain), size;
	bool is_signed = model_sign(m, id);

	if (kind != BTF_KIND_INT && kind != BTF_KIND_ENUM && kind != BTF_KIND_ENUM64)
		return type;
	size = m->at[plain]->size;
	if (size > 8)
		return type;
	/* as mainline has it */
	if (kind != BTF_KIND_INT && size > 2)
		is_signed = true;
	type.kind = is_signed ? KPE_SIGNED : KPE_UNSIGNED;
	type.size = size;
	return type;
}
