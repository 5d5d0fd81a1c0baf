// SPDX-License-Identifier: GPL-2.0
/*
 * definition - one line of text becomes a struct kpe_line, or an error
 *
 * Contract: pure. Nothing here reads or changes kernel state besides memory
 * of its own; every function may sleep (GFP_KERNEL) unless it says otherwise,
 * takes no locks, and may run in any number of tasks at once. The same file
 * builds in user space for selftests/unit.
 *
 * How it reads: the line is brought into its normal form once. From then on
 * only spans of that one buffer are handed around, and nothing writes to it,
 * so the place of a span in the buffer is the caret column of its error.
 * What a line owns hangs on struct kpe_line from the moment it is allocated;
 * a refusal half way through frees the line as it is.
 */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/thread_info.h>
#include <linux/types.h>

#include "definition.h"

#define MAX_STACK_INDEX	(THREAD_SIZE / sizeof(long))	/* parameters, too */
#define DECIMAL		10
#define ANY_BASE	0

/* From @s up to, not including, @end; always inside the normalised line. */
struct span {
	const char *s;
	const char *end;
};

struct parser {
	const char *text;
	struct kpe_line *line;
	struct kpe_error *e;
};

static struct span span(const char *s, const char *end)
{
	return (struct span){ .s = s, .end = end };
}

static size_t span_len(struct span t)
{
	return t.end - t.s;
}

static bool span_starts(struct span t, const char *with)
{
	size_t len = strlen(with);

	return span_len(t) >= len && !memcmp(t.s, with, len);
}

static bool span_is(struct span t, const char *what)
{
	return span_len(t) == strlen(what) && span_starts(t, what);
}

static const char *span_find(struct span t, char c)
{
	return memchr(t.s, c, span_len(t));
}

static const char *span_find_last(struct span t, char c)
{
	while (t.end > t.s) {
		if (*--t.end == c)
			return t.end;
	}
	return NULL;
}

static int refuse_with(struct parser *p, enum kpe_err code, int err,
		       const char *at)
{
	return kpe_fail(p->e, code, err, at - p->text);
}

static int refuse(struct parser *p, enum kpe_err code, const char *at)
{
	return refuse_with(p, code, -EINVAL, at);
}

static int no_memory(struct kpe_error *e)
{
	return kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
}

static int copy_span(struct parser *p, struct span t, char **out)
{
	*out = kmemdup_nul(t.s, span_len(t), GFP_KERNEL);
	return *out ? 0 : no_memory(p->e);
}

/*
 * The kernel's ctype knows Latin-1: there 0xa0 is a blank and 0xe9 a letter,
 * which would tear UTF-8 apart and let names through that are no identifiers.
 */
static bool is_blank(char c)
{
	return isascii(c) && isspace(c);
}

static bool is_name_start(char c)
{
	return c == '_' || (isascii(c) && isalpha(c));
}

static bool is_name_char(char c)
{
	return is_name_start(c) || isdigit(c);
}

/* A C identifier; @extra is one more character allowed after the first. */
static bool is_name(struct span t, char extra)
{
	const char *c;

	if (t.s == t.end || !is_name_start(*t.s))
		return false;
	for (c = t.s + 1; c < t.end; c++) {
		if (!is_name_char(*c) && *c != extra)
			return false;
	}
	return true;
}

/* Digits in @base and nothing else; leading zeros may fill an expression. */
static int parse_number(struct span t, unsigned int base, unsigned long *value)
{
	char buf[KPE_MAX_ARG_TEXT + 1];
	size_t len = span_len(t);

	if (!len || !isdigit(*t.s))
		return -EINVAL;
	if (len >= sizeof(buf))
		return -ERANGE;
	memcpy(buf, t.s, len);
	buf[len] = '\0';
	return kstrtoul(buf, base, value);
}

/* A sign, then at most @max (which fits a long) in any base. */
static int parse_offset(char sign, struct span digits, unsigned long max,
			long *value)
{
	unsigned long n;
	int err = parse_number(digits, ANY_BASE, &n);

	if (err)
		return err;
	if (n > max)
		return -ERANGE;
	*value = sign == '-' ? -(long)n : (long)n;
	return 0;
}

/*
 * The line and its words
 */

/* Each character of the result uses up at least one of @text. */
static char *normalise(const char *text, size_t len)
{
	char *out = kmalloc(len + 1, GFP_KERNEL);
	bool gap = false;
	size_t i, n = 0;

	if (!out)
		return NULL;
	for (i = 0; i < len && text[i] && text[i] != '#'; i++) {
		if (is_blank(text[i])) {
			gap = n > 0;
			continue;
		}
		if (gap)
			out[n++] = ' ';
		gap = false;
		out[n++] = text[i];
	}
	out[n] = '\0';
	return out;
}

static struct span word_at(const char *s)
{
	return span(s, strchrnul(s, ' '));
}

static bool next_word(struct span *word)
{
	if (!*word->end)
		return false;
	*word = word_at(word->end + 1);
	return true;
}

static unsigned int count_words(struct span word)
{
	unsigned int n = 1;

	while (next_word(&word))
		n++;
	return n;
}

/*
 * [GRP/][EVENT]
 */

static int parse_group(struct parser *p, struct span t)
{
	if (t.s == t.end)
		return refuse(p, KPE_ERR_NO_GROUP_NAME, t.s);
	if (span_len(t) > KPE_MAX_NAME)
		return refuse(p, KPE_ERR_GROUP_TOO_LONG, t.s);
	if (p->line->verb == KPE_DEFINE && !is_name(t, '-'))
		return refuse(p, KPE_ERR_BAD_GROUP_NAME, t.s);
	return copy_span(p, t, &p->line->group);
}

static int parse_event(struct parser *p, struct span t)
{
	if (t.s == t.end)
		return refuse(p, KPE_ERR_NO_EVENT_NAME, t.s);
	if (span_len(t) > KPE_MAX_NAME)
		return refuse(p, KPE_ERR_EVENT_TOO_LONG, t.s);
	if (p->line->verb == KPE_DEFINE && !is_name(t, '_'))
		return refuse(p, KPE_ERR_BAD_EVENT_NAME, t.s);
	return copy_span(p, t, &p->line->event);
}

/* What follows the colon of the first word. "GRP/" leaves the event open. */
static int parse_names(struct parser *p, struct span t)
{
	const char *sep = span_find(t, '/');
	int err;

	if (!sep && p->line->verb == KPE_DEFINE)
		sep = span_find(t, '.');
	p->line->name_col = t.s - p->text;
	if (sep) {
		err = parse_group(p, span(t.s, sep));
		if (err)
			return err;
		t.s = sep + 1;
		if (t.s == t.end)
			return 0;
	}
	return parse_event(p, t);
}

/*
 * The first word: what to do
 */

static int parse_maxactive(struct parser *p, struct span t)
{
	unsigned long n;
	int err;

	if (t.s == t.end)
		return 0;
	err = parse_number(t, ANY_BASE, &n);
	if (err || !n || n > UINT_MAX)
		return refuse(p, KPE_ERR_BAD_MAXACT, t.s);
	if (n > KPE_MAX_MAXACTIVE)
		return refuse(p, KPE_ERR_MAXACT_TOO_BIG, t.s);
	p->line->maxactive = n;
	return 0;
}

/* p[:NAMES] or r[MAXACTIVE][:NAMES] */
static int parse_define_word(struct parser *p, struct span word)
{
	const char *colon = span_find(word, ':');
	struct span digits = span(word.s + 1, colon ?: word.end);
	int err = 0;

	if (*word.s == 'r') {
		p->line->is_return = true;
		err = parse_maxactive(p, digits);
	} else if (*word.s == 'p' && isdigit(*digits.s)) {
		err = refuse(p, KPE_ERR_BAD_MAXACT_TYPE, digits.s);
	} else if (*word.s != 'p' || digits.s != digits.end) {
		err = refuse(p, KPE_ERR_BAD_COMMAND, word.s);
	}
	if (err || !colon)
		return err;
	return parse_names(p, span(colon + 1, word.end));
}

/* -:NAMES */
static int parse_delete_word(struct parser *p, struct span word)
{
	if (span_is(word, "-"))
		return refuse(p, KPE_ERR_NO_EVENT_NAME, word.end);
	if (!span_starts(word, "-:"))
		return refuse(p, KPE_ERR_BAD_COMMAND, word.s);
	return parse_names(p, span(word.s + 2, word.end));
}

/*
 * The second word: where
 */

static const char *find_sign(struct span t)
{
	for (; t.s < t.end; t.s++) {
		if (*t.s == '+' || *t.s == '-')
			return t.s;
	}
	return NULL;
}

/* SYM[+OFFS|-OFFS]; a name with a digit in front is an offset of some kind */
static int parse_symbol(struct parser *p, struct span t)
{
	struct kpe_place *place = &p->line->place;
	const char *sign = find_sign(t);
	struct span name = span(t.s, sign ?: t.end);

	if (name.s == name.end || isdigit(*name.s) || span_find(name, ':'))
		return -EINVAL;
	if (sign && parse_offset(*sign, span(sign + 1, t.end), UINT_MAX,
				 &place->offset))
		return -EINVAL;
	place->kind = KPE_PLACE_SYMBOL;
	return copy_span(p, name, &place->symbol);
}

/* ADDR or [MOD:]SYM[+OFFS|-OFFS]; module names may start with a digit */
static int parse_place_body(struct parser *p, struct span t)
{
	struct kpe_place *place = &p->line->place;
	const char *colon = span_find(t, ':');
	struct span module;
	int err;

	if (!colon && isdigit(*t.s)) {
		place->kind = KPE_PLACE_ADDRESS;
		return parse_number(t, ANY_BASE, &place->addr);
	}
	if (!colon)
		return parse_symbol(p, t);
	module = span(t.s, colon);
	if (module.s == module.end || find_sign(module))
		return -EINVAL;
	err = copy_span(p, module, &place->module);
	return err ?: parse_symbol(p, span(colon + 1, t.end));
}

static int parse_place(struct parser *p, struct span word)
{
	const char *suffix = span_find(word, '%');
	int err;

	p->line->place.col = word.s - p->text;
	if (suffix) {
		if (!span_is(span(suffix, word.end), "%return"))
			return refuse(p, KPE_ERR_BAD_ADDR_SUFFIX, suffix);
		p->line->is_return = true;
	}
	err = parse_place_body(p, span(word.s, suffix ?: word.end));
	if (err && err != -ENOMEM)
		return refuse(p, KPE_ERR_BAD_PROBE_ADDR, word.s);
	return err;
}

/*
 * The source of an argument's value
 */

#define REGISTER(name)	{ #name, offsetof(struct pt_regs, name) }

static const struct kpe_register {
	const char *name;
	unsigned int offset;
} registers[] = {
	REGISTER(ax), REGISTER(bx), REGISTER(cx), REGISTER(dx),
	REGISTER(si), REGISTER(di), REGISTER(bp), REGISTER(sp),
	REGISTER(r8), REGISTER(r9), REGISTER(r10), REGISTER(r11),
	REGISTER(r12), REGISTER(r13), REGISTER(r14), REGISTER(r15),
	REGISTER(ip), REGISTER(flags), REGISTER(cs), REGISTER(ss),
	REGISTER(orig_ax),
};

static struct kpe_op *add_op(struct parser *p, struct kpe_arg *arg,
			     enum kpe_op_code code, const char *at)
{
	struct kpe_op *op = &arg->ops[arg->nr_ops++];

	op->code = code;
	op->col = at - p->text;
	return op;
}

static int refuse_btf(struct parser *p, struct span t)
{
	return refuse_with(p, KPE_ERR_NOSUP_BTFARG, -EOPNOTSUPP, t.s);
}

/* %REG */
static int parse_register(struct parser *p, struct kpe_arg *arg, struct span t)
{
	struct span name = span(t.s + 1, t.end);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(registers); i++) {
		if (span_is(name, registers[i].name)) {
			add_op(p, arg, KPE_OP_REG, t.s)->offset = registers[i].offset;
			return 0;
		}
	}
	return refuse(p, KPE_ERR_BAD_REG_NAME, t.s);
}

/* The word of the stack that @digits, a part of @t, number from 0 */
static int parse_stack_index(struct parser *p, struct kpe_arg *arg,
			     struct span t, struct span digits)
{
	unsigned long n;
	int err = parse_number(digits, DECIMAL, &n);

	if (err)
		return refuse_with(p, KPE_ERR_BAD_VAR, err, t.s);
	if (n > MAX_STACK_INDEX)
		return refuse(p, KPE_ERR_BAD_STACK_NUM, t.s);
	add_op(p, arg, KPE_OP_STACK, t.s)->index = n;
	return 0;
}

/* The parameter that @digits, a part of @t, number from @first */
static int parse_arg_index(struct parser *p, struct kpe_arg *arg,
			   struct span t, struct span digits,
			   unsigned int first)
{
	struct kpe_op *op;
	unsigned long n;
	int err = parse_number(digits, DECIMAL, &n);

	if (err)
		return refuse_with(p, KPE_ERR_BAD_VAR, err, t.s);
	if (n < first || n - first >= MAX_STACK_INDEX)
		return refuse(p, KPE_ERR_BAD_ARG_NUM, t.s);
	op = add_op(p, arg, KPE_OP_ARG, t.s);
	op->index = n - first;
	op->loose = !first;
	return 0;
}

/* $stack or $stackN */
static int parse_stack(struct parser *p, struct kpe_arg *arg, struct span t)
{
	struct span rest = span(t.s + strlen("$stack"), t.end);

	if (rest.s == rest.end) {
		add_op(p, arg, KPE_OP_STACKP, t.s);
		return 0;
	}
	if (!isdigit(*rest.s))
		return refuse(p, KPE_ERR_BAD_VAR, t.s);
	return parse_stack_index(p, arg, t, rest);
}

/* $argN, or $arg* which must be the whole word */
static int parse_dollar_arg(struct parser *p, struct kpe_arg *arg,
			    struct span t)
{
	struct span rest = span(t.s + strlen("$arg"), t.end);

	if (span_is(rest, "*")) {
		if (arg->name || !span_is(t, arg->text))
			return refuse(p, KPE_ERR_BAD_VAR_ARGS, t.s);
		return refuse_btf(p, t);
	}
	if (rest.s == rest.end || !isdigit(*rest.s))
		return refuse(p, KPE_ERR_BAD_VAR, t.s);
	return parse_arg_index(p, arg, t, rest, 1);
}

/* $retval or rv, which is @t but for a chain of BTF members */
static int parse_retval(struct parser *p, struct kpe_arg *arg, struct span t,
			struct span rest)
{
	bool members = span_starts(rest, "->");

	if (rest.s != rest.end && !members)
		return refuse(p, KPE_ERR_BAD_VAR, t.s);
	if (!p->line->is_return)
		return refuse(p, KPE_ERR_RETVAL_ON_PROBE, t.s);
	if (members)
		return refuse_btf(p, t);
	add_op(p, arg, KPE_OP_RETVAL, t.s);
	return 0;
}

static int parse_retaddr(struct parser *p, struct kpe_arg *arg, struct span t)
{
	if (!p->line->is_return)
		return refuse(p, KPE_ERR_RETADDR_ON_PROBE, t.s);
	add_op(p, arg, KPE_OP_RETADDR, t.s);
	return 0;
}

static int parse_variable(struct parser *p, struct kpe_arg *arg, struct span t)
{
	if (span_starts(t, "$stack"))
		return parse_stack(p, arg, t);
	if (span_starts(t, "$arg"))
		return parse_dollar_arg(p, arg, t);
	if (span_starts(t, "$retval"))
		return parse_retval(p, arg, t,
				    span(t.s + strlen("$retval"), t.end));
	if (!span_is(t, "$comm") && !span_is(t, "$COMM"))
		return refuse(p, KPE_ERR_BAD_VAR, t.s);
	add_op(p, arg, KPE_OP_COMM, t.s);
	return 0;
}

static bool is_data_symbol(struct span t)
{
	const char *c;

	for (c = t.s; c < t.end; c++) {
		if (!is_name_char(*c) && *c != '.' && *c != '$')
			return false;
	}
	return t.s < t.end;
}

/* The SYM[+OFFS|-OFFS] of @t, which is @SYM.. */
static int parse_data_symbol(struct parser *p, struct kpe_arg *arg,
			     struct span t)
{
	struct span body = span(t.s + 1, t.end);
	const char *sign = find_sign(body);
	struct span name = span(body.s, sign ?: body.end);
	struct kpe_op *op;
	long offset = 0;

	if (!is_data_symbol(name) ||
	    (sign && parse_offset(*sign, span(sign + 1, body.end), LONG_MAX,
				  &offset)))
		return refuse(p, KPE_ERR_BAD_MEM_ADDR, t.s);
	op = add_op(p, arg, KPE_OP_SYM, t.s);
	op->offset = offset;
	return copy_span(p, name, &op->text);
}

static int parse_address(struct parser *p, struct kpe_arg *arg, struct span t,
			 struct span digits)
{
	unsigned long addr;
	int err = parse_number(digits, ANY_BASE, &addr);

	if (err)
		return refuse_with(p, KPE_ERR_BAD_MEM_ADDR, err, t.s);
	add_op(p, arg, KPE_OP_IMM, t.s)->imm = addr;
	return 0;
}

/* @ADDR or @SYM..: an address, and the memory there */
static int parse_memory(struct parser *p, struct kpe_arg *arg, struct span t)
{
	struct span body = span(t.s + 1, t.end);
	int err;

	if (span_starts(body, "+"))
		return refuse(p, KPE_ERR_FILE_ON_KPROBE, t.s);
	if (body.s == body.end || !isdigit(*body.s))
		err = parse_data_symbol(p, arg, t);
	else
		err = parse_address(p, arg, t, body);
	if (!err)
		add_op(p, arg, KPE_OP_DEREF, t.s);
	return err;
}

/* The last quote closes, so that others may stand inside. */
static int parse_immediate_string(struct parser *p, struct kpe_arg *arg,
				  struct span t)
{
	struct span body = span(t.s + 2, t.end);

	if (body.s == body.end || *--body.end != '"')
		return refuse(p, KPE_ERR_IMMSTR_NO_CLOSE, t.end);
	return copy_span(p, body, &add_op(p, arg, KPE_OP_STR, t.s)->text);
}

/* \IMM with an optional sign */
static int parse_immediate(struct parser *p, struct kpe_arg *arg,
			   struct span t)
{
	struct span digits = span(t.s + 1, t.end);
	bool minus = span_starts(digits, "-");
	unsigned long n;
	int err;

	if (span_starts(digits, "\""))
		return parse_immediate_string(p, arg, t);
	if (minus || span_starts(digits, "+"))
		digits.s++;
	err = parse_number(digits, ANY_BASE, &n);
	if (!err && minus && n > (unsigned long)LONG_MAX + 1)
		err = -ERANGE;
	if (err)
		return refuse_with(p, KPE_ERR_BAD_IMM, err, t.s + 1);
	add_op(p, arg, KPE_OP_IMM, t.s)->imm = minus ? -n : n;
	return 0;
}

/* @letter, then digits: the v11 words aN and sN */
static bool is_indexed(struct span t, char letter)
{
	const char *c;

	if (span_len(t) < 2 || *t.s != letter)
		return false;
	for (c = t.s + 1; c < t.end; c++) {
		if (!isdigit(*c))
			return false;
	}
	return true;
}

static bool is_v11_word(struct span t)
{
	return is_indexed(t, 'a') || is_indexed(t, 's') || span_is(t, "rv") ||
	       span_is(t, "ra");
}

/* Would this be a parameter, a member, a cast or a per-CPU variable? */
static bool is_btf_expression(struct span t)
{
	if (span_starts(t, "this_cpu_ptr(") || span_starts(t, "this_cpu_read("))
		return true;
	if (span_starts(t, "("))
		return is_name_start(t.s[1]);
	if (t.s == t.end || !is_name_start(*t.s))
		return false;
	while (t.s < t.end && is_name_char(*t.s))
		t.s++;
	return t.s == t.end || *t.s == '.' || span_starts(t, "->");
}

static int parse_word(struct parser *p, struct kpe_arg *arg, struct span t)
{
	struct span rest = span(t.s + 1, t.end);

	if (is_indexed(t, 'a'))
		return parse_arg_index(p, arg, t, rest, 0);
	if (is_indexed(t, 's'))
		return parse_stack_index(p, arg, t, rest);
	if (span_is(t, "rv"))
		return parse_retval(p, arg, t, span(t.end, t.end));
	if (span_is(t, "ra"))
		return parse_retaddr(p, arg, t);
	if (is_btf_expression(t))
		return refuse_btf(p, t);
	return refuse(p, KPE_ERR_BAD_FETCH_ARG, t.s);
}

static int parse_source(struct parser *p, struct kpe_arg *arg, struct span t)
{
	/* An empty span must not be taken for what happens to follow it. */
	switch (t.s < t.end ? *t.s : '\0') {
	case '%':
		return parse_register(p, arg, t);
	case '$':
		return parse_variable(p, arg, t);
	case '@':
		return parse_memory(p, arg, t);
	case '\\':
		return parse_immediate(p, arg, t);
	default:
		return parse_word(p, arg, t);
	}
}

/*
 * An argument's expression: dereferences around a source
 */

static bool is_memory(enum kpe_op_code code)
{
	return code == KPE_OP_DEREF || code == KPE_OP_UDEREF;
}

static bool is_text(enum kpe_op_code code)
{
	return code == KPE_OP_COMM || code == KPE_OP_STR;
}

/* +|-[u]OFF(..): fill @step and narrow @t to what is in the braces */
static int parse_deref(struct parser *p, struct span *t, struct kpe_op *step)
{
	const char *open = span_find(*t, '(');
	const char *close;
	bool user;
	int err;

	if (!open)
		return refuse(p, KPE_ERR_DEREF_NEED_BRACE, t->s);
	user = t->s[1] == 'u';
	*step = (struct kpe_op){
		.code = user ? KPE_OP_UDEREF : KPE_OP_DEREF,
		.col = t->s - p->text,
	};
	err = parse_offset(*t->s, span(t->s + 1 + user, open), LONG_MAX,
			   &step->offset);
	if (err)
		return refuse_with(p, KPE_ERR_BAD_DEREF_OFFS, err, t->s);
	close = span_find_last(span(open + 1, t->end), ')');
	if (!close)
		return refuse(p, KPE_ERR_DEREF_OPEN_BRACE, t->end);
	if (close + 1 != t->end)
		return refuse(p, KPE_ERR_BAD_FETCH_ARG, close + 1);
	*t = span(open + 1, close);
	return 0;
}

/* The text goes from the outermost step inwards, the program outwards. */
static int parse_expression(struct parser *p, struct kpe_arg *arg,
			    struct span t)
{
	struct kpe_op steps[KPE_MAX_NESTED];
	unsigned int nested = 0;
	int err;

	while (span_starts(t, "+") || span_starts(t, "-")) {
		if (nested == KPE_MAX_NESTED)
			return refuse_with(p, KPE_ERR_TOO_MANY_NESTED, -E2BIG,
					   t.s);
		err = parse_deref(p, &t, &steps[nested]);
		if (err)
			return err;
		nested++;
	}
	/* A source takes two ops at most. */
	arg->ops = kcalloc(nested + 2, sizeof(*arg->ops), GFP_KERNEL);
	if (!arg->ops)
		return no_memory(p->e);
	err = parse_source(p, arg, t);
	if (err)
		return err;
	if (nested && is_text(arg->ops[0].code))
		return refuse(p, KPE_ERR_COMM_CANT_DEREF, t.s);
	while (nested)
		arg->ops[arg->nr_ops++] = steps[--nested];
	return 0;
}

/*
 * An argument's type
 */

#define TYPE(_name, _kind, _size) { _name, { .kind = _kind, .size = _size } }

static const struct kpe_type_name {
	const char *name;
	struct kpe_type type;
} types[] = {
	TYPE("u8", KPE_UNSIGNED, 1), TYPE("u16", KPE_UNSIGNED, 2),
	TYPE("u32", KPE_UNSIGNED, 4), TYPE("u64", KPE_UNSIGNED, 8),
	TYPE("s8", KPE_SIGNED, 1), TYPE("s16", KPE_SIGNED, 2),
	TYPE("s32", KPE_SIGNED, 4), TYPE("s64", KPE_SIGNED, 8),
	TYPE("x8", KPE_HEX, 1), TYPE("x16", KPE_HEX, 2),
	TYPE("x32", KPE_HEX, 4), TYPE("x64", KPE_HEX, 8),
	TYPE("char", KPE_CHAR, 1), TYPE("symbol", KPE_SYMBOL, 8),
	TYPE("string", KPE_STRING, 4), TYPE("ustring", KPE_USTRING, 4),
	TYPE("symstr", KPE_SYMSTR, 4),
};

/* Cut ":TYPE" off @t. Without one, the result's @s is NULL. */
static struct span split_type(struct span *t)
{
	struct span from = *t, type = { };
	const char *colon;

	if (span_starts(*t, "\\\"")) {
		from.s = span_find_last(span(t->s + 2, t->end), '"');
		if (!from.s)
			return type;
	}
	colon = span_find(from, ':');
	if (colon) {
		type = span(colon + 1, t->end);
		t->end = colon;
	}
	return type;
}

/* Cut "[N]" off @t. */
static int parse_array(struct parser *p, struct span *t, u8 *count)
{
	const char *open = span_find(*t, '[');
	const char *close;
	unsigned long n;
	int err;

	if (!open)
		return 0;
	close = span_find(span(open, t->end), ']');
	if (!close)
		return refuse(p, KPE_ERR_ARRAY_NO_CLOSE, t->end);
	if (close + 1 != t->end)
		return refuse(p, KPE_ERR_BAD_ARRAY_SUFFIX, close + 1);
	err = parse_number(span(open + 1, close), ANY_BASE, &n);
	if (err || !n || n > UINT_MAX)
		return refuse(p, KPE_ERR_BAD_ARRAY_NUM, open + 1);
	if (n > KPE_MAX_ARRAY)
		return refuse(p, KPE_ERR_ARRAY_TOO_BIG, open + 1);
	*count = n;
	t->end = open;
	return 0;
}

/* bWIDTH@OFFSET/CONTAINER, all in bits */
static int parse_bitfield(struct parser *p, struct span t,
			  struct kpe_type *type)
{
	const char *at = span_find(t, '@');
	const char *slash = span_find(t, '/');
	unsigned long width, offset, container;

	if (!slash || parse_number(span(slash + 1, t.end), ANY_BASE,
				   &container) ||
	    (container != 8 && container != 16 && container != 32 &&
	     container != 64))
		return refuse(p, KPE_ERR_BAD_TYPE, t.s);
	if (!at || slash < at ||
	    parse_number(span(t.s + 1, at), ANY_BASE, &width) ||
	    parse_number(span(at + 1, slash), ANY_BASE, &offset))
		return refuse(p, KPE_ERR_BAD_BITFIELD, t.s);
	if (!width || width > container || offset > container - width)
		return refuse(p, KPE_ERR_BAD_BITFIELD, t.s);
	type->kind = KPE_BITFIELD;
	type->size = container / 8;
	type->bit_width = width;
	type->bit_offset = offset;
	return 0;
}

static int parse_base_type(struct parser *p, struct span t,
			   struct kpe_type *type)
{
	size_t i;

	if (span_starts(t, "b"))
		return parse_bitfield(p, t, type);
	for (i = 0; i < ARRAY_SIZE(types); i++) {
		if (span_is(t, types[i].name)) {
			*type = types[i].type;
			return 0;
		}
	}
	return refuse(p, KPE_ERR_BAD_TYPE, t.s);
}

static bool fits_symstr(enum kpe_op_code last)
{
	return last == KPE_OP_REG || last == KPE_OP_STACK ||
	       last == KPE_OP_RETVAL || last == KPE_OP_RETADDR ||
	       last == KPE_OP_ARG || last == KPE_OP_DEREF;
}

/* Does the type of @arg, written at @at, fit where its value comes from? */
static int check_type(struct parser *p, const struct kpe_arg *arg,
		      const char *at)
{
	enum kpe_op_code last = arg->ops[arg->nr_ops - 1].code;
	const struct kpe_type *type = &arg->type;
	bool string = type->kind == KPE_STRING || type->kind == KPE_USTRING;

	if (is_text(last)) {
		if (type->kind != KPE_STRING || type->count)
			return refuse(p, KPE_ERR_NEED_STRING_TYPE, at);
		return 0;
	}
	if (string && !is_memory(last) && last != KPE_OP_IMM)
		return refuse(p, KPE_ERR_BAD_STRING, at);
	if (type->kind == KPE_SYMSTR && !fits_symstr(last))
		return refuse(p, KPE_ERR_BAD_SYMSTRING, at);
	if (type->count && (type->kind == KPE_SYMSTR || !is_memory(last)))
		return refuse(p, KPE_ERR_BAD_STRING, at);
	return 0;
}

static void default_type(struct kpe_arg *arg)
{
	bool text = is_text(arg->ops[arg->nr_ops - 1].code);

	arg->type.kind = text ? KPE_STRING : KPE_HEX;
	arg->type.size = text ? 4 : 8;
}

static int parse_type(struct parser *p, struct kpe_arg *arg, struct span t)
{
	const char *at = t.s;
	u8 count = 0;
	int err;

	if (!at) {
		default_type(arg);
		return 0;
	}
	err = parse_array(p, &t, &count);
	if (!err)
		err = parse_base_type(p, t, &arg->type);
	if (err)
		return err;
	arg->type.count = count;
	return check_type(p, arg, at);
}

/*
 * The other words: arguments
 */

static const char * const reserved_names[] = {
	"common_type", "common_flags", "common_preempt_count", "common_pid",
	"common_tgid", "__probe_ip", "__probe_ret_ip", "__probe_func",
};

static bool is_reserved(struct span name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(reserved_names); i++) {
		if (span_is(name, reserved_names[i]))
			return true;
	}
	return false;
}

/* By an argument before @arg */
static bool is_used(struct parser *p, const struct kpe_arg *arg,
		    struct span name)
{
	const struct kpe_arg *other;

	for (other = p->line->args; other < arg; other++) {
		if (other->name && span_is(name, other->name))
			return true;
	}
	return false;
}

static int parse_arg_name(struct parser *p, struct kpe_arg *arg, struct span t)
{
	if (t.s == t.end)
		return refuse(p, KPE_ERR_NO_ARG_NAME, t.s);
	if (span_len(t) > KPE_MAX_ARG_NAME)
		return refuse(p, KPE_ERR_ARG_NAME_TOO_LONG, t.s);
	if (!is_name(t, '_'))
		return refuse(p, KPE_ERR_BAD_ARG_NAME, t.s);
	if (is_reserved(t) || is_used(p, arg, t))
		return refuse(p, KPE_ERR_USED_ARG_NAME, t.s);
	return copy_span(p, t, &arg->name);
}

/* Nobody named @arg: a v11 word names itself, all else is argN. */
static int name_arg(struct parser *p, struct kpe_arg *arg, struct span body)
{
	const char *start = p->text + arg->col;

	if (is_v11_word(body) && !is_used(p, arg, body)) {
		arg->word = true;
		return copy_span(p, body, &arg->name);
	}
	arg->name = kasprintf(GFP_KERNEL, "arg%u", p->line->nr_args);
	if (!arg->name)
		return no_memory(p->e);
	if (is_used(p, arg, span(arg->name, arg->name + strlen(arg->name))))
		return refuse(p, KPE_ERR_USED_ARG_NAME, start);
	return 0;
}

/* Where NAME= ends; an immediate string may have an equals sign of its own. */
static const char *find_equals(struct span word)
{
	return *word.s == '\\' ? NULL : span_find(word, '=');
}

/* [NAME=]EXPR[:TYPE] */
static int parse_arg(struct parser *p, struct kpe_arg *arg, struct span word)
{
	const char *equals = find_equals(word);
	struct span body = span(equals ? equals + 1 : word.s, word.end);
	struct span type;
	int err = 0;

	if (equals)
		err = parse_arg_name(p, arg, span(word.s, equals));
	if (err)
		return err;
	arg->body_col = body.s - p->text;
	if (span_len(body) > KPE_MAX_ARG_TEXT)
		return refuse_with(p, KPE_ERR_ARG_TOO_LONG, -E2BIG, body.s);
	err = copy_span(p, body, &arg->text);
	if (err)
		return err;
	if (body.s == body.end)
		return refuse(p, KPE_ERR_NO_ARG_BODY, body.s);
	type = split_type(&body);
	arg->type_col = (type.s ?: body.s) - p->text;
	err = parse_expression(p, arg, body);
	if (!err)
		err = parse_type(p, arg, type);
	if (err)
		return err;
	if (!arg->name)
		return name_arg(p, arg, body);
	/* As the listing writes a v11 word. */
	arg->word = is_v11_word(body) && span_is(body, arg->name);
	return 0;
}

/* In a deletion, arguments are only compared with what was once defined. */
static int copy_arg(struct parser *p, struct kpe_arg *arg, struct span word)
{
	const char *equals = find_equals(word);
	int err = copy_span(p, word, &arg->text);

	if (!err && equals)
		err = copy_span(p, span(word.s, equals), &arg->name);
	return err;
}

/* All words after @word; an argument counts before it is whole, to be freed */
static int parse_args(struct parser *p, struct span word)
{
	struct kpe_line *line = p->line;
	struct kpe_arg *arg;
	unsigned int n;
	int err = 0;

	if (!next_word(&word))
		return 0;
	n = count_words(word);
	if (n > KPE_MAX_ARGS)
		return refuse_with(p, KPE_ERR_TOO_MANY_ARGS, -E2BIG, word.s);
	line->args = kcalloc(n, sizeof(*line->args), GFP_KERNEL);
	if (!line->args)
		return no_memory(p->e);
	do {
		arg = &line->args[line->nr_args++];
		arg->col = word.s - p->text;
		if (line->verb == KPE_DELETE)
			err = copy_arg(p, arg, word);
		else
			err = parse_arg(p, arg, word);
	} while (!err && next_word(&word));
	return err;
}

static int parse_words(struct parser *p)
{
	struct span word = word_at(p->text);
	struct kpe_line *line = p->line;
	int err;

	line->verb = *word.s == '-' ? KPE_DELETE : KPE_DEFINE;
	if (line->verb == KPE_DELETE)
		err = parse_delete_word(p, word);
	else
		err = parse_define_word(p, word);
	if (err)
		return err;
	if (!next_word(&word)) {
		if (line->verb == KPE_DELETE)
			return 0;
		return refuse(p, KPE_ERR_NO_PLACE, word.end);
	}
	err = parse_place(p, word);
	return err ?: parse_args(p, word);
}

/**
 * kpe_line_parse() - understand one line
 * @text: the line, without its newline; need not be NUL-terminated, may hold
 *	anything; a NUL ends it
 * @len: bytes of @text
 * @linep: set to the line, to be freed with kpe_line_free(); to NULL if there
 *	is nothing in it but blanks and comment, or on error
 * @normalised: set to the normalised line, to be freed with kfree(), also on
 *	errors; to NULL if there was no memory for it. Of a line that is too
 *	long, its beginning.
 * @e: set if an error is returned; columns are bytes of @normalised
 *
 * Context: may sleep; takes no locks.
 * Return: 0; -EINVAL, -E2BIG or -EOPNOTSUPP for what is wrong with the line,
 * -ENOMEM.
 */
int kpe_line_parse(const char *text, size_t len, struct kpe_line **linep,
		   char **normalised, struct kpe_error *e)
{
	struct parser p = { .e = e };
	int err;

	*linep = NULL;
	*e = (struct kpe_error){ };
	*normalised = normalise(text, min_t(size_t, len, KPE_MAX_LINE));
	if (!*normalised)
		return no_memory(e);
	if (len > KPE_MAX_LINE)
		return kpe_fail(e, KPE_ERR_LINE_TOO_LONG, -EINVAL, 0);
	if (!**normalised)
		return 0;
	p.text = *normalised;
	p.line = kzalloc(sizeof(*p.line), GFP_KERNEL);
	if (!p.line)
		return no_memory(e);
	p.line->text = kstrdup(p.text, GFP_KERNEL);
	err = p.line->text ? parse_words(&p) : no_memory(e);
	if (err)
		kpe_line_free(p.line);
	else
		*linep = p.line;
	return err;
}

static void free_arg(struct kpe_arg *arg)
{
	unsigned int i;

	for (i = 0; i < arg->nr_ops; i++)
		kfree(arg->ops[i].text);
	kfree(arg->ops);
	kfree(arg->text);
	kfree(arg->name);
}

/**
 * kpe_line_free() - free a line and all that it owns
 * @line: from kpe_line_parse(), also if it was filled only in part; or NULL
 *
 * Context: any; takes no locks.
 */
void kpe_line_free(struct kpe_line *line)
{
	unsigned int i;

	if (!line)
		return;
	for (i = 0; i < line->nr_args; i++)
		free_arg(&line->args[i]);
	kfree(line->args);
	kfree(line->place.symbol);
	kfree(line->place.module);
	kfree(line->event);
	kfree(line->group);
	kfree(line->text);
	kfree(line);
}

static unsigned long magnitude(long n)
{
	return n < 0 ? -(unsigned long)n : (unsigned long)n;
}

/**
 * kpe_auto_event_name() - the name of an event that was given none
 * @line: a definition
 *
 * p_SYM_OFF, p_MOD_SYM_OFF or p_0xADDR (r for return probes), OFF in decimal
 * and ADDR as %p shows addresses. An offset below the symbol is written mOFF.
 * What a name cannot hold becomes '_'; what is longer than 63 characters is
 * cut.
 *
 * Context: may sleep; takes no locks.
 * Return: the name, to be freed with kfree(); NULL if there is no memory.
 */
char *kpe_auto_event_name(const struct kpe_line *line)
{
	const struct kpe_place *place = &line->place;
	char kind = line->is_return ? 'r' : 'p';
	char *name, *c;

	name = kmalloc(KPE_MAX_NAME + 1, GFP_KERNEL);
	if (!name)
		return NULL;
	if (place->kind == KPE_PLACE_ADDRESS)
		snprintf(name, KPE_MAX_NAME + 1, "%c_0x%p", kind,
			 (void *)place->addr);
	else
		snprintf(name, KPE_MAX_NAME + 1, "%c_%s%s%s_%s%lu", kind,
			 place->module ?: "", place->module ? "_" : "",
			 place->symbol ?: "", place->offset < 0 ? "m" : "",
			 magnitude(place->offset));
	for (c = name; *c; c++) {
		if (!is_name_char(*c))
			*c = '_';
	}
	return name;
}

/**
 * kpe_place_print() - a place as the listing shows it
 * @place: to be shown; one without a symbol shows as nothing
 * @buf: filled and NUL-terminated, if @size is not 0
 * @size: bytes of @buf
 *
 * Context: any; takes no locks.
 * Return: characters that the whole text has, as snprintf() does.
 */
int kpe_place_print(const struct kpe_place *place, char *buf, size_t size)
{
	const char *module = place->module ?: "";
	const char *colon = place->module ? ":" : "";

	if (place->kind != KPE_PLACE_SYMBOL) {
		if (size)
			*buf = '\0';
		return 0;
	}
	if (!place->offset)
		return snprintf(buf, size, "%s%s%s", module, colon,
				place->symbol);
	return snprintf(buf, size, "%s%s%s%+ld", module, colon, place->symbol,
			place->offset);
}

/* The bits of a bitfield are cut out when it is fetched. */
static enum kpe_kind shown_kind(const struct kpe_type *type)
{
	return type->kind == KPE_BITFIELD ? KPE_UNSIGNED : type->kind;
}

/**
 * kpe_type_equal() - are two types the same in record and text?
 * @a: one
 * @b: other
 *
 * Context: any; takes no locks.
 * Return: true if they are.
 */
bool kpe_type_equal(const struct kpe_type *a, const struct kpe_type *b)
{
	return shown_kind(a) == shown_kind(b) && a->size == b->size &&
	       a->count == b->count;
}

/**
 * kpe_register_name() - the name after the % of a register
 * @offset: bytes from the start of struct pt_regs
 *
 * Context: any; takes no locks.
 * Return: the name, which is never freed; NULL if no register starts there.
 */
const char *kpe_register_name(long offset)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(registers); i++) {
		if (registers[i].offset == offset)
			return registers[i].name;
	}
	return NULL;
}
