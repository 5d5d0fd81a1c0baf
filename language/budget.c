// SPDX-License-Identifier: GPL-2.0
/*
 * The written text is kept for the listing. The order has no meaning: a hit is counted
 * by $every first, then by $rate, then by $stop.
 */
#include "language/budget.h"
#include "language/parser.h"

static const char * const names[KPE_NR_BUDGETS] = {
	[KPE_EVERY] = "$every=", [KPE_RATE] = "$rate=", [KPE_STOP] = "$stop=",
};

/* Return: index of the budget that @word begins with; KPE_NR_BUDGETS: none */
static unsigned int which_budget(const char *word)
{
	unsigned int i;

	for (i = 0; i < KPE_NR_BUDGETS; i++)
		if (!strncmp(word, names[i], strlen(names[i])))
			break;
	return i;
}

/*
 * Does a word of a definition begin a budget? @word: NUL-terminated text that begins with the
 * word. Return: true if it does; its number may be wrong.
 */
bool kpe_is_budget(const char *word)
{
	return which_budget(word) < KPE_NR_BUDGETS;
}

static int parse_word(struct parser *p, struct kpe_budget *budget, struct span word)
{
	unsigned int which = which_budget(word.s);
	unsigned long n;

	if (which == KPE_NR_BUDGETS)
		return refuse(p, KPE_ERR_BUDGET_LAST, word.s);
	if (budget->n[which])
		return refuse(p, KPE_ERR_USED_BUDGET, word.s);
	word.s += strlen(names[which]);
	if (parse_number(word, DECIMAL, &n) || !n)
		return refuse(p, KPE_ERR_BAD_BUDGET, word.s);
	budget->n[which] = n;
	return 0;
}

/*
 * Read the budgets of a line. @p: filled; partly on error. @word: word before the first one;
 * set to the last one. Context: may sleep; takes no locks. Return: 0, or a negative errno with
 * the error filled.
 */
int kpe_budget_parse(struct parser *p, struct span *word)
{
	struct span next = *word;
	struct kpe_budget *budget;
	const char *first;
	int ret = 0;

	if (!next_word(&next) || !kpe_is_budget(next.s))
		return 0;
	first = next.s;
	budget = line_alloc(p, sizeof(*budget));
	if (!budget)
		return no_memory(p->e);
	p->line->budget = budget;
	budget->col = first - p->text;
	next = *word;
	while (!ret && next_word(&next) && !span_is(next, "if")) {
		ret = parse_word(p, budget, next);
		*word = next;
	}
	return ret ?: copy_span(p, span(first, word->end), &budget->text);
}

/* Do two definitions have the same budgets? Return: true if the numbers are the same. */
bool kpe_budget_equal(const struct kpe_budget *a, const struct kpe_budget *b)
{
	return a == b || (a && b && !memcmp(a->n, b->n, sizeof(a->n)));
}
