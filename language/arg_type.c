// SPDX-License-Identifier: GPL-2.0
/*
 * The names of types are one table: the hint for a wrong name has the name in it.
 */
#include "language/line.h"
#include "language/parser.h"
#include "language/spelling.h"

#define DID_YOU_MEAN	"did you mean "
#define TYPE(_name, _kind, _size) \
	{ DID_YOU_MEAN _name, { .kind = _kind, .size = _size } }
#define BYTES(_name, _kind, _count) \
	{ DID_YOU_MEAN _name, { .kind = _kind, .size = 1, .count = _count } }

static const struct kpe_type_name {
	const char *hint;
	struct kpe_type type;
} types[] = {
	TYPE("u8", KPE_UNSIGNED, 1), TYPE("u16", KPE_UNSIGNED, 2),
	TYPE("u32", KPE_UNSIGNED, 4), TYPE("u64", KPE_UNSIGNED, 8),
	TYPE("s8", KPE_SIGNED, 1), TYPE("s16", KPE_SIGNED, 2),
	TYPE("s32", KPE_SIGNED, 4), TYPE("s64", KPE_SIGNED, 8),
	TYPE("x8", KPE_HEX, 1), TYPE("x16", KPE_HEX, 2),
	TYPE("x32", KPE_HEX, 4), TYPE("x64", KPE_HEX, 8),
	TYPE("be16", KPE_BIG_ENDIAN, 2), TYPE("be32", KPE_BIG_ENDIAN, 4),
	TYPE("be64", KPE_BIG_ENDIAN, 8),
	TYPE("char", KPE_CHAR, 1), TYPE("symbol", KPE_SYMBOL, 8),
	TYPE("string", KPE_STRING, 4), TYPE("ustring", KPE_USTRING, 4),
	TYPE("symstr", KPE_SYMSTR, 4),
	TYPE("%pd", KPE_DENTRY, 4), TYPE("%pD", KPE_FILE, 4),
	TYPE("enum", KPE_ENUM, 4), TYPE("errno", KPE_ERRNO, 4), TYPE("errno64", KPE_ERRNO, 8),
	TYPE("ip4", KPE_IP4, 4), BYTES("ip6", KPE_IP6, 16),
	BYTES("mac", KPE_MAC, 6), BYTES("hex", KPE_BYTES, 0),
	TYPE("sockaddr", KPE_SOCKADDR, 4), TYPE("path", KPE_PATH, 4),
	TYPE("dentry", KPE_DENTRY_PATH, 4),
	/* C's names; what has no name of its own is exported by those above */
	TYPE("int", KPE_SIGNED, sizeof(int)), TYPE("uint", KPE_UNSIGNED, sizeof(int)),
	TYPE("long", KPE_SIGNED, sizeof(long)), TYPE("ulong", KPE_UNSIGNED, sizeof(long)),
	TYPE("bool", KPE_UNSIGNED, sizeof(bool)),
};

static const char *type_name(size_t i)
{
	return types[i].hint + strlen(DID_YOU_MEAN);
}

static const struct kpe_type *type_named(struct span t)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(types); i++)
		if (span_is(t, type_name(i)))
			return &types[i].type;
	return NULL;
}

/*
 * Is a colon that of MOD:SYM? Not if a type could follow it: resolve.c knows what "@MOD:SYM" is
 * if that is all.
 */
static bool is_module_colon(struct span t, const char *colon)
{
	struct span name = span(colon, symbol_end(span(colon + 1, t.end)));
	const char *end = name.end;

	while (name.s > t.s && is_file_char(name.s - 1))
		name.s--;
	if (name.s == t.s || name.s == colon || (name.s[-1] != '@' && name.s[-1] != '&'))
		return false;
	if (colon + 1 == end)
		return false;
	if (colon[1] == '.' || memchr(name.s, '-', colon - name.s))
		return true;
	if (end < t.end && strchr(":)+-", *end))
		return *end == ':' || !type_named(span(colon + 1, end));
	if (end == t.end || *end != '[')
		return false;
	end = span_find(span(end, t.end), ']');
	return end && end + 1 < t.end && strchr("-.", end[1]);
}

/* Without count; NULL for bitfields */
const char *kpe_type_name(const struct kpe_type *type)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(types); i++) {
		if (types[i].type.kind == type->kind &&
		    types[i].type.size == type->size)
			return type_name(i);
	}
	return NULL;
}

/* Cut ":TYPE" off an expression. Return: the type; its @s is NULL if there is none. */
struct span kpe_type_split(struct span *t)
{
	const char *colon, *entry, *open, *close;
	struct span from = *t, type = { };

	if (span_starts(*t, "\\\"")) {
		from.s = span_find_last(span(t->s + 2, t->end), '"');
		if (!from.s)
			return type;
	}
	colon = span_find(from, ':');
	entry = strnstr(from.s, "entry(", span_len(from));
	close = span_find_last(from, ')');
	/* the brace around entry(), not one of the type */
	open = span_find(from, '(');
	while (entry && open && brace_end(span(open, from.end)) < entry)
		open = span_find(span(open + 1, from.end), '(');
	if (open && brace_end(span(open, from.end)) < from.end)
		close = brace_end(span(open, from.end));
	/* one inside entry() or of a module does not count */
	if (colon && entry && close && entry < colon)
		colon = span_find(span(close, from.end), ':');
	else
		while (colon && is_module_colon(from, colon))
			colon = span_find(span(colon + 1, from.end), ':');
	if (colon) {
		type = span(colon + 1, t->end);
		t->end = colon;
	}
	return type;
}

/* Cut "[N]" off a type or a source. @count: N; unchanged if there is none */
int kpe_count_parse(struct parser *p, struct span *t, u16 *count)
{
	unsigned int most = span_starts(*t, "hex[") ? KPE_MAX_BYTES : KPE_MAX_ARRAY;
	const char *open = span_find(*t, '[');
	const char *close;
	unsigned long n;
	int ret;

	if (!open)
		return 0;
	close = span_find(span(open, t->end), ']');
	if (!close)
		return refuse(p, KPE_ERR_ARRAY_NO_CLOSE, t->end);
	if (close + 1 != t->end)
		return refuse(p, KPE_ERR_BAD_ARRAY_SUFFIX, close + 1);
	ret = parse_number(without_plus(span(open + 1, close)), ANY_BASE, &n);
	if (ret || !n || n > UINT_MAX)
		return refuse(p, KPE_ERR_BAD_ARRAY_NUM, open + 1);
	if (n > most)
		return refuse(p, KPE_ERR_ARRAY_TOO_BIG, open + 1);
	*count = n;
	t->end = open;
	return 0;
}

/* [s]bWIDTH@OFFSET/CONTAINER, all in bits; the caller has seen the slash */
static int parse_bitfield(struct parser *p, struct span t,
			  struct kpe_type *type)
{
	const char *digits = t.s + (*t.s == 's' ? 2 : 1);
	const char *at = span_find(t, '@');
	const char *slash = span_find(t, '/');
	unsigned long width, offset, container;

	if (parse_number(without_plus(span(slash + 1, t.end)), ANY_BASE, &container) ||
	    (container != 8 && container != 16 && container != 32 &&
	     container != 64))
		return refuse(p, KPE_ERR_BAD_TYPE, t.s);
	if (!at || slash < at ||
	    parse_number(span(digits, at), ANY_BASE, &width) ||
	    parse_number(span(at + 1, slash), ANY_BASE, &offset) ||
	    !width || width > container || offset > container - width)
		return refuse(p, KPE_ERR_BAD_BITFIELD, t.s);
	type->kind = *t.s == 's' ? KPE_SIGNED_BITFIELD : KPE_BITFIELD;
	type->size = container / 8;
	type->bit_width = width;
	type->bit_offset = offset;
	return 0;
}

/* Names in C and other languages, and ours */
static const char * const other_names[][2] = {
	{ "unsigned", "uint" }, { "short", "s16" }, { "ushort", "u16" },
	{ "size_t", "ulong" }, { "ssize_t", "long" }, { "byte", "u8" },
	{ "ptr", "x64" },
	{ "str", "string" }, { "sym", "symbol" },
	{ "i8", "s8" }, { "i16", "s16" }, { "i32", "s32" }, { "i64", "s64" },
	{ "int8", "s8" }, { "int16", "s16" }, { "int32", "s32" }, { "int64", "s64" },
	{ "uint8", "u8" }, { "uint16", "u16" }, { "uint32", "u32" }, { "uint64", "u64" },
	{ "int8_t", "s8" }, { "int16_t", "s16" }, { "int32_t", "s32" },
	{ "int64_t", "s64" }, { "uint8_t", "u8" }, { "uint16_t", "u16" },
	{ "uint32_t", "u32" }, { "uint64_t", "u64" },
};

/* Return: a hint for a name that is no type, or NULL */
const char *kpe_type_hint(const char *text, size_t len)
{
	const char *best = NULL, *ours = NULL;
	unsigned int score, least = KPE_SPELLING_FAR;
	char name[16];
	size_t i;

	if (len >= sizeof(name))
		return NULL;
	memcpy(name, text, len);
	name[len] = '\0';
	for (i = 0; i < ARRAY_SIZE(other_names); i++)
		if (!strcmp(name, other_names[i][0]))
			ours = other_names[i][1];
	for (i = 0; i < ARRAY_SIZE(types); i++) {
		score = kpe_spelling_distance(ours ?: name, type_name(i));
		if (score < least) {
			least = score;
			best = types[i].hint;
		}
	}
	return best;
}

static int parse_base_type(struct parser *p, struct kpe_arg *arg, struct span t)
{
	const struct kpe_type *named = type_named(t);

	if ((span_starts(t, "b") || span_starts(t, "sb")) && span_find(t, '/'))
		return parse_bitfield(p, t, &arg->type);
	if (named) {
		arg->type = *named;
		return 0;
	}
	if (is_name(t, '_')) {
		arg->type = (struct kpe_type){ .kind = KPE_TYPEDEF, .size = sizeof(long) };
		return copy_span(p, t, &arg->type_name);
	}
	return kpe_fail_with(p->e, KPE_ERR_BAD_TYPE, -EINVAL, t.s - p->text,
			     kpe_type_hint(t.s, span_len(t)));
}

static const struct {
	const char *begin;
	char end;
	struct kpe_type type;
} counted[] = {
	{ "hex[", ']', { .kind = KPE_COUNTED, .size = 4 } },
	{ "string(", ')', { .kind = KPE_STRING, .size = 4 } },
	{ "ustring(", ')', { .kind = KPE_USTRING, .size = 4 } },
};

/* hex[ARG], string(ARG), ustring(ARG). Return: ARG; its @s is NULL if it is none of them */
struct span kpe_type_counter(struct span t, struct kpe_type *type)
{
	size_t i;

	for (i = 0; t.s && i < ARRAY_SIZE(counted); i++) {
		if (!span_starts(t, counted[i].begin) || t.end[-1] != counted[i].end)
			continue;
		t = span(t.s + strlen(counted[i].begin), t.end - 1);
		/* that is the number of an array */
		if (counted[i].end == ']' && (t.s == t.end || isdigit(*t.s)))
			break;
		*type = counted[i].type;
		return t;
	}
	return (struct span){ };
}

/* Read the type of an argument. @t: as kpe_type_split() returns it */
int kpe_type_parse(struct parser *p, struct kpe_arg *arg, struct span t)
{
	struct kpe_type *type = &arg->type;
	const char *at = t.s;
	u16 count = 0;
	int ret;

	if (!at)
		return 0;
	arg->typed = true;
	if (kpe_type_counter(t, type).s)
		return 0;
	ret = kpe_count_parse(p, &t, &count);
	if (ret)
		return ret;
	ret = parse_base_type(p, arg, t);
	/* that is no type matters less than that the value is text */
	if (ret != -ENOMEM && (ret || type->kind == KPE_TYPEDEF) &&
	    arg->nr_ops == 1 && kpe_op_is_text(arg->ops->code))
		return refuse(p, KPE_ERR_NEED_STRING_TYPE, at);
	if (ret)
		return ret;
	if (count && (type->kind == KPE_DENTRY || type->kind == KPE_FILE))
		return refuse(p, KPE_ERR_BAD_TYPE, at);
	if (type->kind == KPE_BYTES && !count)
		return kpe_fail_with(p->e, KPE_ERR_BAD_TYPE, -EINVAL, at - p->text,
				     "did you mean hex[8]");
	if (count && ((type->kind >= KPE_ENUM && type->kind <= KPE_MAC) ||
		      kpe_is_made_text(type->kind)))
		return refuse(p, KPE_ERR_FORMAT_ARRAY, at);
	if (count)
		type->count = count;
	return 0;
}

/* Is it "@X:Y" where Y is no type of ours? It may be a symbol of a module instead. */
bool kpe_arg_may_be_of_module(const struct kpe_arg *arg)
{
	const struct kpe_op *op = arg->ops;

	return arg->typed && arg->type.kind == KPE_TYPEDEF && op->code == KPE_OP_SYM &&
	       !op->offset && !op->scope.name && !op->percpu && arg->nr_ops <= 2 &&
	       (arg->nr_ops == 2 || !arg->type.count) && arg->text[arg->body_len] == ':';
}

/* Make it that. */
void kpe_arg_is_of_module(struct kpe_arg *arg)
{
	struct kpe_op *op = arg->ops;

	op->scope = kpe_scope_of(op->text);
	op->text = arg->type_name;
	arg->type_name = NULL;
	arg->typed = false;
	arg->body_len = strlen(arg->text);
	arg->type_col = arg->body_col;
	if (!arg->type.count)
		return;
	/* in the place of the read */
	op[1] = (struct kpe_op){ .code = KPE_OP_INDEX, .col = op->col,
				 .index = arg->type.count };
	arg->nr_ops = 2;
}
