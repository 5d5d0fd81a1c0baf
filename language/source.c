// SPDX-License-Identifier: GPL-2.0
/*
 * What the value of a fetch argument begins with, and its members
 */
#include "arch/registers.h"
#include "language/line.h"
#include "language/parser.h"
#include "language/spelling.h"

/* Return: the op that fetches a word at a function's entry */
struct kpe_op kpe_word_op(const struct kpe_word *word, unsigned int col)
{
	if (word->stacked)
		return (struct kpe_op){ .code = KPE_OP_STACK, .col = col, .index = word->at };
	return (struct kpe_op){ .code = KPE_OP_REG, .col = col, .offset = word->at };
}

/* The same of a word of the parameters, see kpe_param_word() */
struct kpe_op kpe_param_op(unsigned int index)
{
	const struct kpe_word word = kpe_param_word(index);

	return kpe_word_op(&word, 0);
}

/* %REG */
static int parse_register(struct parser *p, struct kpe_arg *arg, struct span t)
{
	struct span name = span(t.s + 1, t.end);
	const struct kpe_register *reg = kpe_register_find(name.s, span_len(name));

	if (!reg)
		return kpe_fail_with(p->e, KPE_ERR_BAD_REG_NAME, -EINVAL, t.s - p->text,
				     kpe_register_hint(name.s, span_len(name)));
	add_op(p, arg, KPE_OP_REG, t.s)->offset = reg->offset;
	return 0;
}

/* $stack or $stackN */
static int parse_stack(struct parser *p, struct kpe_arg *arg, struct span t)
{
	struct span rest = span(t.s + strlen("$stack"), t.end);
	unsigned long n;
	int ret;

	if (rest.s == rest.end) {
		add_op(p, arg, KPE_OP_STACKP, t.s);
		return 0;
	}
	ret = parse_number(rest, DECIMAL, &n);
	if (ret)
		return refuse_with(p, KPE_ERR_BAD_VAR, ret, t.s);
	if (n > KPE_MAX_PARAM)
		return refuse(p, KPE_ERR_BAD_STACK_NUM, t.s);
	add_op(p, arg, KPE_OP_STACK, t.s)->index = n;
	return 0;
}

/* $arg* must be the whole word. */
static int parse_all_args(struct parser *p, struct kpe_arg *arg, struct span t)
{
	const struct kpe_arg *other;

	if (p->entering || arg->name || !span_is(t, arg->text))
		return refuse(p, KPE_ERR_BAD_VAR, t.s);
	for (other = p->line->args; other < arg; other++)
		if (other->ops[0].code == KPE_OP_ALL_ARGS)
			return refuse(p, KPE_ERR_DOUBLE_ARGS, t.s);
	add_op(p, arg, KPE_OP_ALL_ARGS, t.s);
	return 0;
}

/*
 * $argN or $arg*; the function decides why a lone one is refused, which is all of @arg, apart
 * from a type: it may become a parameter's name
 */
static int parse_dollar_arg(struct parser *p, struct kpe_arg *arg,
			    struct span t)
{
	struct span rest = span(t.s + strlen("$arg"), t.end);
	bool lone = !p->entering && !arg->name &&
		    t.s == p->text + arg->body_col && span_len(t) == arg->body_len;
	unsigned long n;
	int ret;

	if (span_is(rest, "*"))
		return parse_all_args(p, arg, t);
	ret = parse_number(without_plus(rest), DECIMAL, &n);
	if ((ret == -EINVAL || ret == -ERANGE) && lone && rest.s < rest.end && isdigit(*rest.s))
		return copy_span(p, t, &add_op(p, arg, KPE_OP_ARG, t.s)->text);
	if (ret)
		return refuse_with(p, KPE_ERR_BAD_VAR, ret, t.s);
	if (!n || (n > KPE_MAX_PARAM && !lone))
		return refuse(p, KPE_ERR_BAD_ARG_NUM, t.s);
	add_op(p, arg, KPE_OP_ARG, t.s)->index = min(n - 1, KPE_MAX_PARAM);
	return 0;
}

static const char *name_end(struct span t)
{
	while (t.s < t.end && *t.s != '.' && *t.s != '-' && *t.s != '[')
		t.s++;
	return t.s;
}

/* Read one member after "->" or ".", or a constant index, and cut it off @t */
static int parse_member(struct parser *p, struct kpe_arg *arg, struct span *t)
{
	const char *digits = t->s + 1, *close;
	bool arrow = span_starts(*t, "->");
	struct span name;
	struct kpe_op *op;
	unsigned long n;

	if (*t->s == '[') {
		close = span_find(*t, ']');
		if (!close)
			return refuse(p, KPE_ERR_ARRAY_NO_CLOSE, t->end);
		if (parse_number(span(digits, close), ANY_BASE, &n) || n > INT_MAX)
			return refuse(p, KPE_ERR_BAD_INDEX, digits);
		add_op(p, arg, KPE_OP_INDEX, digits)->index = n;
		t->s = close + 1;
		return 0;
	}
	if (!arrow && *t->s == '-')
		return refuse(p, KPE_ERR_BAD_HYPHEN, t->s);
	if (!arrow && *t->s != '.')
		return refuse(p, KPE_ERR_BAD_FETCH_ARG, t->s);
	name.s = t->s + (arrow ? 2 : 1);
	name.end = name_end(span(name.s, t->end));
	op = add_op(p, arg, KPE_OP_FIELD, name.s);
	op->arrow = arrow;
	t->s = name.end;
	return copy_span(p, name, &op->text);
}

/* Read "->f.g[1]->h", or nothing */
int kpe_members_parse(struct parser *p, struct kpe_arg *arg, struct span t)
{
	int ret = 0;

	while (t.s < t.end && !ret)
		ret = parse_member(p, arg, &t);
	return ret;
}

/* A name with members; resolve.c finds its meaning */
static int parse_name(struct parser *p, struct kpe_arg *arg, struct span t)
{
	struct span name = span(t.s, name_end(t));
	int ret = copy_span(p, name, &add_op(p, arg, KPE_OP_NAME, t.s)->text);

	return ret ?: kpe_members_parse(p, arg, span(name.end, t.end));
}

/* $retval with members; resolve.c refuses $retvalX as an unknown name */
static int parse_retval(struct parser *p, struct kpe_arg *arg, struct span t)
{
	struct span rest = span(t.s + strlen("$retval"), t.end);

	if (!p->line->is_return)
		return refuse(p, KPE_ERR_RETVAL_ON_PROBE, t.s);
	if (p->entering)
		return refuse(p, KPE_ERR_NOT_AT_ENTRY, t.s);
	if (rest.s < rest.end && !strchr("-.[", *rest.s))
		return parse_name(p, arg, t);
	add_op(p, arg, KPE_OP_RETVAL, t.s);
	return kpe_members_parse(p, arg, rest);
}

static int parse_variable(struct parser *p, struct kpe_arg *arg, struct span t)
{
	u16 nr = KPE_DEFAULT_FRAMES;
	struct span rest;
	int ret;

	if (span_starts(t, "$stack"))
		return parse_stack(p, arg, t);
	if (span_starts(t, "$arg"))
		return parse_dollar_arg(p, arg, t);
	if (span_starts(t, "$retval"))
		return parse_retval(p, arg, t);
	if (span_starts(t, "$current")) {
		rest = span(t.s + strlen("$current"), t.end);
		if (rest.s < rest.end && *rest.s != '-')
			return refuse(p, KPE_ERR_BAD_VAR, t.s);
		add_op(p, arg, KPE_OP_CURRENT, t.s);
		return kpe_members_parse(p, arg, rest);
	}
	if (span_is(t, "$elapsed")) {
		if (!p->line->is_return)
			return refuse(p, KPE_ERR_ELAPSED_ON_PROBE, t.s);
		if (p->entering)
			return refuse(p, KPE_ERR_NOT_AT_ENTRY, t.s);
		add_op(p, arg, KPE_OP_ELAPSED, t.s);
		return 0;
	}
	if (span_starts(t, "$kstack") || span_starts(t, "$ustack")) {
		ret = kpe_count_parse(p, &t, &nr);
		if (ret)
			return ret;
		if (span_len(t) != strlen("$kstack"))
			return refuse(p, KPE_ERR_BAD_VAR, t.s);
		add_op(p, arg, t.s[1] == 'k' ? KPE_OP_KSTACK : KPE_OP_USTACK, t.s)->index = nr;
		return 0;
	}
	if (!span_is(t, "$comm") && !span_is(t, "$COMM"))
		return kpe_fail_with(p->e, KPE_ERR_BAD_VAR, -EINVAL, t.s - p->text,
				     kpe_word_cure(t.s, name_end(t) - t.s));
	add_op(p, arg, KPE_OP_COMM, t.s);
	return 0;
}

/* The colon behind the name of a module that begins @t, or NULL */
static const char *module_end(struct span t)
{
	const char *end = name_chars_end(t, '_');

	return end < t.end && *end == ':' ? end : NULL;
}

/* [MOD:]SYM[+OFFS|-OFFS] behind "@" or "&"; behind "@", members of SYM are left in @t */
static int parse_data_symbol(struct parser *p, struct kpe_arg *arg,
			     struct span *t)
{
	const char *at = t->s, *c = at + 1, *colon = module_end(span(c, t->end));
	struct span name = span(colon ? colon + 1 : at + 1, t->end), rest;
	struct kpe_op *op;
	long offset = 0;
	int ret;

	name.end = symbol_end(name);
	rest = span(name.end, t->end);
	t->s = rest.s;
	if (*at == '@' && (span_starts(rest, "->") || span_starts(rest, "[")))
		rest.s = rest.end;
	if (name.s == name.end || colon == at + 1 ||
	    (rest.s < rest.end && ((*rest.s != '+' && *rest.s != '-') ||
				   parse_long(*rest.s, span(rest.s + 1, rest.end), &offset)))) {
		refuse(p, KPE_ERR_BAD_MEM_ADDR, at);
		while (is_file_char(c))
			c++;
		/* the name of a module's file, "MOD-NAME:" */
		if (*c == ':' && memchr(at, '-', c - at))
			p->e->more = KPE_MODULE_HYPHEN;
		return p->e->err;
	}
	op = add_op(p, arg, KPE_OP_SYM, at);
	op->offset = offset;
	ret = copy_span(p, name, &op->text);
	if (ret || !colon)
		return ret;
	ret = copy_span(p, span(at + 1, colon), &op->scope.name);
	if (!ret)
		op->scope = kpe_scope_of(op->scope.name);
	return ret;
}

/* @ADDR or @SYM: read the memory there; or a member of what is there */
static int parse_memory(struct parser *p, struct kpe_arg *arg, struct span t)
{
	struct span body = span(t.s + 1, t.end);
	const char *at = t.s;
	unsigned long addr;
	int ret;

	if (span_starts(body, "+"))
		return refuse(p, KPE_ERR_FILE_ON_KPROBE, at);
	if (body.s < body.end && isdigit(*body.s) && !module_end(body)) {
		ret = parse_number(body, ANY_BASE, &addr);
		if (ret)
			return refuse_with(p, KPE_ERR_BAD_MEM_ADDR, ret, at);
		add_op(p, arg, KPE_OP_IMM, at)->imm = addr;
	} else {
		ret = parse_data_symbol(p, arg, &t);
		if (ret)
			return ret;
		if (t.s < t.end && (*t.s == '[' || t.s[1] == '>'))
			return kpe_members_parse(p, arg, t);
	}
	add_op(p, arg, KPE_OP_DEREF, at);
	return 0;
}

/* \IMM, which may have a sign; or \"STRING", which may contain quotes: the last one closes it */
static int parse_immediate(struct parser *p, struct kpe_arg *arg,
			   struct span t)
{
	struct span body = span(t.s + 1, t.end);
	unsigned long n;
	long value = 0;
	int ret;

	if (span_starts(body, "\"")) {
		body.s++;
		if (body.s == body.end || *--body.end != '"')
			return refuse(p, KPE_ERR_IMMSTR_NO_CLOSE, t.end);
		return copy_span(p, body, &add_op(p, arg, KPE_OP_STR, t.s)->text);
	}
	if (find_sign(body) == body.s) {
		ret = parse_signed(*body.s, span(body.s + 1, t.end), &value);
		n = value;
	} else {
		ret = parse_number(body, ANY_BASE, &n);
	}
	if (ret)
		return refuse_with(p, KPE_ERR_BAD_IMM, ret, t.s + 1);
	add_op(p, arg, KPE_OP_IMM, t.s)->imm = n;
	return 0;
}

int kpe_source_parse(struct parser *p, struct kpe_arg *arg, struct span t)
{
	/* An empty span ends before the next character. */
	switch (t.s < t.end ? *t.s : '\0') {
	case '%':
		return parse_register(p, arg, t);
	case '$':
		return parse_variable(p, arg, t);
	case '@':
		return parse_memory(p, arg, t);
	case '&':
		if (t.s + 1 < t.end && (is_name_start(t.s[1]) || t.s[1] == '.'))
			return parse_data_symbol(p, arg, &t);
		break;
	case '\\':
		return parse_immediate(p, arg, t);
	}
	if (t.s == t.end || !is_name_start(*t.s))
		return refuse(p, KPE_ERR_BAD_FETCH_ARG, t.s);
	return parse_name(p, arg, t);
}
