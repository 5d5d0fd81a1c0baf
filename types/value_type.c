// SPDX-License-Identifier: GPL-2.0
#include <linux/bitops.h>
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/overflow.h>
#include "language/line.h"
#include "types/resolve.h"
#include "types/resolver.h"
#include "types/types.h"

#define MAX_NAMES	1024	/* of an enum; values behind them stay numbers */

/* Use an aligned container, as the compiler does, or one that begins here */
static int bitfield_type(struct resolver *r, struct value *v,
			 struct kpe_arg *arg)
{
	struct kpe_type *type = &arg->type;
	long start = v->offset & -(long)type->size;
	unsigned int bit = (v->offset - start) * 8 + v->shift;

	if (bit + v->width > type->size * 8) {
		type->size = sizeof(u64);
		start = v->offset;
		bit = v->shift;
	}
	if (bit + v->width > type->size * 8)
		return refuse(r, KPE_ERR_BAD_BITFIELD, arg->body_col);
	v->offset = start;
	type->kind = kpe_btf_is_signed(v->type) ? KPE_SIGNED_BITFIELD :
						  KPE_BITFIELD;
	type->bit_width = v->width;
	type->bit_offset = bit;
	return 0;
}

static int default_type(struct resolver *r, struct value *v,
			struct kpe_arg *arg)
{
	arg->type = KPE_WORD_TYPE;
	if (kpe_op_is_stack(v->ops->code)) {
		arg->type.kind = v->ops->code == KPE_OP_KSTACK ? KPE_FRAME : KPE_USER_FRAME;
		arg->type.count = v->ops->index;
	}
	if (kpe_op_is_text(v->ops[v->nr - 1].code))
		arg->type = (struct kpe_type){ .kind = KPE_STRING, .size = 4 };
	else if (v->ops[v->nr - 1].code == KPE_OP_ELAPSED)
		arg->type.kind = KPE_UNSIGNED;
	else if (v->type.btf && !v->points && !v->untyped)
		kpe_btf_shown_as(v->type, &arg->type);
	return v->width && !v->in_words ? bitfield_type(r, v, arg) : 0;
}

/* Make a number within a parameter's word a bitfield of it */
static int part_of_word_type(struct resolver *r, struct value *v, struct kpe_arg *arg)
{
	/* as in memory, a written type begins at a byte */
	unsigned int bit = v->offset % sizeof(long) * 8 + (arg->typed ? 0 : v->shift);
	struct kpe_type *type = &arg->type;
	unsigned int width = type->size * 8;

	if (v->width && !arg->typed)
		width = v->width;
	if (!v->in_words || (!bit && width == type->size * 8))
		return 0;
	if (type->kind > KPE_SIGNED || type->count || bit + width > BITS_PER_LONG)
		return refuse(r, KPE_ERR_BAD_BITFIELD, arg->type_col);
	type->kind = type->kind == KPE_SIGNED ? KPE_SIGNED_BITFIELD : KPE_BITFIELD;
	type->size = sizeof(long);
	type->bit_width = width;
	type->bit_offset = bit;
	return 0;
}

static struct kpe_tref find_typedef(const char *module, const char *name)
{
	return kpe_btf_find(kpe_types_of(module), name, strlen(name), KPE_BTF_TYPEDEF);
}

bool kpe_is_typedef(struct resolver *r, const char *name)
{
	return find_typedef(r->info->module, name).btf || find_typedef("", name).btf;
}

static int typedef_type(struct resolver *r, struct kpe_arg *arg)
{
	const char *name = arg->type_name, *modules[] = { r->info->module, "" };
	struct kpe_type shown = { .kind = KPE_HEX };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(modules) && shown.kind == KPE_HEX; i++)
		kpe_btf_shown_as(find_typedef(modules[i], name), &shown);
	if (shown.kind == KPE_HEX)
		return kpe_fail_with(r->e, KPE_ERR_BAD_TYPE, -EINVAL, arg->type_col,
				     kpe_type_hint(name, strlen(name)));
	shown.count = arg->type.count;
	arg->type = shown;
	return 0;
}

/*
 * An array in a parameter's words is in memory if these are on the stack. After the call other
 * values may be there. Return: is @v in memory now?
 */
static bool words_in_memory(const struct resolver *r, struct value *v)
{
	const struct kpe_op word = kpe_param_op(v->ops->index);

	if (word.code != KPE_OP_STACK || (r->line->is_return && !r->entering))
		return false;
	v->ops->code = KPE_OP_STACKP;
	v->offset += word.index * sizeof(long);
	v->in_words = false;
	v->memory = true;
	return true;
}

/* Pointers to characters, or arrays of these; for an array of strings the same of pointers */
static int string_type(struct resolver *r, struct value *v,
		       const struct kpe_arg *arg)
{
	struct kpe_tref element = kpe_btf_element(v->type);
	bool many = arg->type.count;

	if (!v->type.btf || v->untyped || v->points)
		return 0;
	if (many ? kpe_btf_is_text(kpe_btf_pointee(v->type)) :
		   kpe_btf_is_address(v->type)) {
		kpe_value_in_memory(v, 0, arg->body_col);
		return 0;
	}
	if ((many ? kpe_btf_is_text(element) : kpe_btf_is_char(element)) &&
	    (v->memory || (v->in_words && words_in_memory(r, v))))
		return 0;
	return refuse(r, KPE_ERR_BAD_TYPE4STR, v->col);
}

/* "+0x0(+0xNAME(BODY)):string", as mainline lists %pd and %pD */
static int name_type(struct resolver *r, struct value *v, struct kpe_arg *arg)
{
	const long name = offsetof(struct dentry, d_name.name);
	const long dentry = offsetof(struct file, f_path.dentry);
	bool file = arg->type.kind == KPE_FILE;
	unsigned int col = arg->body_col;
	int ret, len = arg->body_len;
	const char *text;

	if (kpe_op_is_text(v->ops[v->nr - 1].code))
		return refuse(r, KPE_ERR_COMM_CANT_DEREF, col);
	if (v->ops[0].code == KPE_OP_ELAPSED)
		return refuse(r, KPE_ERR_ELAPSED_NO_ADDR, col);
	if (file)
		text = kpe_pool_print(&r->args->pool, "+0x0(+0x%lx(+0x%lx(%.*s))):string",
				      name, dentry, len, arg->text);
	else
		text = kpe_pool_print(&r->args->pool, "+0x0(+0x%lx(%.*s)):string", name,
				      len, arg->text);
	ret = set_text(r, arg, text);
	if (ret)
		return ret;
	if (arg->levels + 2 + file > KPE_MAX_NESTED)
		return kpe_fail(r->e, KPE_ERR_TOO_MANY_NESTED, -E2BIG, col);
	arg->ident_len = 0;
	if (file)
		kpe_value_in_memory(v, dentry, col);
	kpe_value_in_memory(v, name, col);
	kpe_value_in_memory(v, 0, col);
	arg->type.kind = KPE_STRING;
	return 0;
}

/* ------------------------------------------------------------------ formats */

/* What a pointer's format shows is at the pointer, else it is the value */
static int memory_type(struct resolver *r, struct value *v, const struct kpe_arg *arg)
{
	struct kpe_tref type = v->type.btf ? v->type : v->param;

	if (v->width)
		return refuse(r, KPE_ERR_FORMAT_VALUE, arg->type_col);
	if (v->points || kpe_btf_pointee(type).btf ||
	    (arg->type.kind != KPE_IP4 && !v->memory && kpe_btf_is_address(type)))
		kpe_value_in_memory(v, 0, arg->body_col);
	return 0;
}

/* What is in memory then is a struct path, or the dentry itself. */
static int path_type(struct resolver *r, struct value *v, struct kpe_arg *arg)
{
	struct kpe_tref type = v->type.btf ? v->type : v->param;
	struct kpe_tref to = v->points ? v->type : kpe_btf_pointee(type);
	const char *name = v->cast ?: kpe_btf_struct_name(to.btf ? to : type);

	/* in the kernel's memory, at an address that the text has computed */
	if (!name && v->memory && !v->user && !v->type.btf &&
	    (v->nr > 1 || (v->ops[0].code != KPE_OP_SYM && v->ops[0].code != KPE_OP_IMM)))
		return 0;
	if (!name || v->user || v->width || v->in_words)
		return refuse(r, KPE_ERR_FORMAT_PATH, arg->type_col);
	if (!strcmp(name, "dentry"))
		arg->type.kind = KPE_DENTRY_PATH;
	else if (strcmp(name, "path") && strcmp(name, "file"))
		return refuse(r, KPE_ERR_FORMAT_PATH, arg->type_col);
	if (v->cast || to.btf)
		kpe_value_in_memory(v, 0, arg->body_col);
	if (!strcmp(name, "file"))
		v->offset += offsetof(struct file, f_path);
	return 0;
}

/* An int, if nothing says that it is a long or an error pointer */
static int errno_type(struct resolver *r, struct value *v, struct kpe_arg *arg)
{
	struct kpe_tref type = v->type.btf ? v->type : v->param;
	struct kpe_type shown;

	if (v->points || kpe_btf_pointee(type).btf) {
		arg->type.size = sizeof(long);
		return 0;
	}
	if (!type.btf)
		return 0;
	kpe_btf_shown_as(type, &shown);
	if (v->width || shown.kind == KPE_HEX || shown.size < sizeof(int))
		return refuse(r, KPE_ERR_FORMAT_VALUE, arg->type_col);
	arg->type.size = shown.size;
	return 0;
}

/* Visit the names of an enum. Fill @names if it is not NULL. Return: bytes that it needs */
static size_t visit_names(struct kpe_tref type, unsigned int size, struct kpe_names *names)
{
	u64 mask = ~0ULL >> (64 - 8 * size), value;
	unsigned int i, n = 0;
	const char *text;
	size_t at, len;

	while (n < MAX_NAMES && kpe_btf_enumerator(type, n, &text, &value))
		n++;
	at = struct_size(names, each, n);
	for (i = 0; i < n; i++, at += len) {
		kpe_btf_enumerator(type, i, &text, &value);
		len = strlen(text) + 1;
		if (!names)
			continue;
		names->each[i].value = value & mask;
		names->each[i].at = at;
		memcpy((char *)names + at, text, len);
		names->nr = n;
		names->bytes = at + len;
	}
	return at;
}

/* In memory or not, the number whose type is an enum */
static int enum_type(struct resolver *r, struct value *v, struct kpe_arg *arg)
{
	struct kpe_tref type = v->type.btf ? v->type : v->param;
	struct kpe_names *names;
	const char *name;
	u64 value;

	if (v->points || !kpe_btf_enumerator(type, 0, &name, &value))
		return refuse(r, KPE_ERR_FORMAT_VALUE, arg->type_col);
	kpe_btf_shown_as(type, &arg->type);
	if (v->width && bitfield_type(r, v, arg))
		return r->e->err;
	arg->type.kind = kpe_btf_is_signed(type) ? KPE_SIGNED_ENUM : KPE_ENUM;
	names = kpe_pool_alloc(&r->args->pool, visit_names(type, arg->type.size, NULL));
	if (!names)
		return no_memory(r);
	visit_names(type, arg->type.size, names);
	arg->names = names;
	return 0;
}

static int value_type(struct resolver *r, struct value *v, struct kpe_arg *arg)
{
	switch (arg->typed ? arg->type.kind : KPE_HEX) {
	case KPE_TYPEDEF:
		return typedef_type(r, arg);
	case KPE_DENTRY:
	case KPE_FILE:
		return name_type(r, v, arg);
	case KPE_STRING:
	case KPE_USTRING:
		return string_type(r, v, arg);
	case KPE_ENUM:
		return enum_type(r, v, arg);
	case KPE_ERRNO:
		return errno_type(r, v, arg);
	case KPE_IP4:
	case KPE_IP6:
	case KPE_MAC:
	case KPE_BYTES:
	case KPE_SOCKADDR:
	case KPE_DENTRY_PATH:
	case KPE_COUNTED:
		return memory_type(r, v, arg);
	case KPE_PATH:
		return path_type(r, v, arg);
	default:
		return arg->typed ? 0 : default_type(r, v, arg);
	}
}

/* The type that an argument is shown as. @v may get one step more, to where its type is */
int kpe_value_type(struct resolver *r, struct value *v, struct kpe_arg *arg)
{
	int ret = value_type(r, v, arg);

	if (!ret && v->part)
		ret = refuse(r, KPE_ERR_NO_PTR_STRCT, v->part);
	return ret ?: part_of_word_type(r, v, arg);
}

/* -------------------------------------------------------- what does not fit */

/* Operations whose result may be the address of a symbol */
#define FITS_SYMSTR (BIT(KPE_OP_REG) | BIT(KPE_OP_STACK) | BIT(KPE_OP_RETVAL) | \
		     BIT(KPE_OP_RETADDR) | BIT(KPE_OP_ARG) | BIT(KPE_OP_CURRENT) | \
		     BIT(KPE_OP_PERCPU) | BIT(KPE_OP_DEREF))

int kpe_value_fits(struct resolver *r, const struct kpe_arg *arg)
{
	enum kpe_op_code last = arg->ops[arg->nr_ops - 1].code;
	const struct kpe_type *type = &arg->type;
	bool string = type->kind == KPE_STRING || type->kind == KPE_USTRING;
	unsigned int col = arg->type_col;

	if (kpe_op_is_text(last)) {
		if (type->kind != KPE_STRING || type->count)
			return refuse(r, KPE_ERR_NEED_STRING_TYPE, col);
		return 0;
	}
	if (string && !kpe_op_reads(last) && last != KPE_OP_IMM)
		return refuse(r, KPE_ERR_BAD_STRING, col);
	/* what does not fit a word */
	if ((kpe_is_whole(type) || kpe_is_made_text(type->kind) || type->kind == KPE_COUNTED) &&
	    !kpe_op_reads(last))
		return refuse(r, KPE_ERR_FORMAT_MEMORY, col);
	if (type->kind == KPE_SYMSTR && !(BIT(last) & FITS_SYMSTR))
		return refuse(r, KPE_ERR_BAD_SYMSTRING, col);
	/* mainline takes the address of one text for an array of it */
	if (type->count && (type->kind == KPE_SYMSTR || !kpe_op_reads(last)) &&
	    !kpe_is_stack(type) && !(string && type->count == 1))
		return refuse(r, KPE_ERR_BAD_STRING, col);
	return 0;
}
