// SPDX-License-Identifier: GPL-2.0
/*
 * The fetch arguments of a definition, and behind them its budgets: $every=N, $rate=N and
 * $stop=N, in any order, each at most once. A hit is counted by $every first, then by $rate,
 * then by $stop.
 */
#include "language/line.h"
#include "language/parser.h"
#include "language/spelling.h"

static const char * const reserved_names[] = {
	"common_type", "common_flags", "common_preempt_count", "common_pid",
	"common_tgid", "__probe_ip", "__probe_ret_ip", "__probe_func",
};

static const char * const budgets[KPE_NR_BUDGETS] = {
	[KPE_EVERY] = "$every=", [KPE_RATE] = "$rate=", [KPE_STOP] = "$stop=",
};

/* Is a name, of @len characters, used by another field of each event? */
bool kpe_arg_name_reserved(const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(reserved_names); i++) {
		if (span_is(span(name, name + len), reserved_names[i]))
			return true;
	}
	return false;
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
	struct span name = span(word.s, equals);
	int ret;

	if (span_starts(word, "$arg*") && span_len(word) > strlen("$arg*")) {
		ignore_text(p, word.s + 5);
		return kpe_value_parse(p, arg, span(word.s, word.s + 5));
	}
	if (!equals)
		return kpe_value_parse(p, arg, word);
	if (name.s == name.end)
		return refuse(p, KPE_ERR_NO_ARG_NAME, name.s);
	if (span_len(name) > KPE_MAX_ARG_NAME)
		return refuse(p, KPE_ERR_ARG_NAME_TOO_LONG, name.s);
	if (!is_name(name, '_'))
		return refuse(p, KPE_ERR_BAD_ARG_NAME, name.s);
	if (kpe_arg_name_reserved(name.s, span_len(name)))
		return refuse(p, KPE_ERR_USED_ARG_NAME, name.s);
	ret = copy_span(p, name, &arg->name);
	return ret ?: kpe_value_parse(p, arg, span(equals + 1, word.end));
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

/* Return: index of the budget that @word begins with; KPE_NR_BUDGETS: none */
static unsigned int which_budget(const char *word)
{
	unsigned int i;

	for (i = 0; i < KPE_NR_BUDGETS; i++)
		if (!strncmp(word, budgets[i], strlen(budgets[i])))
			break;
	return i;
}

/* Does what follows arguments and budgets begin here? */
static bool ends_args(struct span word)
{
	return span_is(word, "if") || kpe_is_hist(word);
}

/* Read the arguments. @word: the word before the first one; set to the last one */
int kpe_args_parse(struct parser *p, struct span *word)
{
	struct kpe_definition *line = p->line;
	struct span next = *word;
	struct kpe_arg *arg;
	unsigned int n = 0;
	int ret = 0;

	while (next_word(&next) && !ends_args(next) && which_budget(next.s) == KPE_NR_BUDGETS)
		n++;
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
	if (ret && !p->e->more)
		p->e->more = kpe_word_cure(word->s, span_len(*word));
	return ret;
}

/* Read the budgets. @word: the word before the first one; set to the last one */
int kpe_budget_parse(struct parser *p, struct span *word)
{
	struct kpe_budget *budget;
	struct span next = *word;
	const char *first;
	unsigned int i;

	if (!next_word(&next) || ends_args(next))
		return 0;
	first = next.s;
	budget = line_alloc(p, sizeof(*budget));
	if (!budget)
		return no_memory(p->e);
	p->line->budget = budget;
	budget->col = first - p->text;
	do {
		*word = next;
		i = which_budget(next.s);
		if (i == KPE_NR_BUDGETS)
			return refuse(p, KPE_ERR_BUDGET_LAST, next.s);
		if (budget->n[i])
			return refuse(p, KPE_ERR_USED_BUDGET, next.s);
		next.s += strlen(budgets[i]);
		if (parse_number(next, DECIMAL, &budget->n[i]) || !budget->n[i])
			return refuse(p, KPE_ERR_BAD_BUDGET, next.s);
	} while (next_word(&next) && !ends_args(next));
	return copy_span(p, span(first, word->end), &budget->text);
}

/* The written text has no meaning. */
bool kpe_budget_equal(const struct kpe_budget *a, const struct kpe_budget *b)
{
	return a == b || (a && b && !memcmp(a->n, b->n, sizeof(a->n)));
}
