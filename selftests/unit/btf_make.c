// SPDX-License-Identifier: GPL-2.0
/* btf_make - BTFs made by hand, for tests */
#include <stdlib.h>

#include <linux/slab.h>
#include <linux/string.h>

#include "btf_make.h"

void make_start(struct maker *m, const struct maker *base)
{
	memset(m, 0, sizeof(*m));
	if (base) {
		m->last = base->last;
		m->first_string = base->first_string + base->strings_len;
	} else {
		m->strings_len = 1;
	}
}

static u32 add_string(struct maker *m, const char *s)
{
	u32 at = m->first_string + m->strings_len;
	size_t len = strlen(s) + 1;

	if (len == 1)
		return 0;
	if (m->strings_len + len > sizeof(m->strings))
		abort();
	memcpy(m->strings + m->strings_len, s, len);
	m->strings_len += len;
	return at;
}

static void add_word(struct maker *m, u32 word)
{
	if (m->types_len + sizeof(word) > sizeof(m->types))
		abort();
	memcpy(m->types + m->types_len, &word, sizeof(word));
	m->types_len += sizeof(word);
}

static u32 add(struct maker *m, u32 kind, const char *name, u32 vlen, u32 size_or_type)
{
	add_word(m, add_string(m, name));
	add_word(m, kind << 24 | vlen);
	add_word(m, size_or_type);
	return ++m->last;
}

u32 make_int(struct maker *m, const char *name, u32 size, u32 encoding)
{
	u32 id = add(m, BTF_KIND_INT, name, 0, size);

	add_word(m, encoding << 24 | size * 8);
	return id;
}

u32 make_bits(struct maker *m, u32 size, u32 encoding, u32 offset, u32 bits)
{
	u32 id = add(m, BTF_KIND_INT, "", 0, size);

	add_word(m, encoding << 24 | offset << 16 | bits);
	return id;
}

u32 make_ref(struct maker *m, u32 kind, const char *name, u32 type)
{
	return add(m, kind, name, 0, type);
}

u32 make_array(struct maker *m, u32 type, u32 count)
{
	u32 id = add(m, BTF_KIND_ARRAY, "", 0, 0);

	add_word(m, type);
	add_word(m, 0);
	add_word(m, count);
	return id;
}

u32 make_enum(struct maker *m, u32 kind, const char *name, u32 size)
{
	u32 id = add(m, kind, name, 1, size);

	add_word(m, add_string(m, "ENUMERATOR"));
	add_word(m, 1);
	if ((kind & ~SIGNED_ENUM) == BTF_KIND_ENUM64)
		add_word(m, 0);
	return id;
}

u32 make_float(struct maker *m, const char *name, u32 size)
{
	return add(m, BTF_KIND_FLOAT, name, 0, size);
}

static u32 count(const struct field *field)
{
	u32 n = 0;

	while (field[n].name)
		n++;
	return n;
}

static bool has_widths(const struct field *field)
{
	for (; field->name; field++) {
		if (field->width)
			return true;
	}
	return false;
}

u32 make_struct(struct maker *m, u32 kind, const char *name, u32 size, const struct field *fields)
{
	u32 kflag = has_widths(fields);
	u32 id = add(m, kflag << 7 | kind, name, count(fields), size);

	for (; fields->name; fields++) {
		add_word(m, add_string(m, fields->name));
		add_word(m, fields->type);
		add_word(m, fields->width << 24 | fields->bit);
	}
	return id;
}

u32 make_proto(struct maker *m, u32 returns, const struct field *params)
{
	u32 id = add(m, BTF_KIND_FUNC_PROTO, "", count(params), returns);

	for (; params->name; params++) {
		add_word(m, add_string(m, params->name));
		add_word(m, params->type);
	}
	return id;
}

u32 make_func(struct maker *m, const char *name, u32 returns, const struct field *params)
{
	return make_ref(m, BTF_KIND_FUNC, name, make_proto(m, returns, params));
}

u32 make_var(struct maker *m, const char *name, u32 type)
{
	u32 id = add(m, BTF_KIND_VAR, name, 0, type);

	add_word(m, BTF_VAR_GLOBAL_ALLOCATED);
	return id;
}

u32 make_section(struct maker *m, const char *name, const struct field *vars)
{
	u32 id = add(m, BTF_KIND_DATASEC, name, count(vars), 4096);

	for (; vars->name; vars++) {
		add_word(m, vars->type);
		add_word(m, vars->bit);
		add_word(m, 8);
	}
	return id;
}

u32 make_unknown(struct maker *m, u32 kind)
{
	u32 id = add(m, kind, "unknown", 1, 0);

	add_word(m, ~0U);
	add_word(m, ~0U);
	return id;
}

void make_layout(struct maker *m, u32 kind)
{
	m->layouts[kind][1] = 8;
	m->nr_layouts = kind + 1;
}

/* Newer headers of BTF have this, older kernels' headers do not. */
struct header {
	struct btf_header old;
	u32 layout_off;
	u32 layout_len;
};

void *make_bytes(const struct maker *m, size_t *size)
{
	const u32 layouts_len = m->nr_layouts * sizeof(m->layouts[0]);
	struct header hdr = {
		.old = {
			.magic = BTF_MAGIC, .version = BTF_VERSION,
			.hdr_len = layouts_len ? sizeof(hdr) : sizeof(hdr.old),
			.type_len = m->types_len,
			.str_off = m->types_len + layouts_len, .str_len = m->strings_len,
		},
		.layout_off = m->types_len, .layout_len = layouts_len,
	};
	u8 *data, *at;

	*size = hdr.old.hdr_len + m->types_len + layouts_len + m->strings_len;
	data = kmalloc(*size, GFP_KERNEL);
	memcpy(data, &hdr, hdr.old.hdr_len);
	at = data + hdr.old.hdr_len;
	memcpy(at, m->types, m->types_len);
	memcpy(at + m->types_len, m->layouts, layouts_len);
	memcpy(at + hdr.old.str_off, m->strings, m->strings_len);
	return data;
}

struct kpe_btf *make_open(const struct maker *m, const struct kpe_btf *base)
{
	size_t size;
	void *data = make_bytes(m, &size);

	return kpe_btf_open(data, size, base);
}
