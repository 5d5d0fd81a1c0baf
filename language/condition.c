// SPDX-License-Identifier: GPL-2.0
/*
 * A condition is a list of comparisons; each says which one is next if it is true, and which
 * if it is false. They are stored in the order of the text. What has been read so far accepts
 * or rejects; an operator behind it makes one of these the way to the next comparison. So
 * "&&", "||" and "!" leave nothing behind but the order of comparisons.
 */
#include <linux/overflow.h>
#include "language/parser.h"
#include "language/spelling.h"

struct reader {
	struct parser *p;
	struct kpe_condition *cond;	/* so far */
	struct span rest;		/* to come */
	unsigned int depth;		/* of parentheses */
};

/* -------------------------------------------------------------------- words */

static void skip_blanks(struct reader *r)
{
	while (r->rest.s < r->rest.end && *r->rest.s == ' ')
		r->rest.s++;
}

static bool skip_word(struct reader *r, const char *word)
{
	skip_blanks(r);
	if (!span_starts(r->rest, word))
		return false;
	r->rest.s += strlen(word);
	return true;
}

static char first_of(struct span t)
{
	return t.s < t.end ? *t.s : '\0';
}

/* "&SYM", where no comparison can be */
static bool is_address(const char *c)
{
	return c[0] == '&' && is_name_start(c[1]);
}

/* Is a brace the beginning of a cast? What is cast follows its end. */
static bool is_cast(struct span t)
{
	const char *close = brace_end(t);

	if (c_cast_end(t.s))
		return true;
	return close + 1 < t.end &&
	       (is_address(close + 1) || !strchr(" )&|=!<>~", close[1]));
}

/* Cut a fetch argument off; blanks within its braces are part of it */
static struct span take_operand(struct reader *r)
{
	struct span t = r->rest;
	const char *c = t.s;

	if (first_of(t) == '(')
		c = c_cast_end(c) ?: min(brace_end(t) + 1, t.end);
	c += c < t.end && is_address(c);
	/* it ends at one of these, or a ">" that is not of an arrow */
	while (c < t.end && !strchr(" )&|=!<~", *c) && (*c != '>' || (c > t.s && c[-1] == '-')))
		c = c_cast_end(c) ?:
		    *c == '(' ? min(brace_end(span(c, t.end)) + 1, t.end) : c + 1;
	r->rest.s = c;
	return span(t.s, c);
}

/* ----------------------------------------------------------------- operands */

static int add_operand(struct reader *r, struct span t, u8 *nr)
{
	struct kpe_condition *cond = r->cond;
	struct kpe_operand *operand = &cond->operands[cond->nr_operands];
	struct kpe_arg *arg = &operand->arg;
	int ret;

	*nr = cond->nr_operands++;
	operand->recorded = -1;
	operand->at = t.s - r->p->text - cond->col;
	operand->len = span_len(t);
	arg->col = t.s - r->p->text;
	/* all parameters are no value */
	if (span_starts(t, "$arg*"))
		return refuse(r->p, KPE_ERR_BAD_VAR, t.s);
	ret = kpe_value_parse(r->p, arg, t);
	if (ret)
		return ret;
	if (arg->entry)
		arg = arg->entry;
	/* Any function of the whole stack is asked for, unless a number of frames is given. */
	if (arg->ops->code == KPE_OP_KSTACK && !strchr(arg->text, '['))
		arg->ops->index = KPE_MAX_ARRAY;
	return 0;
}

static const struct {
	const char *text;
	enum kpe_compare how;
} comparisons[] = {
	/* the longer ones first */
	{ "==", KPE_EQUAL }, { "!=", KPE_UNEQUAL },
	{ "<=", KPE_LESS_EQUAL }, { ">=", KPE_GREATER_EQUAL },
	{ "<", KPE_LESS }, { ">", KPE_GREATER },
	{ "~", KPE_MATCHES }, { "&", KPE_HAS_BITS },
};

static int read_comparison(struct reader *r, struct kpe_test *test)
{
	size_t i;

	skip_blanks(r);
	test->col = r->rest.s - r->p->text;
	/* "&&" is none */
	for (i = 0; i < ARRAY_SIZE(comparisons) && !span_starts(r->rest, "&&"); i++) {
		if (!skip_word(r, comparisons[i].text))
			continue;
		test->how = comparisons[i].how;
		return 0;
	}
	return refuse(r->p, KPE_ERR_NO_COMPARISON, r->rest.s);
}

/* Units of time are in nanoseconds. */
static const struct {
	const char *text;
	unsigned long factor;
} units[] = {
	{ "", 1 }, { "ns", 1 }, { "us", 1000 }, { "ms", 1000000 }, { "s", 1000000000 },
	{ "K", 1UL << 10 }, { "M", 1UL << 20 }, { "G", 1UL << 30 },
};

/* [-]N[UNIT] */
static int read_number(struct reader *r, struct kpe_test *test, struct span t)
{
	const char *start = t.s, *end;
	unsigned long n;
	size_t i;

	test->negative = *t.s == '-';
	t.s += test->negative || *t.s == '+';
	test->is_hex = span_starts(t, "0x");
	for (end = t.s + (test->is_hex ? 2 : 0); end < t.end; end++)
		if (!isascii(*end) || !(test->is_hex ? isxdigit(*end) : isdigit(*end)))
			break;
	if (parse_number(span(t.s, end), test->is_hex ? 16 : DECIMAL, &n))
		return refuse(r->p, KPE_ERR_BAD_COMPARED_NUMBER, start);
	for (i = 0; i < ARRAY_SIZE(units); i++)
		if (span_is(span(end, t.end), units[i].text))
			break;
	if (i == ARRAY_SIZE(units))
		return refuse(r->p, KPE_ERR_BAD_COMPARED_NUMBER, end);
	if (check_mul_overflow(n, units[i].factor, &test->number) ||
	    (test->negative && test->number > 1UL << 63))
		return refuse(r->p, KPE_ERR_BAD_COMPARED_NUMBER, start);
	if (test->negative)
		test->number = -test->number;
	/* -0 */
	test->negative = test->number && test->negative;
	return 0;
}

/* A sign before digits alone is that of a number; "-8(..)" reads memory. */
static bool is_number(struct span t)
{
	char first = first_of(t);

	if (first == '-' || first == '+')
		return !span_find(t, '(');
	return isascii(first) && isdigit(first);
}

static int read_value(struct reader *r, struct kpe_test *test)
{
	struct span t = r->rest;
	const char *close;
	int ret;

	test->value_col = t.s - r->p->text;
	if (quote_after('\0', first_of(t))) {
		close = span_find(span(t.s + 1, t.end), *t.s);
		if (!close)
			return refuse(r->p, KPE_ERR_IMMSTR_NO_CLOSE, t.end);
		r->rest.s = close + 1;
		return copy_span(r->p, span(t.s + 1, close), &test->text);
	}
	t = take_operand(r);
	if (t.s == t.end)
		return refuse(r->p, KPE_ERR_NO_COMPARED, t.s);
	if (test->how == KPE_MATCHES)
		return refuse(r->p, KPE_ERR_NO_PATTERN, t.s);
	if (is_number(t))
		return read_number(r, test, t);
	ret = add_operand(r, t, &test->right);
	if (ret && r->p->e->code == KPE_ERR_BAD_FETCH_ARG)
		r->p->e->more = KPE_QUOTE_TEXT;
	return ret;
}

/* FETCHARG COMPARISON VALUE */
static int read_test(struct reader *r)
{
	struct kpe_condition *cond = r->cond;
	struct kpe_test *test;
	struct span t;
	int ret;

	skip_blanks(r);
	if (cond->nr_tests == KPE_MAX_TESTS)
		return refuse_with(r->p, KPE_ERR_TOO_MANY_TESTS, -E2BIG, r->rest.s);
	test = &cond->tests[cond->nr_tests++];
	test->right = KPE_NO_OPERAND;
	test->yes = KPE_ACCEPT;
	test->no = KPE_REJECT;
	t = take_operand(r);
	if (t.s == t.end || quote_after('\0', *t.s) || is_number(t))
		return refuse(r->p, KPE_ERR_NO_OPERAND, t.s);
	ret = add_operand(r, t, &test->left);
	if (!ret)
		ret = read_comparison(r, test);
	if (ret)
		return ret;
	skip_blanks(r);
	return read_value(r, test);
}

/* ---------------------------------------------------------- "!", "&&", "||" */

static int read_any(struct reader *r);

static u8 redirected(u8 target, u8 accept, u8 reject)
{
	if (target == KPE_ACCEPT)
		return accept;
	return target == KPE_REJECT ? reject : target;
}

/* What has accepted, of the comparisons from @first on, leads to @accept; likewise @reject */
static void redirect(struct kpe_condition *cond, unsigned int first, u8 accept, u8 reject)
{
	struct kpe_test *test;

	for (test = &cond->tests[first]; test < cond->tests + cond->nr_tests; test++) {
		test->yes = redirected(test->yes, accept, reject);
		test->no = redirected(test->no, accept, reject);
	}
}

/* A comparison, or (CONDITION) */
static int read_one(struct reader *r)
{
	unsigned int first = r->cond->nr_tests;
	bool not = false;
	const char *open;
	int ret;

	while (skip_word(r, "!"))
		not = !not;
	open = r->rest.s;
	if (first_of(r->rest) == '(' && !is_cast(r->rest)) {
		if (r->depth == KPE_MAX_NESTED)
			return refuse_with(r->p, KPE_ERR_CONDITION_NESTED, -E2BIG, open);
		r->rest.s++;
		r->depth++;
		ret = read_any(r);
		r->depth--;
		if (!ret && !skip_word(r, ")"))
			ret = refuse(r->p, KPE_ERR_CONDITION_BRACE, open);
	} else {
		ret = read_test(r);
	}
	if (not)
		redirect(r->cond, first, KPE_REJECT, KPE_ACCEPT);
	return ret;
}

static int read_all(struct reader *r)
{
	unsigned int first = r->cond->nr_tests;
	int ret = read_one(r);

	while (!ret && skip_word(r, "&&")) {
		redirect(r->cond, first, r->cond->nr_tests, KPE_REJECT);
		ret = read_one(r);
	}
	return ret;
}

static int read_any(struct reader *r)
{
	unsigned int first = r->cond->nr_tests;
	int ret = read_all(r);

	while (!ret && skip_word(r, "||")) {
		redirect(r->cond, first, KPE_ACCEPT, r->cond->nr_tests);
		ret = read_all(r);
	}
	return ret;
}

/* Read the condition. @word: "if". Of a deletion, only the text is kept. */
int kpe_condition_parse(struct parser *p, struct span word)
{
	const char *text = word.end + (*word.end == ' ');
	const struct span t = span(text, text + strlen(text));
	struct reader r = { .p = p, .rest = t };
	struct kpe_condition *cond = line_alloc(p, sizeof(*cond));
	int ret;

	if (!cond)
		return no_memory(p->e);
	p->line->condition = cond;
	cond->col = t.s - p->text;
	ret = copy_span(p, t, &cond->text);
	if (ret || p->line->verb == KPE_DELETE)
		return ret;
	if (t.s == t.end)
		return refuse(p, KPE_ERR_NO_CONDITION, t.s);
	r.cond = cond;
	cond->tests = line_alloc(p, KPE_MAX_TESTS * sizeof(*cond->tests));
	cond->operands = line_alloc(p, 2 * KPE_MAX_TESTS * sizeof(*cond->operands));
	if (!cond->tests || !cond->operands)
		return no_memory(p->e);
	ret = read_any(&r);
	if (ret)
		return ret;
	skip_blanks(&r);
	return r.rest.s < r.rest.end ? refuse(p, KPE_ERR_CONDITION_REST, r.rest.s) : 0;
}
