// SPDX-License-Identifier: GPL-2.0
/*
 * An expression is read from the outermost step inwards. Its ops are stored from
 * the source outwards, in the order of execution.
 */
#include "arch/registers.h"
#include "language/argument.h"
#include "language/budget.h"
#include "language/parser.h"
#include "language/spelling.h"

/* ------------------------------------------------------- source of a value */

/**
 * kpe_word_op() - op that fetches a word at a function's entry
 * @word: from arch/registers.h
 * @col: caret column
 *
 * Context: any; takes no locks. Return: the op.
 */
struct kpe_op kpe_word_op(const struct kpe_word *word, unsigned int col)
{
	struct kpe_op op = { .code = KPE_OP_REG, .col = col };

	if (word->stacked) {
		op.code = KPE_OP_STACK;
		op.index = word->at;
	} else {
		op.offset = word->at;
	}
	return op;
}

/**
 * kpe_param_op() - op that fetches a word of the parameters
 * @index: from 0, see kpe_param_word()
 *
 * Context: any; takes no locks. Return: the op, for use at a function's entry.
 */
struct kpe_op kpe_param_op(unsigned int index)
{
	const struct kpe_word word = kpe_param_word(index);

	return kpe_word_op(&word, 0);
}

static struct kpe_op *add_op(struct parser *p, struct kpe_arg *arg,
			     enum kpe_op_code code, const char *at)
{
	struct kpe_op *op = &arg->ops[arg->nr_ops++];

	op->code = code;
	op->col = at - p->text;
	return op;
}

/* %REG */
static int parse_register(struct parser *p, struct kpe_arg *arg, struct span t)
{
	struct span name = span(t.s + 1, t.end);
	const struct kpe_register *reg;

	reg = kpe_register_find(name.s, span_len(name));
	if (reg) {
		add_op(p, arg, KPE_OP_REG, t.s)->offset = reg->offset;
		return 0;
	}
	refuse(p, KPE_ERR_BAD_REG_NAME, t.s);
	p->e->more = kpe_register_hint(name.s, span_len(name));
	return p->e->err;
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

/* Is there another $arg* before @arg? */
static bool has_all_args(struct parser *p, const struct kpe_arg *arg)
{
	const struct kpe_arg *other;

	for (other = p->line->args; other < arg; other++) {
		if (other->ops[0].code == KPE_OP_ALL_ARGS)
			return true;
	}
	return false;
}

/* $arg* must be the whole word. */
static int parse_all_args(struct parser *p, struct kpe_arg *arg, struct span t)
{
	if (p->entering || arg->name || !span_is(t, arg->text))
		return refuse(p, KPE_ERR_BAD_VAR, t.s);
	if (has_all_args(p, arg))
		return refuse(p, KPE_ERR_DOUBLE_ARGS, t.s);
	add_op(p, arg, KPE_OP_ALL_ARGS, t.s);
	return 0;
}

/* Is @t all of @arg, apart from a type? It may become a parameter's name. */
static bool is_lone(struct parser *p, const struct kpe_arg *arg, struct span t)
{
	return !p->entering && !arg->name &&
	       t.s == p->text + arg->body_col && span_len(t) == arg->body_len;
}

/* $argN or $arg*; the function decides why a lone one is refused */
static int parse_dollar_arg(struct parser *p, struct kpe_arg *arg,
			    struct span t)
{
	struct span rest = span(t.s + strlen("$arg"), t.end);
	bool lone = is_lone(p, arg, t);
	unsigned long n;
	int ret;

	if (span_is(rest, "*"))
		return parse_all_args(p, arg, t);
	ret = parse_number(rest, DECIMAL, &n);
	if (ret == -EINVAL && lone && rest.s < rest.end && isdigit(*rest.s))
		return copy_span(p, t, &add_op(p, arg, KPE_OP_ARG, t.s)->text);
	if (ret)
		return refuse_with(p, KPE_ERR_BAD_VAR, ret, t.s);
	if (!n || (n > KPE_MAX_PARAM && !lone))
		return refuse(p, KPE_ERR_BAD_ARG_NUM, t.s);
	add_op(p, arg, KPE_OP_ARG, t.s)->index = min(n - 1, KPE_MAX_PARAM);
	return 0;
}

/* End of the name at @s, at most @end */
static const char *name_end(const char *s, const char *end)
{
	while (s < end && *s != '.' && *s != '-' && *s != '[')
		s++;
	return s;
}

/* Read a constant index and cut it off @t */
static int parse_index(struct parser *p, struct kpe_arg *arg, struct span *t)
{
	const char *digits = t->s + 1, *close = span_find(*t, ']');
	unsigned long n;

	if (!close)
		return refuse(p, KPE_ERR_ARRAY_NO_CLOSE, t->end);
	if (parse_number(span(digits, close), ANY_BASE, &n) || n > INT_MAX)
		return refuse(p, KPE_ERR_BAD_INDEX, digits);
	add_op(p, arg, KPE_OP_INDEX, digits)->index = n;
	t->s = close + 1;
	return 0;
}

/* Read one member after "->" or ".", or an index, and cut it off @t */
static int parse_member(struct parser *p, struct kpe_arg *arg, struct span *t)
{
	bool arrow = span_starts(*t, "->");
	struct span name;
	struct kpe_op *op;

	if (*t->s == '[')
		return parse_index(p, arg, t);
	if (!arrow && *t->s == '-')
		return refuse(p, KPE_ERR_BAD_HYPHEN, t->s);
	if (!arrow && *t->s != '.')
		return refuse(p, KPE_ERR_BAD_FETCH_ARG, t->s);
	name.s = t->s + (arrow ? 2 : 1);
	name.end = name_end(name.s, t->end);
	op = add_op(p, arg, KPE_OP_FIELD, name.s);
	op->arrow = arrow;
	t->s = name.end;
	return copy_span(p, name, &op->text);
}

/* ->f.g[1]->h, or nothing */
static int parse_members(struct parser *p, struct kpe_arg *arg, struct span t)
{
	int ret = 0;

	while (t.s < t.end && !ret)
		ret = parse_member(p, arg, &t);
	return ret;
}

/* A name with members; resolve.c finds its meaning */
static int take_name(struct parser *p, struct kpe_arg *arg, struct span t)
{
	struct span name = span(t.s, name_end(t.s, t.end));
	int ret;

	ret = copy_span(p, name, &add_op(p, arg, KPE_OP_NAME, t.s)->text);
	return ret ?: parse_members(p, arg, span(name.end, t.end));
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
		return take_name(p, arg, t);
	add_op(p, arg, KPE_OP_RETVAL, t.s);
	return parse_members(p, arg, rest);
}

/* $current with members */
static int parse_current(struct parser *p, struct kpe_arg *arg, struct span t)
{
	struct span rest = span(t.s + strlen("$current"), t.end);

	if (rest.s < rest.end && *rest.s != '-')
		return refuse(p, KPE_ERR_BAD_VAR, t.s);
	add_op(p, arg, KPE_OP_CURRENT, t.s);
	return parse_members(p, arg, rest);
}

static int parse_elapsed(struct parser *p, struct kpe_arg *arg, struct span t)
{
	if (!p->line->is_return)
		return refuse(p, KPE_ERR_ELAPSED_ON_PROBE, t.s);
	if (p->entering)
		return refuse(p, KPE_ERR_NOT_AT_ENTRY, t.s);
	add_op(p, arg, KPE_OP_ELAPSED, t.s);
	return 0;
}

static int parse_array(struct parser *p, struct span *t, u16 *count);

/* $kstack or $kstack[N] */
static int parse_kstack(struct parser *p, struct kpe_arg *arg, struct span t)
{
	u16 nr = KPE_DEFAULT_FRAMES;
	int ret = parse_array(p, &t, &nr);

	if (ret)
		return ret;
	if (!span_is(t, "$kstack"))
		return refuse(p, KPE_ERR_BAD_VAR, t.s);
	add_op(p, arg, KPE_OP_KSTACK, t.s)->index = nr;
	return 0;
}

static int parse_variable(struct parser *p, struct kpe_arg *arg, struct span t)
{
	if (span_starts(t, "$stack"))
		return parse_stack(p, arg, t);
	if (span_starts(t, "$arg"))
		return parse_dollar_arg(p, arg, t);
	if (span_starts(t, "$retval"))
		return parse_retval(p, arg, t);
	if (span_starts(t, "$current"))
		return parse_current(p, arg, t);
	if (span_is(t, "$elapsed"))
		return parse_elapsed(p, arg, t);
	if (span_starts(t, "$kstack"))
		return parse_kstack(p, arg, t);
	if (!span_is(t, "$comm") && !span_is(t, "$COMM"))
		return refuse(p, KPE_ERR_BAD_VAR, t.s);
	add_op(p, arg, KPE_OP_COMM, t.s);
	return 0;
}

/* Accept the full range of a long. */
static int parse_long(char sign, struct span digits, long *value)
{
	return parse_offset(sign, digits,
			    (unsigned long)LONG_MAX + (sign == '-'), value);
}

/* As in mainline, a second sign may follow a plus. */
static int parse_signed(char sign, struct span t, long *value)
{
	if (sign == '+' && t.s < t.end && (*t.s == '+' || *t.s == '-'))
		sign = *t.s++;
	return parse_long(sign, t, value);
}

/* End of the characters of a symbol's name */
static const char *symbol_end(struct span t)
{
	while (t.s < t.end && (is_name_char(*t.s) || *t.s == '.' || *t.s == '$'))
		t.s++;
	return t.s;
}

/* The colon behind the name of a module that begins @t, or NULL */
static const char *module_end(struct span t)
{
	while (t.s < t.end && is_name_char(*t.s))
		t.s++;
	return t.s < t.end && *t.s == ':' ? t.s : NULL;
}

/* May @c be in the name of a module's file? A hyphen before a digit begins an offset. */
static bool is_file_char(const char *c)
{
	return is_name_char(*c) || (*c == '-' && is_name_start(c[1]));
}

/* No symbol; is it the name of a module's file, "MOD-NAME:"? */
static int refuse_symbol(struct parser *p, struct span t)
{
	const char *c = t.s + 1;

	refuse(p, KPE_ERR_BAD_MEM_ADDR, t.s);
	while (is_file_char(c))
		c++;
	if (*c == ':' && memchr(t.s, '-', c - t.s))
		p->e->more = KPE_MODULE_HYPHEN;
	return p->e->err;
}

/*
 * [MOD:]SYM[+OFFS|-OFFS] behind "@" or "&", or behind "@" a SYM with members, which are
 * left in @t
 */
static int parse_data_symbol(struct parser *p, struct kpe_arg *arg,
			     struct span *t)
{
	const char *at = t->s, *colon = module_end(span(at + 1, t->end));
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
				   parse_long(*rest.s, span(rest.s + 1, rest.end), &offset))))
		return refuse_symbol(p, span(at, rest.end));
	op = add_op(p, arg, KPE_OP_SYM, at);
	op->offset = offset;
	ret = copy_span(p, name, &op->text);
	if (ret || !colon)
		return ret;
	return copy_span(p, span(at + 1, colon), &op->member);
}

/* @SYM: the memory there, or a member of what is there */
static int parse_variable_at(struct parser *p, struct kpe_arg *arg, struct span t)
{
	const char *at = t.s;
	int ret = parse_data_symbol(p, arg, &t);

	if (ret)
		return ret;
	if (t.s < t.end && (*t.s == '[' || t.s[1] == '>'))
		return parse_members(p, arg, t);
	add_op(p, arg, KPE_OP_DEREF, at);
	return 0;
}

static int parse_address(struct parser *p, struct kpe_arg *arg, struct span t,
			 struct span digits)
{
	unsigned long addr;
	int ret = parse_number(digits, ANY_BASE, &addr);

	if (ret)
		return refuse_with(p, KPE_ERR_BAD_MEM_ADDR, ret, t.s);
	add_op(p, arg, KPE_OP_IMM, t.s)->imm = addr;
	add_op(p, arg, KPE_OP_DEREF, t.s);
	return 0;
}

/* @ADDR or @SYM..: read the memory there */
static int parse_memory(struct parser *p, struct kpe_arg *arg, struct span t)
{
	struct span body = span(t.s + 1, t.end);

	if (span_starts(body, "+"))
		return refuse(p, KPE_ERR_FILE_ON_KPROBE, t.s);
	if (body.s == body.end || !isdigit(*body.s) || module_end(body))
		return parse_variable_at(p, arg, t);
	return parse_address(p, arg, t, body);
}

/* The last quote closes the string, so it may contain quotes. */
static int parse_immediate_string(struct parser *p, struct kpe_arg *arg,
				  struct span t)
{
	struct span body = span(t.s + 2, t.end);

	if (body.s == body.end || *--body.end != '"')
		return refuse(p, KPE_ERR_IMMSTR_NO_CLOSE, t.end);
	return copy_span(p, body, &add_op(p, arg, KPE_OP_STR, t.s)->text);
}

/* \IMM; IMM may have a sign */
static int parse_immediate(struct parser *p, struct kpe_arg *arg,
			   struct span t)
{
	struct span digits = span(t.s + 1, t.end);
	long value = 0;
	unsigned long n;
	int ret;

	if (span_starts(digits, "\""))
		return parse_immediate_string(p, arg, t);
	if (find_sign(digits) == digits.s) {
		ret = parse_signed(*digits.s, span(digits.s + 1, t.end), &value);
		n = value;
	} else {
		ret = parse_number(digits, ANY_BASE, &n);
	}
	if (ret)
		return refuse_with(p, KPE_ERR_BAD_IMM, ret, t.s + 1);
	add_op(p, arg, KPE_OP_IMM, t.s)->imm = n;
	return 0;
}

static int parse_name(struct parser *p, struct kpe_arg *arg, struct span t)
{
	if (t.s == t.end || !is_name_start(*t.s))
		return refuse(p, KPE_ERR_BAD_FETCH_ARG, t.s);
	return take_name(p, arg, t);
}

static int parse_source(struct parser *p, struct kpe_arg *arg, struct span t)
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
		return parse_name(p, arg, t);
	case '\\':
		return parse_immediate(p, arg, t);
	default:
		return parse_name(p, arg, t);
	}
}

/* --------------------------------------------------- steps around a source */

static int parse_expression(struct parser *p, struct kpe_arg *arg,
			    struct span t, unsigned int level);

/* Parse the operand of a step; it must not be text */
static int parse_inner(struct parser *p, struct kpe_arg *arg, struct span t,
		       unsigned int level)
{
	int ret = parse_expression(p, arg, t, level + 1);

	if (!ret && kpe_op_is_text(arg->ops[arg->nr_ops - 1].code))
		ret = refuse(p, KPE_ERR_COMM_CANT_DEREF, t.s);
	return ret;
}

/* Get the text in the braces that start at @open and end @t */
static int parse_braces(struct parser *p, struct span t, const char *open,
			struct span *inner)
{
	const char *close = span_find_last(span(open + 1, t.end), ')');

	if (!close)
		return refuse(p, KPE_ERR_DEREF_OPEN_BRACE, t.end);
	if (close + 1 != t.end)
		return refuse(p, KPE_ERR_BAD_FETCH_ARG, close + 1);
	*inner = span(open + 1, close);
	return 0;
}

/* +|-[u]OFF(EXPR); OFF may have a sign after a plus */
static int parse_deref(struct parser *p, struct kpe_arg *arg, struct span t,
		       unsigned int level)
{
	const char *open = span_find(t, '(');
	bool user = t.s[1] == 'u';
	struct span inner;
	struct kpe_op *op;
	long offset;
	int ret;

	if (!open)
		return refuse(p, KPE_ERR_DEREF_NEED_BRACE, t.s);
	ret = parse_signed(*t.s, span(t.s + 1 + user, open), &offset);
	if (ret)
		return refuse_with(p, KPE_ERR_BAD_DEREF_OFFS, ret, t.s);
	ret = parse_braces(p, t, open, &inner);
	if (!ret)
		ret = parse_inner(p, arg, inner, level);
	if (ret)
		return ret;
	op = add_op(p, arg, user ? KPE_OP_UDEREF : KPE_OP_DEREF, t.s);
	op->offset = offset;
	return 0;
}

/* @SYM and @ADDR without a member, or &SYM */
static bool is_variable(const struct kpe_arg *arg, struct span t)
{
	if (span_starts(t, "&"))
		return true;
	return span_starts(t, "@") && arg->ops[arg->nr_ops - 1].code == KPE_OP_DEREF;
}

/* this_cpu_ptr(EXPR), this_cpu_read(EXPR); @SYM is the variable itself here */
static int parse_percpu(struct parser *p, struct kpe_arg *arg, struct span t,
			unsigned int level)
{
	bool read = span_starts(t, "this_cpu_read(");
	struct span inner;
	int ret;

	ret = parse_braces(p, t, span_find(t, '('), &inner);
	if (!ret)
		ret = parse_inner(p, arg, inner, level);
	if (ret)
		return ret;
	if (is_variable(arg, inner)) {
		arg->nr_ops = 1;
		arg->ops[0].percpu = true;
	}
	add_op(p, arg, KPE_OP_PERCPU, t.s);
	if (read)
		add_op(p, arg, KPE_OP_DEREF, t.s);
	return 0;
}

/* The brace that closes the one at @open, or NULL */
static const char *matching_brace(const char *open, const char *end)
{
	unsigned int depth = 0;

	for (; open < end; open++) {
		if (*open == '(')
			depth++;
		else if (*open == ')' && !--depth)
			return open;
	}
	return NULL;
}

/*
 * The operand of a cast ends with the brace that closes its first one, or at the
 * first arrow if that comes earlier.
 */
static int split_operand(struct parser *p, struct span t, struct span *operand)
{
	const char *open = span_find(t, '(');
	const char *arrow = strnstr(t.s, "->", span_len(t));

	*operand = t;
	if (open && (!arrow || open < arrow)) {
		operand->end = matching_brace(open, t.end);
		if (!operand->end)
			return refuse(p, KPE_ERR_DEREF_OPEN_BRACE,
				      open == t.s ? open : t.end);
		operand->end++;
	} else if (arrow) {
		operand->end = arrow;
	}
	if (operand->end == t.end && !p->of_path)
		return refuse(p, KPE_ERR_TYPECAST_REQ_FIELD, t.end);
	/* mainline reports the hyphen of an arrow this way */
	if (operand->end == t.s)
		return refuse(p, KPE_ERR_DEREF_NEED_BRACE, t.s);
	return 0;
}

/* The operand of a cast; outer braces are dropped */
static int parse_operand(struct parser *p, struct kpe_arg *arg, struct span t,
			 unsigned int level)
{
	if (span_starts(t, "("))
		t = span(t.s + 1, t.end - 1);
	else if ((span_starts(t, "@") || span_starts(t, "&")) && find_sign(t))
		return refuse(p, KPE_ERR_TYPECAST_SYM_OFFSET, t.s);
	return parse_expression(p, arg, t, level + 1);
}

static struct span without_blanks(struct span t)
{
	while (t.s < t.end && t.end[-1] == ' ')
		t.end--;
	return t;
}

/* Drop qualifiers in front of what is qualified, and behind it */
static struct span unqualified(struct span t)
{
	size_t len;

	while ((len = qualifier_at(t.s)) && len < span_len(t) && t.s[len] == ' ')
		t.s += len + 1;
	while ((len = qualifier_before(t)))
		t = without_blanks(span(t.s, t.end - len));
	return t;
}

/* Drop what C writes around a structure's name: "const struct NAME volatile *const" */
static struct span structure_of(struct span t)
{
	t = unqualified(without_blanks(t));
	t.s += span_starts(t, "struct ") ? 7 : span_starts(t, "union ") ? 6 : 0;
	if (t.s < t.end && t.end[-1] == '*')
		t.end--;
	return unqualified(without_blanks(t));
}

/*
 * Shorten the casts in a text to (STRUCT[,MEMBER]), as mainline lists them: words of a
 * listing have no blanks. Return: how many characters are gone
 */
static size_t shorten_casts(char *text)
{
	const char *from = text, *end;
	bool is_text = false;
	char *to = text;

	while (*from) {
		struct span name;

		end = next_cast_end(from, &is_text);
		if (!end) {
			*to++ = *from++;
			continue;
		}
		name = structure_of(span(from + 1, strpbrk(from, ",)")));
		*to++ = '(';
		memmove(to, name.s, span_len(name));
		to += span_len(name);
		for (from = strpbrk(name.end, ",)"); from < end; from++)
			if (*from != ' ')
				*to++ = *from;
	}
	*to = '\0';
	return from - to;
}

/* STRUCT[,MEMBER] of a cast */
static int parse_cast_type(struct parser *p, struct kpe_arg *arg,
			   struct span t)
{
	const char *comma = span_find(t, ',');
	struct span name = structure_of(span(t.s, comma ?: t.end));
	struct kpe_op *op = add_op(p, arg, KPE_OP_CAST, name.s);
	struct span member;
	const char *arrow;
	int ret;

	ret = copy_span(p, name, &op->text);
	if (ret || !comma)
		return ret;
	member = span(comma + 1, t.end);
	member.s += span_starts(member, " ");
	op->index = member.s - p->text;
	arrow = strnstr(member.s, "->", span_len(member));
	if (arrow && arrow != member.s)
		return refuse(p, KPE_ERR_TYPECAST_BAD_ARROW, arrow);
	return copy_span(p, member, &op->member);
}

/* (STRUCT[,MEMBER])X->f.., where X is NAME, $VAR, (EXPR)..; of a path also (STRUCT)X */
static int parse_cast(struct parser *p, struct kpe_arg *arg, struct span t,
		      unsigned int level)
{
	const char *close = span_find(t, ')');
	struct span operand;
	int ret;

	if (!close) {
		refuse(p, KPE_ERR_DEREF_OPEN_BRACE, t.end);
		if (span_is(t, "(struct") || span_is(t, "(union"))
			p->e->more = "a cast is (NAME)VALUE->MEMBER, in one word";
		return p->e->err;
	}
	close += close + 1 < t.end && close[1] == ' ';
	ret = split_operand(p, span(close + 1, t.end), &operand);
	if (!ret)
		ret = parse_operand(p, arg, operand, level);
	if (ret)
		return ret;
	if (kpe_op_is_text(arg->ops[arg->nr_ops - 1].code))
		return refuse(p, KPE_ERR_COMM_CANT_DEREF, operand.s);
	ret = parse_cast_type(p, arg, span(t.s + 1, span_find(t, ')')));
	if (ret || operand.end == t.end)
		return ret;
	if (*operand.end != '-' || operand.end[1] != '>')
		return refuse(p, KPE_ERR_TYPECAST_REQ_FIELD, operand.end);
	return parse_members(p, arg, span(operand.end, t.end));
}

static int parse_value(struct parser *p, struct kpe_arg *arg, struct span t,
		       unsigned int level);

/* An identifier in entry() names the whole argument */
static void take_ident(struct kpe_arg *arg, const struct kpe_arg *entry)
{
	if (entry->ident_len)
		arg->ident_at = entry->body_col - arg->body_col + entry->ident_at;
	arg->ident_len = entry->ident_len;
}

/* entry(EXPR[:TYPE]) */
static int parse_entry(struct parser *p, struct kpe_arg *arg, struct span t,
		       unsigned int level)
{
	struct kpe_arg *entry;
	struct span inner;
	int ret;

	if (!p->line->is_return)
		return refuse(p, KPE_ERR_ENTRY_ON_PROBE, t.s);
	if (p->entering)
		return refuse(p, KPE_ERR_ENTRY_IN_ENTRY, t.s);
	ret = parse_braces(p, t, span_find(t, '('), &inner);
	if (ret)
		return ret;
	entry = kzalloc(sizeof(*entry), GFP_KERNEL);
	if (!entry)
		return no_memory(p->e);
	arg->entry = entry;
	add_op(p, arg, KPE_OP_ENTRY, t.s);
	p->entering = true;
	ret = parse_value(p, entry, inner, level + 1);
	p->entering = false;
	if (ret)
		return ret;
	arg->levels = entry->levels;
	if (level && kpe_arg_may_be_of_module(entry))
		kpe_arg_is_of_module(entry);
	if (!level)
		take_ident(arg, entry);
	else if (entry->typed)
		return refuse(p, KPE_ERR_ENTRY_WORD,
			      p->text + entry->type_col);
	else if (kpe_op_is_text(entry->ops[0].code))
		return refuse(p, KPE_ERR_COMM_CANT_DEREF, inner.s);
	return 0;
}

static bool is_nested(struct span t)
{
	return span_starts(t, "+") || span_starts(t, "-") ||
	       span_starts(t, "(") || span_starts(t, "this_cpu_ptr(") ||
	       span_starts(t, "this_cpu_read(") || span_starts(t, "entry(");
}

/* Recursion is bounded by KPE_MAX_NESTED. */
static int parse_expression(struct parser *p, struct kpe_arg *arg,
			    struct span t, unsigned int level)
{
	arg->levels = level;
	if (!is_nested(t))
		return parse_source(p, arg, t);
	if (level == KPE_MAX_NESTED)
		return refuse_with(p, KPE_ERR_TOO_MANY_NESTED, -E2BIG, t.s);
	if (*t.s == '(')
		return parse_cast(p, arg, t, level);
	if (*t.s == 't')
		return parse_percpu(p, arg, t, level);
	if (*t.s == 'e')
		return parse_entry(p, arg, t, level);
	return parse_deref(p, arg, t, level);
}

/* A source takes at most two ops. Each step starts with '(', '-', '.' or '['. */
static unsigned int count_ops(struct span t)
{
	unsigned int n = 3;

	for (; t.s < t.end; t.s++)
		n += *t.s == '(' ? 2 : *t.s == '-' || *t.s == '.' || *t.s == '[';
	return n;
}

/* ------------------------------------------------------ an argument's type */

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

/*
 * Is a colon the one of MOD:SYM? Not if a type could follow it: resolve.c knows what
 * "@MOD:SYM" is if that is all.
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
	if (colon[1] == '.' || memchr(name.s, '-', colon - name.s) ||
	    (end < t.end && strchr(":)+-", *end)))
		return true;
	if (end == t.end || *end != '[')
		return false;
	end = span_find(span(end, t.end), ']');
	return end && end + 1 < t.end && strchr("-.", end[1]);
}

/* The colon before the type; a colon inside entry() or of a module does not count */
static const char *find_type(struct span t)
{
	const char *colon = span_find(t, ':');
	const char *entry = strnstr(t.s, "entry(", span_len(t));
	const char *close = span_find_last(t, ')');

	if (colon && entry && close && entry < colon)
		return span_find(span(close, t.end), ':');
	while (colon && is_module_colon(t, colon))
		colon = span_find(span(colon + 1, t.end), ':');
	return colon;
}

/**
 * kpe_type_name() - name of a type, without ":"
 * @type: of one element
 *
 * Context: any; takes no locks. Return: the name; NULL for bitfields.
 */
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

/* Cut ":TYPE" off @t. Return: the type; @s is NULL if there is none */
static struct span split_type(struct span *t)
{
	struct span from = *t, type = { };
	const char *colon;

	if (span_starts(*t, "\\\"")) {
		from.s = span_find_last(span(t->s + 2, t->end), '"');
		if (!from.s)
			return type;
	}
	colon = find_type(from);
	if (colon) {
		type = span(colon + 1, t->end);
		t->end = colon;
	}
	return type;
}

/* Cut "[N]" off @t. */
static int parse_array(struct parser *p, struct span *t, u16 *count)
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
	ret = parse_number(span(open + 1, close), ANY_BASE, &n);
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

	if (parse_number(span(slash + 1, t.end), ANY_BASE, &container) ||
	    (container != 8 && container != 16 && container != 32 &&
	     container != 64))
		return refuse(p, KPE_ERR_BAD_TYPE, t.s);
	if (!at || slash < at ||
	    parse_number(span(digits, at), ANY_BASE, &width) ||
	    parse_number(span(at + 1, slash), ANY_BASE, &offset))
		return refuse(p, KPE_ERR_BAD_BITFIELD, t.s);
	if (!width || width > container || offset > container - width)
		return refuse(p, KPE_ERR_BAD_BITFIELD, t.s);
	type->kind = *t.s == 's' ? KPE_SIGNED_BITFIELD : KPE_BITFIELD;
	type->size = container / 8;
	type->bit_width = width;
	type->bit_offset = offset;
	return 0;
}

/* Type names of C and other languages, for hints */
static const struct {
	const char *theirs;
	const char *ours;
} other_names[] = {
	{ "unsigned", "uint" }, { "short", "s16" }, { "ushort", "u16" },
	{ "size_t", "ulong" }, { "ssize_t", "long" }, { "byte", "u8" },
	{ "ptr", "x64" },
	{ "str", "string" }, { "sym", "symbol" },
	{ "i8", "s8" }, { "i16", "s16" }, { "i32", "s32" }, { "i64", "s64" },
	{ "int8_t", "s8" }, { "int16_t", "s16" }, { "int32_t", "s32" },
	{ "int64_t", "s64" }, { "uint8_t", "u8" }, { "uint16_t", "u16" },
	{ "uint32_t", "u32" }, { "uint64_t", "u64" },
};

/**
 * kpe_type_hint() - suggest a type for a name that is none
 * @text: the name; need not be NUL-terminated
 * @len: characters of @text
 *
 * Context: any; takes no locks. Return: the suggestion, or NULL.
 */
const char *kpe_type_hint(const char *text, size_t len)
{
	const struct span t = span(text, text + len);
	const char *best = NULL, *ours = NULL;
	unsigned int score, least = KPE_SPELLING_FAR;
	char name[16];
	size_t i;

	if (span_len(t) >= sizeof(name))
		return NULL;
	memcpy(name, t.s, span_len(t));
	name[span_len(t)] = '\0';
	for (i = 0; i < ARRAY_SIZE(other_names); i++)
		if (!strcmp(name, other_names[i].theirs))
			ours = other_names[i].ours;
	for (i = 0; i < ARRAY_SIZE(types); i++) {
		score = kpe_spelling_distance(ours ?: name, type_name(i));
		if (score >= least)
			continue;
		least = score;
		best = types[i].hint;
	}
	return best;
}

static int parse_base_type(struct parser *p, struct kpe_arg *arg, struct span t)
{
	struct kpe_type *type = &arg->type;
	size_t i;

	if ((span_starts(t, "b") || span_starts(t, "sb")) && span_find(t, '/'))
		return parse_bitfield(p, t, type);
	for (i = 0; i < ARRAY_SIZE(types); i++) {
		if (span_is(t, type_name(i))) {
			*type = types[i].type;
			return 0;
		}
	}
	if (is_name(t, '_')) {
		*type = (struct kpe_type){ .kind = KPE_TYPEDEF, .size = sizeof(long) };
		return copy_span(p, t, &arg->type_name);
	}
	refuse(p, KPE_ERR_BAD_TYPE, t.s);
	p->e->more = kpe_type_hint(t.s, span_len(t));
	return p->e->err;
}

static bool has_no_arrays(enum kpe_kind kind)
{
	return (kind >= KPE_ENUM && kind <= KPE_MAC) || kpe_is_made_text(kind);
}

static int set_count(struct parser *p, struct kpe_type *type, u16 count, const char *at)
{
	if (type->kind == KPE_BYTES && !count) {
		refuse(p, KPE_ERR_BAD_TYPE, at);
		p->e->more = "did you mean hex[8]";
		return p->e->err;
	}
	if (count && has_no_arrays(type->kind))
		return refuse(p, KPE_ERR_FORMAT_ARRAY, at);
	if (count)
		type->count = count;
	return 0;
}

/* NAME of hex[NAME] */
static struct span counter_of(struct span t)
{
	struct span name = { };

	if (span_starts(t, "hex[") && t.end[-1] == ']')
		name = span(t.s + strlen("hex["), t.end - 1);
	return is_name(name, '_') ? name : (struct span){ };
}

static int parse_type(struct parser *p, struct kpe_arg *arg, struct span t)
{
	const char *at = t.s;
	struct span counter;
	u16 count = 0;
	int ret;

	if (!at)
		return 0;
	arg->typed = true;
	counter = counter_of(t);
	if (counter.s) {
		arg->type = (struct kpe_type){ .kind = KPE_COUNTED, .size = 4 };
		return copy_span(p, counter, &arg->type_name);
	}
	ret = parse_array(p, &t, &count);
	if (!ret)
		ret = parse_base_type(p, arg, t);
	if (ret)
		return ret;
	if (count && (arg->type.kind == KPE_DENTRY || arg->type.kind == KPE_FILE))
		return refuse(p, KPE_ERR_BAD_TYPE, at);
	return set_count(p, &arg->type, count, at);
}

/**
 * kpe_arg_may_be_of_module() - can a symbol with a type be one of a module instead
 * @arg: parsed argument
 *
 * Context: any; takes no locks. Return: true for "@X:Y" where Y is no type of ours.
 */
bool kpe_arg_may_be_of_module(const struct kpe_arg *arg)
{
	const struct kpe_op *op = arg->ops;

	return arg->typed && arg->type.kind == KPE_TYPEDEF && op->code == KPE_OP_SYM &&
	       !op->offset && !op->member && !op->percpu && arg->nr_ops <= 2 &&
	       (arg->nr_ops == 2 || !arg->type.count) && arg->text[arg->body_len] == ':';
}

/**
 * kpe_arg_is_of_module() - read "@X:Y" again, as a symbol of a module
 * @arg: one that may be that
 *
 * Context: any; takes no locks.
 */
void kpe_arg_is_of_module(struct kpe_arg *arg)
{
	struct kpe_op *op = arg->ops;

	op->member = op->text;
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

/* A type after entry(..) is the type of the saved value. */
static int parse_last_type(struct parser *p, struct kpe_arg *arg,
			   struct span t)
{
	struct kpe_arg *entry = arg->entry;

	if (!t.s || !entry || arg->nr_ops > 1)
		return parse_type(p, arg, t);
	if (kpe_arg_may_be_of_module(entry))
		kpe_arg_is_of_module(entry);
	if (entry->typed)
		return refuse(p, KPE_ERR_ENTRY_TWO_TYPES, t.s);
	entry->type_col = arg->type_col;
	return parse_type(p, entry, t);
}

/* --------------------------------------------------------------- arguments */

static const char * const reserved_names[] = {
	"common_type", "common_flags", "common_preempt_count", "common_pid",
	"common_tgid", "__probe_ip", "__probe_ret_ip", "__probe_func",
};

/**
 * kpe_arg_name_reserved() - is a name used by another field of each event
 * @name: name of an argument; need not be NUL-terminated
 * @len: characters of @name
 *
 * Context: any; takes no locks. Return: true if it is.
 */
bool kpe_arg_name_reserved(const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(reserved_names); i++) {
		if (span_is(span(name, name + len), reserved_names[i]))
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
	if (kpe_arg_name_reserved(t.s, span_len(t)))
		return refuse(p, KPE_ERR_USED_ARG_NAME, t.s);
	return copy_span(p, t, &arg->name);
}

/* Only an equals sign outside an immediate string or entry() ends a name. */
static const char *find_equals(struct span word)
{
	if (*word.s == '\\' || span_starts(word, "entry("))
		return NULL;
	return span_find(word, '=');
}

static void find_ident(struct kpe_arg *arg, struct span t)
{
	if (span_starts(t, "$kstack["))
		t.end = t.s + strlen("$kstack");
	arg->ident_at = span_is(t, "$elapsed") || span_is(t, "$kstack");
	t.s += arg->ident_at;
	arg->ident_len = is_name(t, '_') ? span_len(t) : 0;
}

/* EXPR[:TYPE] */
static int parse_value(struct parser *p, struct kpe_arg *arg, struct span t,
		       unsigned int level)
{
	bool of_path = p->of_path;
	struct span type;
	int ret;

	arg->body_col = t.s - p->text;
	ret = copy_span(p, t, &arg->text);
	if (ret)
		return ret;
	if (t.s == t.end)
		return refuse(p, KPE_ERR_NO_ARG_BODY, t.s);
	type = split_type(&t);
	arg->type_col = (type.s ?: t.s) - p->text;
	arg->body_len = span_len(t);
	find_ident(arg, t);
	arg->ops = kcalloc(count_ops(t), sizeof(*arg->ops), GFP_KERNEL);
	if (!arg->ops)
		return no_memory(p->e);
	if (type.s || !level)
		p->of_path = type.s && span_is(type, "path");
	ret = parse_expression(p, arg, t, level);
	p->of_path = of_path;
	if (!ret)
		ret = parse_last_type(p, arg, type);
	arg->body_len -= shorten_casts(arg->text);
	return ret;
}

/**
 * kpe_arg_parse_value() - read EXPR[:TYPE]
 * @p: parser of the line
 * @arg: filled; partly on error
 * @t: the text
 *
 * Context: may sleep; takes no locks. Return: 0, or a negative errno with the
 * error filled.
 */
int kpe_arg_parse_value(struct parser *p, struct kpe_arg *arg, struct span t)
{
	if (span_len(t) > KPE_MAX_ARG_TEXT)
		return refuse_with(p, KPE_ERR_ARG_TOO_LONG, -E2BIG, t.s);
	return parse_value(p, arg, t, 0);
}

/* [NAME=]EXPR[:TYPE] */
static int parse_arg(struct parser *p, struct kpe_arg *arg, struct span word)
{
	const char *equals = find_equals(word);
	struct span body = span(equals ? equals + 1 : word.s, word.end);
	int ret = 0;

	if (equals)
		ret = parse_arg_name(p, arg, span(word.s, equals));
	return ret ?: kpe_arg_parse_value(p, arg, body);
}

/* A deletion only compares the text of arguments. */
static int copy_arg(struct parser *p, struct kpe_arg *arg, struct span word)
{
	const char *equals = find_equals(word);
	int ret = copy_span(p, word, &arg->text);

	if (!ret)
		shorten_casts(arg->text);
	if (!ret && equals)
		ret = copy_span(p, span(word.s, equals), &arg->name);
	return ret;
}

/* Words up to the budgets or the condition, without @word */
static unsigned int count_args(struct span word)
{
	unsigned int n = 0;

	while (next_word(&word) && !span_is(word, "if") && !kpe_is_budget(word.s))
		n++;
	return n;
}

/**
 * kpe_args_parse() - read the arguments of a line
 * @p: filled; partly on error
 * @word: word before the first argument; set to the last one
 *
 * Context: may sleep; takes no locks. Return: 0, or a negative errno with the
 * error filled.
 */
int kpe_args_parse(struct parser *p, struct span *word)
{
	struct kpe_line *line = p->line;
	struct kpe_arg *arg;
	unsigned int n = count_args(*word);
	int ret = 0;

	if (!n)
		return 0;
	if (n > KPE_MAX_ARGS)
		return refuse_with(p, KPE_ERR_TOO_MANY_ARGS, -E2BIG, word->end + 1);
	line->args = kcalloc(n, sizeof(*line->args), GFP_KERNEL);
	if (!line->args)
		return no_memory(p->e);
	while (!ret && line->nr_args < n) {
		next_word(word);
		/* Count it first, so that it is freed on error. */
		arg = &line->args[line->nr_args++];
		arg->col = word->s - p->text;
		if (line->verb == KPE_DELETE)
			ret = copy_arg(p, arg, *word);
		else
			ret = parse_arg(p, arg, *word);
	}
	return ret;
}

/**
 * kpe_ops_free() - free the steps of an argument
 * @arg: argument
 *
 * Context: any; takes no locks.
 */
void kpe_ops_free(struct kpe_arg *arg)
{
	unsigned int i;

	for (i = 0; i < arg->nr_ops; i++) {
		kfree(arg->ops[i].text);
		kfree(arg->ops[i].member);
	}
	kfree(arg->ops);
}

/**
 * kpe_arg_free() - free what an argument owns
 * @arg: argument, possibly filled in part
 *
 * Context: any; takes no locks.
 */
void kpe_arg_free(struct kpe_arg *arg)
{
	kpe_ops_free(arg);
	if (arg->entry)
		kpe_arg_free(arg->entry);
	kfree(arg->entry);
	kfree(arg->type_name);
	kfree(arg->names);
	kfree(arg->text);
	kfree(arg->name);
}
