// SPDX-License-Identifier: GPL-2.0
#include "language/argument.h"
#include "language/budget.h"
#include "language/expression.h"
#include "language/parser.h"

static const char * const reserved_names[] = {
	"common_type", "common_flags", "common_preempt_count", "common_pid",
	"common_tgid", "__probe_ip", "__probe_ret_ip", "__probe_func",
};

/*
 * Is a name used by another field of each event? @name: name of an argument; need not be
 * NUL-terminated.
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

/* [NAME=]EXPR[:TYPE] */
static int parse_arg(struct parser *p, struct kpe_arg *arg, struct span word)
{
	const char *equals = find_equals(word);
	struct span body = span(equals ? equals + 1 : word.s, word.end);
	int ret = 0;

	if (equals)
		ret = parse_arg_name(p, arg, span(word.s, equals));
	return ret ?: kpe_value_parse(p, arg, body);
}

/* A deletion only compares the text of arguments. */
static int copy_arg(struct parser *p, struct kpe_arg *arg, struct span word)
{
	const char *equals = find_equals(word);
	int ret = copy_span(p, word, &arg->text);

	if (!ret)
		kpe_casts_shorten((char *)arg->text);
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

/*
 * Read the arguments of a line. @p: filled; partly on error. @word: word before the first
 * argument; set to the last one. Context: may sleep; takes no locks. Return: 0, or a negative
 * errno with the error filled.
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
	line->args = line_alloc(p, n * sizeof(*line->args));
	if (!line->args)
		return no_memory(p->e);
	while (!ret && line->nr_args < n) {
		next_word(word);
		arg = &line->args[line->nr_args++];
		arg->col = word->s - p->text;
		if (line->verb == KPE_DELETE)
			ret = copy_arg(p, arg, *word);
		else
			ret = parse_arg(p, arg, *word);
	}
	return ret;
}
