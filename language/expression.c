// SPDX-License-Identifier: GPL-2.0
/*
 * The value of a fetch argument: a source, the steps around it, a type. It is read from the
 * outermost step inwards, and its ops are stored in the order of execution.
 */
#include "language/line.h"
#include "language/parser.h"

static int parse_expression(struct parser *p, struct kpe_arg *arg,
			    struct span t, unsigned int level);

/* The text in braces that start at @open. As in mainline, what is behind them has no meaning. */
static int parse_braces(struct parser *p, struct span t, const char *open,
			struct span *inner)
{
	const char *close = span_find_last(span(open + 1, t.end), ')');

	if (!close)
		return refuse(p, KPE_ERR_DEREF_OPEN_BRACE, t.end);
	if (close + 1 != t.end && (p->line->condition || p->entering || p->counting ||
				   span_starts(t, "entry(")))
		return refuse(p, KPE_ERR_BAD_FETCH_ARG, close + 1);
	if (close + 1 != t.end)
		ignore_text(p, close + 1);
	*inner = span(open + 1, close);
	return 0;
}

/* Parse the operand of a step, in the braces; it must not be text. @inner: set to it */
static int parse_inner(struct parser *p, struct kpe_arg *arg, struct span t, const char *open,
		       struct span *inner, unsigned int level)
{
	int ret = parse_braces(p, t, open, inner);

	if (!ret)
		ret = parse_expression(p, arg, *inner, level + 1);
	if (!ret && kpe_op_is_text(arg->ops[arg->nr_ops - 1].code))
		ret = refuse(p, KPE_ERR_COMM_CANT_DEREF, inner->s);
	return ret;
}

/* +|-[u]OFF(EXPR); OFF may have a sign after a plus */
static int parse_deref(struct parser *p, struct kpe_arg *arg, struct span t,
		       unsigned int level)
{
	const char *open = span_find(t, '(');
	bool user = t.s[1] == 'u';
	struct span inner;
	long offset;
	int ret;

	if (!open)
		return refuse(p, KPE_ERR_DEREF_NEED_BRACE, t.s);
	ret = parse_signed(*t.s, span(t.s + 1 + user, open), &offset);
	if (ret)
		return refuse_with(p, KPE_ERR_BAD_DEREF_OFFS, ret, t.s);
	ret = parse_inner(p, arg, t, open, &inner, level);
	if (ret)
		return ret;
	add_op(p, arg, user ? KPE_OP_UDEREF : KPE_OP_DEREF, t.s)->offset = offset;
	return 0;
}

/* this_cpu_ptr(EXPR), this_cpu_read(EXPR); here, @SYM and @ADDR are the variable itself, as &SYM */
static int parse_percpu(struct parser *p, struct kpe_arg *arg, struct span t,
			unsigned int level)
{
	struct span inner;
	int ret = parse_inner(p, arg, t, span_find(t, '('), &inner, level);

	if (ret)
		return ret;
	if (span_starts(inner, "&") ||
	    (span_starts(inner, "@") && arg->ops[arg->nr_ops - 1].code == KPE_OP_DEREF)) {
		arg->nr_ops = 1;
		arg->ops[0].percpu = true;
	}
	add_op(p, arg, KPE_OP_PERCPU, t.s);
	if (span_starts(t, "this_cpu_read("))
		add_op(p, arg, KPE_OP_DEREF, t.s);
	return 0;
}

/* That of a cast ends with the brace that closes its first one, or at an arrow before that. */
static int split_operand(struct parser *p, struct span t, struct span *operand)
{
	const char *open = span_find(t, '(');
	const char *arrow = strnstr(t.s, "->", span_len(t));

	*operand = t;
	if (open && (!arrow || open < arrow)) {
		operand->end = brace_end(span(open, t.end));
		if (operand->end == t.end)
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

static struct span without_blanks(struct span t)
{
	while (t.s < t.end && t.end[-1] == ' ')
		t.end--;
	return t;
}

/* Drop qualifiers in front of what is qualified, and behind it */
static struct span unqualified(struct span t)
{
	const char *c;
	size_t len;

	while ((len = qualifier_at(t.s)) && len < span_len(t) && t.s[len] == ' ')
		t.s += len + 1;
	for (;;) {
		for (c = t.end; c > t.s && is_name_char(c[-1]); c--)
			;
		len = c > t.s && c < t.end ? qualifier_at(c) : 0;
		if (!len)
			return t;
		t = without_blanks(span(t.s, t.end - len));
	}
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
 * Shorten the casts in a text to (STRUCT[,MEMBER]). @text: an argument; changes. Mainline lists
 * them so: words of a listing have no blanks. Return: how many characters are gone.
 */
size_t kpe_casts_shorten(char *text)
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

	op->offset = t.s - 1 - p->text;
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

/*
 * (STRUCT[,MEMBER])X->f.., where X is NAME, $VAR, (EXPR)..; of a path also (STRUCT)X. With
 * braces around the cast, X is all in them.
 */
static int parse_cast(struct parser *p, struct kpe_arg *arg, struct span t,
		      unsigned int level)
{
	const char *close = span_find(t, ')'), *outer = t.end;
	struct span operand, rest;
	int ret = 0;

	/* "((STRUCT)X)->F" is how C casts before an arrow. */
	if (span_starts(t, "(("))
		outer = brace_end(t);
	if (outer == t.end || outer == close + 1 || !span_starts(span(outer + 1, t.end), "->"))
		outer = NULL;
	t.s += !!outer;
	if (!close) {
		refuse(p, KPE_ERR_DEREF_OPEN_BRACE, t.end);
		if (span_is(t, "(struct") || span_is(t, "(union"))
			p->e->more = "a cast is (NAME)VALUE->MEMBER, in one word";
		return p->e->err;
	}
	close += close + 1 < t.end && close[1] == ' ';
	operand = span(close + 1, outer ?: t.end);
	if (!outer)
		ret = split_operand(p, operand, &operand);
	if (ret)
		return ret;
	rest = span(outer ? outer + 1 : operand.end, t.end);
	if (span_starts(operand, "(") &&
	    brace_end(operand) == operand.end - 1)
		ret = parse_expression(p, arg, span(operand.s + 1, operand.end - 1), level + 1);
	else if ((span_starts(operand, "@") || span_starts(operand, "&")) && find_sign(operand))
		ret = refuse(p, KPE_ERR_TYPECAST_SYM_OFFSET, operand.s);
	else
		ret = parse_expression(p, arg, operand, level + 1);
	if (ret)
		return ret;
	if (kpe_op_is_text(arg->ops[arg->nr_ops - 1].code))
		return refuse(p, KPE_ERR_COMM_CANT_DEREF, operand.s);
	ret = parse_cast_type(p, arg, span(t.s + 1, span_find(t, ')')));
	if (ret || rest.s == t.end)
		return ret;
	if (!span_starts(rest, "->"))
		return refuse(p, KPE_ERR_TYPECAST_REQ_FIELD, rest.s);
	return kpe_members_parse(p, arg, rest);
}

static int parse_value(struct parser *p, struct kpe_arg *arg, struct span t,
		       unsigned int level);

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
	entry = line_alloc(p, sizeof(*entry));
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
	if (!level) {
		/* An identifier in entry() names the whole argument. */
		if (entry->ident_len)
			arg->ident_at = entry->body_col - arg->body_col + entry->ident_at;
		arg->ident_len = entry->ident_len;
		return 0;
	}
	if (entry->typed)
		return refuse(p, KPE_ERR_ENTRY_WORD, p->text + entry->type_col);
	if (kpe_op_is_text(entry->ops[0].code))
		return refuse(p, KPE_ERR_COMM_CANT_DEREF, inner.s);
	return 0;
}

/* Recursion is bounded by KPE_MAX_NESTED. */
static int parse_expression(struct parser *p, struct kpe_arg *arg,
			    struct span t, unsigned int level)
{
	arg->levels = level;
	if (!span_starts(t, "+") && !span_starts(t, "-") && !span_starts(t, "(") &&
	    !span_starts(t, "this_cpu_ptr(") && !span_starts(t, "this_cpu_read(") &&
	    !span_starts(t, "entry("))
		return kpe_source_parse(p, arg, t);
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

/* A number, or a fetch argument */
static int parse_counter(struct parser *p, struct kpe_arg *arg, struct span t)
{
	struct kpe_arg *counting = line_alloc(p, sizeof(*counting));
	unsigned long n;
	int ret;

	if (p->counting || span_starts(t, "$arg*"))
		return refuse(p, KPE_ERR_FORMAT_COUNTER, t.s);
	if (!counting)
		return no_memory(p->e);
	arg->counting = counting;
	if (!parse_number(t, ANY_BASE, &n)) {
		if (!n)
			return refuse(p, KPE_ERR_BAD_ARRAY_NUM, t.s);
		counting->ops = line_alloc(p, sizeof(*counting->ops));
		if (!counting->ops)
			return no_memory(p->e);
		add_op(p, counting, KPE_OP_IMM, t.s)->imm = n;
		return copy_span(p, t, &counting->text);
	}
	p->counting = true;
	ret = kpe_value_parse(p, counting, t);
	p->counting = false;
	return ret;
}

static int parse_type(struct parser *p, struct kpe_arg *arg, struct span t)
{
	struct kpe_type type;
	struct span counter = kpe_type_counter(t, &type);
	int ret = kpe_type_parse(p, arg, t);

	return ret || !counter.s ? ret : parse_counter(p, arg, counter);
}

/* A type after entry(..) is the type of the saved value. */
static int parse_last_type(struct parser *p, struct kpe_arg *arg,
			   struct span t)
{
	struct kpe_arg *entry = arg->entry;
	int ret;

	if (!t.s || !entry || arg->nr_ops > 1)
		return parse_type(p, arg, t);
	if (kpe_arg_may_be_of_module(entry))
		kpe_arg_is_of_module(entry);
	if (entry->typed)
		return refuse(p, KPE_ERR_ENTRY_TWO_TYPES, t.s);
	entry->type_col = arg->type_col;
	p->entering = true;
	ret = parse_type(p, entry, t);
	p->entering = false;
	return ret;
}

/* Mainline looks at the type first: what is none is refused before the value that is bad. */
static int refuse_value(struct parser *p, struct kpe_arg *arg, struct span type)
{
	const struct kpe_error of_value = *p->e;

	kpe_type_parse(p, arg, type);
	switch (p->e->code) {
	case KPE_ERR_BAD_TYPE:
		if (span_find(type, ')'))
			p->e->more = "a type is written behind the last parenthesis";
		break;
	case KPE_ERR_ARRAY_NO_CLOSE:
	case KPE_ERR_BAD_ARRAY_SUFFIX:
	case KPE_ERR_BAD_ARRAY_NUM:
	case KPE_ERR_ARRAY_TOO_BIG:
	case KPE_ERR_NO_MEMORY:
		break;
	default:
		*p->e = of_value;
	}
	return p->e->err;
}

/* EXPR[:TYPE] */
static int parse_value(struct parser *p, struct kpe_arg *arg, struct span t,
		       unsigned int level)
{
	bool of_path = p->of_path;
	struct span type, ident;
	int ret;

	arg->body_col = t.s - p->text;
	ret = copy_span(p, t, &arg->text);
	if (ret)
		return ret;
	if (t.s == t.end)
		return refuse(p, KPE_ERR_NO_ARG_BODY, t.s);
	type = kpe_type_split(&t);
	arg->type_col = (type.s ?: t.s) - p->text;
	arg->body_len = span_len(t);
	ident = t;
	if (span_starts(t, "$kstack[") || span_starts(t, "$ustack["))
		ident.end = t.s + strlen("$kstack");
	arg->ident_at = span_is(ident, "$elapsed") || span_is(ident, "$kstack") ||
			span_is(ident, "$ustack");
	ident.s += arg->ident_at;
	arg->ident_len = is_name(ident, '_') ? span_len(ident) : 0;
	arg->ops = line_alloc(p, count_ops(t) * sizeof(*arg->ops));
	if (!arg->ops)
		return no_memory(p->e);
	if (type.s || !level)
		p->of_path = type.s && span_is(type, "path");
	ret = parse_expression(p, arg, t, level);
	p->of_path = of_path;
	if (!ret)
		ret = parse_last_type(p, arg, type);
	else if (type.s && ret != -ENOMEM)
		ret = refuse_value(p, arg, type);
	/* first those in the type */
	kpe_casts_shorten((char *)arg->text + arg->body_len);
	arg->body_len -= kpe_casts_shorten((char *)arg->text);
	return ret;
}

int kpe_value_parse(struct parser *p, struct kpe_arg *arg, struct span t)
{
	if (span_len(t) > KPE_MAX_ARG_TEXT)
		return refuse_with(p, KPE_ERR_ARG_TOO_LONG, -E2BIG, t.s);
	return parse_value(p, arg, t, 0);
}
