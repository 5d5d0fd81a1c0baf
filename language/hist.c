// SPDX-License-Identifier: GPL-2.0
/*
 * hist:keys=K[,K..][:vals=V[,V..]][:sort=X[.descending]][:size=N], in any order, in the words
 * of a trigger. Names of arguments are known only when they are resolved.
 */
#include "language/line.h"
#include "language/parser.h"

#define WORD "hist:"

const char * const kpe_shapes[] = {
	[KPE_LOG2] = ".log2", [KPE_BUCKETS] = ".buckets=", [KPE_IN_HEX] = ".hex",
	[KPE_AS_SYMBOL] = ".sym", [KPE_EXECNAME] = ".execname",
};

static const char * const sums[] = {
	[KPE_LEAST] = ".min", [KPE_MOST] = ".max", [KPE_AVERAGE] = ".avg",
};

/* An argument may be a parameter of this name with a type. */
bool kpe_is_hist(struct span word)
{
	return span_starts(word, WORD) && (span_find(word, '=') || span_is(word, WORD) ||
					   span_starts(word, WORD "keys"));
}

/* The first part of @rest, up to @end, which is cut off with it */
static struct span cut(struct span *rest, char end)
{
	const char *c = span_find(*rest, end);
	struct span part = span(rest->s, c ?: rest->end);

	rest->s = c ? c + 1 : rest->end;
	return part;
}

static int parse_field(struct parser *p, struct kpe_hist_field *field, struct span t, bool of_keys)
{
	unsigned int i, nr = of_keys ? ARRAY_SIZE(kpe_shapes) : ARRAY_SIZE(sums);
	const char * const *modifiers = of_keys ? kpe_shapes : sums;
	struct span name = span(t.s, span_find(t, '.') ?: t.end);
	struct span modifier = span(name.end, t.end);

	for (i = 1; i < nr; i++)
		if (of_keys && i == KPE_BUCKETS ? span_starts(modifier, modifiers[i]) :
						  span_is(modifier, modifiers[i]))
			field->how = i;
	if (modifier.s < modifier.end && !field->how)
		return refuse(p, KPE_ERR_HIST_MODIFIER, modifier.s);
	if (of_keys && field->how == KPE_EXECNAME && !span_is(name, "common_pid"))
		return refuse(p, KPE_ERR_HIST_MODIFIER, modifier.s);
	modifier.s += strlen(kpe_shapes[KPE_BUCKETS]);
	if (of_keys && field->how == KPE_BUCKETS &&
	    (parse_number(modifier, DECIMAL, &field->width) || !field->width))
		return refuse(p, KPE_ERR_HIST_MODIFIER, modifier.s);
	return copy_span(p, of_keys ? name : t, &field->name);
}

static int parse_list(struct parser *p, struct span t, bool of_keys)
{
	struct kpe_hist *hist = p->line->hist;
	struct kpe_hist_field *one;
	struct span part;
	int ret = 0;

	do {
		part = cut(&t, ',');
		if (!of_keys && span_is(part, "hitcount"))
			continue;
		if (of_keys ? hist->nr_keys == KPE_MAX_KEYS : hist->nr_vals == KPE_MAX_VALS)
			return refuse(p, KPE_ERR_HIST_MANY, part.s);
		one = of_keys ? &hist->keys[hist->nr_keys++] : &hist->vals[hist->nr_vals++];
		one->col = part.s - p->text;
		ret = parse_field(p, one, part, of_keys);
		/* a name is missing behind the comma */
		if (!ret && !*one->name)
			ret = refuse(p, KPE_ERR_HIST_NAME, part.s);
	} while (!ret && part.end < t.end);
	return ret;
}

static int parse_sort(struct parser *p, struct span t)
{
	struct kpe_hist *hist = p->line->hist;
	struct span name = t;
	unsigned int i;

	name.end = span_find_last(t, '.') ?: t.end;
	hist->descending = span_is(span(name.end, t.end), ".descending");
	if (!hist->descending && !span_is(span(name.end, t.end), ".ascending"))
		name.end = t.end;
	if (span_is(name, "hitcount"))
		return 0;
	/* for a trigger, too, a value wins over a key of its name */
	for (i = 0; i < hist->nr_vals && !hist->sort; i++)
		if (span_is(name, hist->vals[i].name))
			hist->sort = 1 + hist->nr_keys + i;
	for (i = 0; i < hist->nr_keys && !hist->sort; i++)
		if (span_is(name, hist->keys[i].name))
			hist->sort = 1 + i;
	return hist->sort ? 0 : refuse(p, KPE_ERR_HIST_SORT, t.s);
}

static int parse_size(struct parser *p, struct span t)
{
	unsigned long n;

	if (parse_number(t, DECIMAL, &n) || !n || n > KPE_MAX_ENTRIES)
		return refuse(p, KPE_ERR_HIST_SIZE, t.s);
	p->line->hist->size = n;
	return 0;
}

enum { KEYS, VALS, SORT, SIZE, NR_PARTS };

static const char * const parts[NR_PARTS] = {
	[KEYS] = "keys=", [VALS] = "vals=", [SORT] = "sort=", [SIZE] = "size=",
};

/* Find the parts. @found: filled with what is behind each one's name */
static int find_parts(struct parser *p, struct span t, struct span *found)
{
	struct span part;
	unsigned int i;

	do {
		part = cut(&t, ':');
		for (i = 0; i < NR_PARTS && !span_starts(part, parts[i]); i++)
			;
		if (i == NR_PARTS)
			return refuse(p, KPE_ERR_HIST_PART, part.s);
		if (found[i].s)
			return refuse(p, KPE_ERR_USED_BUDGET, part.s);
		found[i] = span(part.s + strlen(parts[i]), part.end);
	} while (part.end < t.end);
	return 0;
}

/* Read what is counted. @word: the word before it; set to it if there is one */
int kpe_hist_parse(struct parser *p, struct span *word)
{
	struct span next = *word, found[NR_PARTS] = { };
	struct kpe_hist *hist;
	int ret;

	if (!next_word(&next) || !kpe_is_hist(next))
		return 0;
	*word = next;
	hist = line_alloc(p, sizeof(*hist));
	if (!hist)
		return no_memory(p->e);
	p->line->hist = hist;
	hist->col = word->s - p->text;
	hist->size = KPE_DEFAULT_ENTRIES;
	ret = copy_span(p, *word, &hist->text);
	if (ret || p->line->verb == KPE_DELETE)
		return ret;
	if (next_word(&next) && !span_is(next, "if"))
		return refuse(p, KPE_ERR_HIST_LAST, next.s);
	ret = find_parts(p, span(word->s + strlen(WORD), word->end), found);
	if (!ret && !found[KEYS].s)
		ret = refuse(p, KPE_ERR_HIST_PART, word->end);
	if (!ret)
		ret = parse_list(p, found[KEYS], true);
	if (!ret && found[VALS].s)
		ret = parse_list(p, found[VALS], false);
	if (!ret && found[SORT].s)
		ret = parse_sort(p, found[SORT]);
	if (!ret && found[SIZE].s)
		ret = parse_size(p, found[SIZE]);
	return ret;
}

bool kpe_hist_equal(const struct kpe_hist *a, const struct kpe_hist *b)
{
	return a == b || (a && b && !strcmp(a->text, b->text));
}

/* Return: index of the argument that a key or a value is; -1: none */
int kpe_counted_arg(const struct kpe_hist_field *counted, const struct kpe_args *args)
{
	return kpe_arg_named(args, args->nr_args, counted->name, strcspn(counted->name, "."));
}

static int check_field(const struct kpe_hist_field *field, const struct kpe_args *args, bool is_key,
		       struct kpe_error *e)
{
	int i = kpe_counted_arg(field, args);
	const struct kpe_type *type;
	bool is_number;

	if (is_key && (!strcmp(field->name, "common_pid") || !strcmp(field->name, "common_cpu")))
		return 0;
	if (i < 0)
		return kpe_fail(e, KPE_ERR_HIST_NAME, -EINVAL, field->col);
	type = &args->args[i].type;
	is_number = !type->count && !kpe_is_dynamic(type);
	if (!is_key)
		return is_number ? 0 : kpe_fail(e, KPE_ERR_HIST_NUMBER, -EINVAL, field->col);
	if ((kpe_is_array(type) && type->kind != KPE_FRAME) || type->kind == KPE_COUNTED)
		return kpe_fail(e, KPE_ERR_HIST_ARRAY, -EINVAL, field->col);
	if (field->how != KPE_PLAIN && !is_number)
		return kpe_fail(e, KPE_ERR_HIST_NUMBER, -EINVAL, field->col + strlen(field->name));
	return 0;
}

/* Can the arguments, as resolved, be counted so? Return: 0, or -EINVAL with @e filled */
int kpe_hist_check(const struct kpe_hist *hist, const struct kpe_args *args,
		   struct kpe_error *e)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < hist->nr_keys && !ret; i++)
		ret = check_field(&hist->keys[i], args, true, e);
	for (i = 0; i < hist->nr_vals && !ret; i++)
		ret = check_field(&hist->vals[i], args, false, e);
	return ret;
}
