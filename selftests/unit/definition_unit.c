// SPDX-License-Identifier: GPL-2.0
/*
 * definition_unit - calling the parser, showing what it made, and the promises
 * that hold for every line whatever it says
 */
#include <stdarg.h>
#include <stdlib.h>

#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "definition_unit.h"
#include "language/line.h"
#include "language/parser.h"
#include "unit.h"

static const struct kpe_function_info unknown_site = {
	.at_entry = true, .waits = true, .module = "",
};

struct parsed parse_at(const char *text, size_t len, const struct kpe_function_info *info)
{
	struct parsed r = { .info = info, .line = (void *)1 };
	char *copy = malloc(len ?: 1);

	memcpy(copy, text, len);
	r.ret = kpe_definition_parse(copy, len, &r.line, &r.normalised, &r.e);
	free(copy);
	if (!r.ret && r.line && r.line->verb == KPE_DEFINE) {
		r.args = kpe_definition_resolve(r.line, info, &r.e);
		if (!r.args) {
			r.ret = r.e.err;
			kpe_definition_free(r.line);
			r.line = NULL;
		}
	}
	return r;
}

bool line_is_at_entry(const struct kpe_definition *line)
{
	const struct kpe_place *place = &line->place;

	return line->is_return || (place->kind == KPE_PLACE_SYMBOL && !place->offset);
}

struct parsed parse_bytes(const char *text, size_t len)
{
	return parse_at(text, len, &unknown_site);
}

struct parsed parse_text(const char *text)
{
	return parse_bytes(text, strlen(text));
}

void parsed_free(struct parsed *r)
{
	kpe_args_free(r->args);
	kpe_definition_free(r->line);
	kfree(r->normalised);
}

const char *error_name(enum kpe_err code)
{
	static const char names[] = "NONE\0"
#define KPE_ERROR(code, text) #code "\0"
#include "language/error_list.h"
#undef KPE_ERROR
	;
	const char *name = names;

	while (code--)
		name += strlen(name) + 1;
	return name;
}

const char *register_name(unsigned long offset)
{
	static const char * const names[] = {
		"r15", "r14", "r13", "r12", "bp", "bx", "r11", "r10", "r9",
		"r8", "ax", "cx", "dx", "si", "di", "orig_ax", "ip", "cs",
		"flags", "sp", "ss",
	};

	if (offset % sizeof(long) || offset / sizeof(long) >= ARRAY_SIZE(names))
		return NULL;
	return names[offset / sizeof(long)];
}

char *format(const char *fmt, ...)
{
	va_list ap;
	char *s;

	va_start(ap, fmt);
	if (vasprintf(&s, fmt, ap) < 0)
		abort();
	va_end(ap);
	return s;
}

static void check_bad_line(const struct bad *row, const char *text,
			   struct parsed (*parse)(const char *line))
{
	const char *caret = strchr(text, '^');
	char *line = format("%s%.*s%s", row->head, (int)(caret - text), text, caret + 1);
	struct parsed r = parse(line);

	if (r.e.code != row->code || r.e.col != strlen(row->head) + (caret - text) ||
	    r.e.err != row->err || r.ret != row->err || r.line || strcmp(r.normalised, line))
		unit_fail("%s: %s at %u, %d", line, error_name(r.e.code), r.e.col, r.ret);
	check_promises(line, strlen(line), &r);
	parsed_free(&r);
	free(line);
}

void check_bad(const struct bad *rows, size_t n, struct parsed (*parse)(const char *line))
{
	const char * const *text;

	for (; n--; rows++)
		for (text = rows->lines; *text; text++)
			check_bad_line(rows, *text, parse);
}

static void append(char *buf, size_t size, const char *fmt, ...)
{
	size_t len = strlen(buf);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(buf + len, size - len, fmt, ap);
	va_end(ap);
}

static const char * const choices[] = {
	[KPE_THE_ONE] = "", [KPE_NTH] = "@", [KPE_ALL] = "(all)",
	[KPE_GLOB] = "(glob)", [KPE_CLONE] = "(clone)",
};

static void dump_build_id(const struct kpe_definition *line, char *buf, size_t size)
{
	unsigned int i;

	append(buf, size, "build-id%s ", line->force ? "!" : "");
	for (i = 0; i < line->build_id.len; i++)
		append(buf, size, "%02x", line->build_id.bytes[i]);
	if (line->module)
		append(buf, size, " %s", line->module);
}

void dump_head(const struct kpe_definition *line, char *buf, size_t size)
{
	const struct kpe_place *place = &line->place;
	char kind = line->is_return ? 'r' : 'p';

	*buf = '\0';
	if (line->verb == KPE_BUILD_ID)
		return dump_build_id(line, buf, size);
	if (line->verb == KPE_DELETE)
		append(buf, size, "delete ");
	append(buf, size, "%c %u %s/%s ", kind, line->maxactive,
	       line->group ?: "-", line->event ?: "-");
	if (place->kind == KPE_PLACE_NONE)
		append(buf, size, "-");
	else if (place->kind == KPE_PLACE_ADDRESS)
		append(buf, size, "0x%lx", place->addr);
	else
		append(buf, size, "%s:%s%s%.0u%+ld", place->scope.name ?: "-",
		       place->symbol ?: "", choices[place->choice], place->nth,
		       place->offset);
}

static void dump_source(const struct kpe_op *op, char *buf, size_t size)
{
	switch (op->code) {
	case KPE_OP_REG:
		append(buf, size, "%%%s", register_name(op->offset));
		break;
	case KPE_OP_STACK:
		append(buf, size, "stack(%u)", op->index);
		break;
	case KPE_OP_STACKP:
		append(buf, size, "stackp");
		break;
	case KPE_OP_RETVAL:
		append(buf, size, "retval");
		break;
	case KPE_OP_RETADDR:
		append(buf, size, "retaddr");
		break;
	case KPE_OP_ELAPSED:
		append(buf, size, "elapsed");
		break;
	case KPE_OP_KSTACK:
		append(buf, size, "kstack(%u)", op->index);
		break;
	case KPE_OP_USTACK:
		append(buf, size, "ustack(%u)", op->index);
		break;
	case KPE_OP_ARG:
		append(buf, size, "param(%u)", op->index);
		break;
	case KPE_OP_COMM:
		append(buf, size, "comm");
		break;
	case KPE_OP_CURRENT:
		append(buf, size, "current");
		break;
	case KPE_OP_IMM:
		append(buf, size, "0x%lx", op->imm);
		break;
	case KPE_OP_STR:
		append(buf, size, "\"%s\"", op->text);
		break;
	case KPE_OP_SYM:
		append(buf, size, "%s%s%s%s%+ld", op->percpu ? "percpu " : "",
		       op->scope.name ?: "", op->scope.name ? ":" : "", op->text, op->offset);
		break;
	default:
		append(buf, size, "?");
	}
}

static void dump_type(const struct kpe_type *t, char *buf, size_t size)
{
	static const char * const names[] = {
		[KPE_UNSIGNED] = "u", [KPE_SIGNED] = "s", [KPE_HEX] = "x",
		[KPE_CHAR] = "char", [KPE_SYMBOL] = "symbol",
		[KPE_FRAME] = "frame", [KPE_USER_FRAME] = "uframe",
		[KPE_BIG_ENDIAN] = "be",
		[KPE_BITFIELD] = "b", [KPE_SIGNED_BITFIELD] = "sb",
		[KPE_STRING] = "string", [KPE_USTRING] = "ustring",
		[KPE_SYMSTR] = "symstr", [KPE_ENUM] = "enum",
		[KPE_SIGNED_ENUM] = "senum",
		[KPE_ERRNO] = "errno", [KPE_IP4] = "ip", [KPE_IP6] = "ip6.",
		[KPE_MAC] = "mac", [KPE_BYTES] = "hex", [KPE_SOCKADDR] = "sockaddr",
		[KPE_PATH] = "path", [KPE_DENTRY_PATH] = "dentry",
		[KPE_COUNTED] = "counted",
	};

	append(buf, size, "%s%u", names[t->kind], t->size);
	if (t->bit_width || t->bit_offset)
		append(buf, size, "(%u@%u)", t->bit_width, t->bit_offset);
	if (t->count)
		append(buf, size, "[%u]", t->count);
}

static void dump_step(const struct kpe_op *op, char *buf, size_t size)
{
	if (op->code == KPE_OP_PERCPU)
		append(buf, size, " percpu");
	else
		append(buf, size, " %s%+ld", op->code == KPE_OP_UDEREF ? "u" : "", op->offset);
}

static void dump_value(const struct kpe_arg *arg, char *buf, size_t size)
{
	unsigned int i;

	if (arg->entry) {
		append(buf, size, "entry(");
		dump_value(arg->entry, buf, size);
		append(buf, size, ")");
	} else {
		dump_source(&arg->ops[0], buf, size);
	}
	for (i = 1; i < arg->nr_ops; i++)
		dump_step(&arg->ops[i], buf, size);
	append(buf, size, " : ");
	dump_type(&arg->type, buf, size);
}

void dump_arg(const struct kpe_arg *arg, char *buf, size_t size)
{
	*buf = '\0';
	append(buf, size, "%s = ", arg->name);
	dump_value(arg, buf, size);
	if (arg->word)
		append(buf, size, " word");
}

bool is_wanted(const char *shown, const char *wanted)
{
	static const char name[] = "arg1 = ";

	if (strstr(wanted, " = "))
		return !strcmp(shown, wanted);
	return !strncmp(shown, name, strlen(name)) && !strcmp(shown + strlen(name), wanted);
}

static bool is_source(enum kpe_op_code code)
{
	return code <= KPE_OP_SYM;
}

/* Those that fetch.c does not know must be gone. */
static bool is_step(enum kpe_op_code code)
{
	return code == KPE_OP_DEREF || code == KPE_OP_UDEREF || code == KPE_OP_PERCPU;
}

static bool is_identifier(const char *s)
{
	if (*s != '_' && (!isascii(*s) || !isalpha(*s)))
		return false;
	for (; *s; s++) {
		if (*s != '_' && (!isascii(*s) || !isalnum(*s)))
			return false;
	}
	return true;
}

static void check_ops(const struct kpe_arg *arg, size_t length)
{
	const struct kpe_op *op = arg->ops, *end = op + arg->nr_ops;
	bool of_entry = op->code == KPE_OP_ENTRY;

	if (op == end || !is_source(op->code))
		unit_fail("%s: no source", arg->text);
	if (of_entry == !arg->entry)
		unit_fail("%s: of no entry", arg->text);
	for (; op < end; op++) {
		if (op > arg->ops && !is_step(op->code))
			unit_fail("%s: op %td is %u", arg->text, op - arg->ops, op->code);
		if (op->col >= length)
			unit_fail("%s: op %td, col %u", arg->text, op - arg->ops, op->col);
	}
}

/* What may follow the last op is told by the type. */
static void check_type(const struct kpe_arg *arg)
{
	const struct kpe_type *type = &arg->type;
	const bool is_bitfield = type->kind == KPE_BITFIELD || type->kind == KPE_SIGNED_BITFIELD;
	const bool is_enum = type->kind == KPE_ENUM || type->kind == KPE_SIGNED_ENUM;

	if (!type->size || type->size > 8 || type->kind > KPE_COUNTED ||
	    type->count > (type->kind == KPE_BYTES ? KPE_MAX_BYTES : KPE_MAX_ARRAY) ||
	    type->bit_width + type->bit_offset > type->size * 8 ||
	    (!type->bit_width && is_bitfield) || (type->bit_width && !is_bitfield && !is_enum))
		unit_fail("type of %s", arg->text);
}

static void check_name(const struct kpe_args *args, unsigned int n)
{
	const char *name = args->args[n].name;
	unsigned int i;

	if (!name || !is_identifier(name) || strlen(name) > KPE_MAX_ARG_NAME)
		return unit_fail("argument %u is called %s", n, name);
	for (i = 0; i < n; i++) {
		if (!strcmp(name, args->args[i].name))
			unit_fail("%s twice", name);
	}
}

/* As it was written, but for parameters and paths, which are written out. */
static void check_text(const struct kpe_definition *line, const struct kpe_arg *arg)
{
	const struct kpe_arg *typed = arg->nr_ops == 1 && arg->entry ? arg->entry : arg;
	const struct span word = word_at(line->text + arg->body_col);
	const char *path = typed == arg ? "+0x0(+0x" : "entry(+0x0(+0x";
	char body[KPE_MAX_ARG_TEXT + 1] = "";

	if (!strncmp(word.s, "$arg", 4))
		return;
	/* casts are listed without blanks, and as structures alone */
	memcpy(body, word.s, min(span_len(word), sizeof(body) - 1));
	kpe_casts_shorten(body);
	if (!strncmp(line->text + typed->type_col, "%pd", 3) ||
	    !strncmp(line->text + typed->type_col, "%pD", 3)) {
		if (strncmp(arg->text, path, strlen(path)) || arg->type.kind != KPE_STRING)
			unit_fail("path %s", arg->text);
	} else if (strcmp(body, arg->text)) {
		unit_fail("text %s", arg->text);
	}
}

/* It has the type of the whole, as far as it can, or is a word. */
static void check_entry(const struct kpe_arg *arg, size_t length)
{
	static const struct kpe_type word = { .kind = KPE_HEX, .size = 8 };
	const struct kpe_arg *entry = arg->entry;
	bool whole = arg->nr_ops == 1 && arg->type.kind != KPE_SYMSTR;

	if (entry->entry || entry->name)
		unit_fail("%s: more than a value at entry", arg->text);
	if (!kpe_type_equal(&entry->type, whole ? &arg->type : &word))
		unit_fail("%s: another type at entry", arg->text);
	if (entry->body_col > entry->type_col || entry->type_col >= length)
		unit_fail("columns %u, %u of %s", entry->body_col, entry->type_col, entry->text);
	check_ops(entry, length);
	check_type(entry);
}

static void check_arg(const struct kpe_definition *line, const struct kpe_args *args,
		      unsigned int n, size_t length)
{
	const struct kpe_arg *arg = &args->args[n];

	if (arg->col > arg->body_col || arg->body_col > arg->type_col || arg->type_col >= length)
		unit_fail("columns %u, %u, %u of argument %u", arg->col,
			  arg->body_col, arg->type_col, n);
	check_ops(arg, length);
	check_type(arg);
	if (arg->entry)
		check_entry(arg, length);
	check_name(args, n);
	check_text(line, arg);
}

static void check_place(const struct kpe_definition *line)
{
	int len = kpe_place_print(&line->place, NULL, 0);
	bool symbol = line->place.kind == KPE_PLACE_SYMBOL || line->place.kind == KPE_PLACE_SECTION;
	char *again = malloc(len + 1);
	char *name = kpe_auto_event_name(line);

	if (kpe_place_print(&line->place, again, len + 1) != len || strlen(again) != (size_t)len)
		unit_fail("place prints as %s, %d characters", again, len);
	if (!is_identifier(name) || strlen(name) > KPE_MAX_NAME)
		unit_fail("automatic name %s", name);
	if (symbol != !!line->place.symbol)
		unit_fail("kind of place");
	kfree(name);
	free(again);
}

/* Whole, and nothing behind it that a comparison would trip over */
static void check_build_id(const struct kpe_definition *line)
{
	const struct kpe_build_id *id = &line->build_id;
	unsigned int i;

	if (!id->len || id->len > KPE_MAX_BUILD_ID || line->nr_args)
		return unit_fail("build-id of %u bytes", id->len);
	for (i = id->len; i < KPE_MAX_BUILD_ID; i++) {
		if (id->bytes[i])
			unit_fail("byte %u of %u", i, id->len);
	}
	if (line->module && !*line->module)
		unit_fail("module without a name");
}

static void check_line(const struct parsed *r)
{
	const struct kpe_definition *line = r->line;
	unsigned int i;

	if (strcmp(line->text, r->normalised))
		unit_fail("kept the text %s", line->text);
	if ((r->args && r->args->nr_args > KPE_MAX_ARGS) || line->maxactive > KPE_MAX_MAXACTIVE)
		unit_fail("%u arguments, maxactive %u", r->args->nr_args, line->maxactive);
	if (line->verb == KPE_BUILD_ID)
		return check_build_id(line);
	check_place(line);
	if (line->verb == KPE_DELETE)
		return;
	for (i = 0; i < r->args->nr_args; i++)
		check_arg(line, r->args, i, strlen(r->normalised));
	if ((line->group && strlen(line->group) > KPE_MAX_NAME) ||
	    (line->event && !is_identifier(line->event)))
		unit_fail("names");
}

/* Resolving does not change a line: elsewhere first, it comes to the same again. */
static void check_unchanged(const struct parsed *r)
{
	static const struct kpe_function_info places[] = {
		{ .at_entry = true, .module = "", .function = { "vfs_read" } },
		{ .module = "mod", .frameless = true },
	};
	char first[4096], again[4096];
	struct kpe_args *args;
	struct kpe_error e;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(places); i++)
		kpe_args_free(kpe_definition_resolve(r->line, &places[i], &e));
	args = kpe_definition_resolve(r->line, r->info, &e);
	if (!args || args->nr_args != r->args->nr_args)
		return unit_fail("%s: resolved otherwise", r->line->text);
	for (i = 0; i < args->nr_args; i++) {
		dump_arg(&r->args->args[i], first, sizeof(first));
		dump_arg(&args->args[i], again, sizeof(again));
		if (strcmp(first, again))
			unit_fail("%s: %s, then %s", r->line->text, first, again);
	}
	kpe_args_free(args);
}

/* What is normal stays as it is and means the same. */
static void check_again(const struct parsed *r)
{
	struct parsed again = parse_at(r->normalised, strlen(r->normalised), r->info);

	if (again.ret != r->ret || again.e.code != r->e.code || again.e.col != r->e.col ||
	    strcmp(again.normalised, r->normalised))
		unit_fail("not the same again: %s", again.normalised);
	parsed_free(&again);
}

/* Only numbers of up to 64 bits are out of range. */
static bool is_errno(int err, enum kpe_err code)
{
	if (err == -ERANGE)
		return code == KPE_ERR_BAD_VAR || code == KPE_ERR_BAD_IMM ||
		       code == KPE_ERR_BAD_MEM_ADDR || code == KPE_ERR_BAD_DEREF_OFFS;
	if (err == -ENOENT)
		return code == KPE_ERR_BAD_VAR || code == KPE_ERR_NO_MODULE ||
		       code == KPE_ERR_NO_VAR_TYPE || code == KPE_ERR_UNKNOWN_DATA_SYMBOL ||
		       (code >= KPE_ERR_NO_BTF_ENTRY && code <= KPE_ERR_NO_RETVAL);
	return err == -EINVAL || err == -E2BIG || err == -EOPNOTSUPP;
}

void check_promises(const char *text, size_t len, const struct parsed *r)
{
	if (!r->normalised)
		return unit_fail("no normalised line");
	if (len > KPE_MAX_LINE)
		return;
	if (strlen(r->normalised) > len)
		unit_fail("%s: longer than %zu", r->normalised, len);
	if (r->ret) {
		if (r->line || r->ret != r->e.err || r->e.code == KPE_ERR_NONE)
			unit_fail("%.*s: returns %d", (int)len, text, r->ret);
		if (r->e.col > strlen(r->normalised))
			unit_fail("%s: column %u", r->normalised, r->e.col);
		if (!is_errno(r->ret, r->e.code))
			unit_fail("%s: errno %d", r->normalised, r->ret);
	} else if (!r->line != !*r->normalised) {
		unit_fail("%.*s: returns nothing", (int)len, text);
	} else if (r->line) {
		check_line(r);
		if (r->args)
			check_unchanged(r);
	}
	/* what is normal ends before the NUL */
	if (r->e.code != KPE_ERR_NUL_BYTE)
		check_again(r);
}

void fail_each_allocation(const char *line, struct parsed (*parse)(const char *line))
{
	long before = unit_allocations();
	struct parsed r;
	unsigned long n;

	for (n = 1;; n++) {
		unit_fail_allocation(n);
		r = parse(line);
		if (!unit_allocation_failed())
			break;
		if (r.ret != -ENOMEM || r.e.code != KPE_ERR_NO_MEMORY || r.e.err != r.ret || r.line)
			unit_fail("%s: allocation %lu: %d", line, n, r.ret);
		/* the first is for the normalised line */
		if (n == 1 ? !!r.normalised : !r.normalised)
			unit_fail("%s: allocation %lu: normalised %s", line, n, r.normalised);
		parsed_free(&r);
		if (unit_allocations() != before)
			unit_fail("%s: allocation %lu: leak", line, n);
	}
	unit_fail_allocation(0);
	parsed_free(&r);
}
