// SPDX-License-Identifier: GPL-2.0
/*
 * A deletion marks live probes as doomed, and frees new ones.
 */
#include <linux/ctype.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "compat/cleanup.h"
#include "language/budget.h"
#include "language/condition.h"
#include "language/expression.h"
#include "language/line.h"
#include "language/parser.h"
#include "model/model.h"
#include "transaction/delete.h"

static bool names_event(const struct kpe_line *line,
			const struct kpe_event *event)
{
	return (!line->event || !strcmp(line->event, event->name)) &&
	       (!line->group || !strcmp(line->group, kpe_event_group(event)));
}

/* "NAME=EXPR" as it is listed, or EXPR alone */
static bool names_arg(const char *text, const struct kpe_arg *arg)
{
	size_t n = strlen(arg->name);

	if (!strncmp(text, arg->name, n) && text[n] == '=' &&
	    !strcmp(text + n + 1, arg->text))
		return true;
	return !strcmp(text, arg->text);
}

/* The same for the written argument @word of @len characters */
static bool names_word(const char *text, const char *word, size_t len)
{
	size_t n = 0;

	if (!strncmp(text, word, len) && !text[len])
		return true;
	while (n < len && (isalnum(word[n]) || word[n] == '_'))
		n++;
	return n && n < len && word[n] == '=' &&
	       names_word(text, word + n + 1, len - n - 1);
}

/**
 * struct written - an argument of a definition as it was written
 * @next: where it is
 * @text: the argument with its casts shortened, as those of a deletion are; "": none is left
 */
struct written {
	struct span next;
	char text[KPE_MAX_ARG_NAME + KPE_MAX_ARG_TEXT + 2];
};

/* Budgets or the condition end the arguments. */
static void step(struct written *w)
{
	size_t len;

	*w->text = '\0';
	if (!next_word(&w->next) || kpe_is_budget(w->next.s) || span_is(w->next, "if"))
		return;
	len = min(span_len(w->next), sizeof(w->text) - 1);
	memcpy(w->text, w->next.s, len);
	w->text[len] = '\0';
	kpe_casts_shorten(w->text);
}

/* The first argument, behind the command and the place; @text may be NULL */
static void begin(struct written *w, const char *text)
{
	w->next = word_at(text ?: "");
	next_word(&w->next);
	step(w);
}

static unsigned int nr_written(const char *text, struct written *w)
{
	unsigned int n = 0;

	for (begin(w, text); *w->text; step(w))
		n++;
	return n;
}

/*
 * Arguments match as written or as listed. The two cannot be mixed if "$arg*"
 * changed the number of arguments.
 */
static bool names_args(const struct kpe_line *line, const struct kpe_line *probe)
{
	unsigned int i, listed = 0, written = 0, either = 0;
	struct written w;

	begin(&w, probe->text);
	for (i = 0; i < line->nr_args; i++) {
		const char *text = line->args[i].text;
		bool is_listed = i < probe->nr_args &&
				 names_arg(text, &probe->args[i]);
		bool is_written = *w.text && names_word(text, w.text, strlen(w.text));

		listed += is_listed;
		written += is_written;
		either += is_listed || is_written;
		if (*w.text)
			step(&w);
	}
	return listed == i || written == i ||
	       (either == i && nr_written(probe->text, &w) == probe->nr_args);
}

static bool names_probe(const struct kpe_line *line,
			const struct kpe_probe *probe)
{
	if (line->place.kind == KPE_PLACE_NONE)
		return true;
	if (line->is_return && !probe->line->is_return)
		return false;
	if (line->condition && !kpe_condition_equal(line->condition, probe->line->condition))
		return false;
	if (line->budget && !kpe_budget_equal(line->budget, probe->line->budget))
		return false;
	return kpe_place_equal(&line->place, &probe->line->place) &&
	       names_args(line, probe->line);
}

/* Matches of a deletion so far */
struct named {
	bool event;		/* an event */
	bool others;		/* an event of another owner */
};

/* Delete uncommitted probes. Return: number of probes. */
static unsigned int delete_staged(struct kpe_txn *txn, const struct kpe_line *line,
				  struct named *named)
{
	struct kpe_probe *probe, *next;
	unsigned int n = 0;
	LIST_HEAD(gone);

	list_for_each_entry_safe(probe, next, &txn->added, txn) {
		if (!names_event(line, probe->event))
			continue;
		named->event = true;
		if (!names_probe(line, probe))
			continue;
		list_move_tail(&probe->txn, &gone);
		n++;
	}
	kpe_txn_drop_probes(&gone);
	return n;
}

static unsigned int delete_live(struct kpe_txn *txn, const struct kpe_line *line,
				struct kpe_event *event, struct named *named)
{
	struct kpe_probe *probe;
	unsigned int n = 0;

	if (event->stage != KPE_LIVE || !names_event(line, event))
		return 0;
	if (event->owner != txn->owner) {
		named->others = true;
		return 0;
	}
	list_for_each_entry(probe, kpe_event_probes(event), sibling) {
		if (probe->stage != KPE_LIVE)
			continue;
		named->event = true;
		if (!names_probe(line, probe))
			continue;
		kpe_txn_doom(txn, probe, line);
		n++;
	}
	return n;
}

static int nothing_deleted(struct kpe_txn *txn, const struct kpe_line *line,
			   const struct named *named)
{
	struct kpe_error *e = &txn->error;

	if (named->event)
		return kpe_fail(e, KPE_ERR_NO_SUCH_PROBE, -ENOENT,
				line->place.col);
	if (named->others)
		return kpe_fail(e, KPE_ERR_OTHER_OWNER, -EPERM, line->name_col);
	return kpe_fail(e, KPE_ERR_NO_SUCH_EVENT, -ENOENT, line->name_col);
}

static int delete(struct kpe_txn *txn, const struct kpe_line *line)
{
	struct named named = {};
	struct kpe_event *event;
	unsigned int n = 0;
	int bucket;

	if (line->event) {
		hash_for_each_possible(kpe_events, event, node,
				       kpe_name_hash(line->event))
			n += delete_live(txn, line, event, &named);
	} else {
		hash_for_each(kpe_events, bucket, event, node)
			n += delete_live(txn, line, event, &named);
	}
	n += delete_staged(txn, line, &named);
	return n ? 0 : nothing_deleted(txn, line, &named);
}

struct deletion {
	struct list_head list;
	struct kpe_line *line;
};

/**
 * kpe_txn_delete() - stage a deletion
 * @txn: transaction
 * @line: the deletion; NULL when it was taken over
 *
 * Context: kpe_mutex; sleeps. Return: 0, or a negative errno with nothing staged.
 */
int kpe_txn_delete(struct kpe_txn *txn, struct kpe_line **line)
{
	struct deletion *deletion __free(kfree) = kmalloc(sizeof(*deletion), GFP_KERNEL);
	int ret;

	lockdep_assert_held(&kpe_mutex);
	if (!deletion)
		return kpe_fail(&txn->error, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
	ret = delete(txn, *line);
	if (ret)
		return ret;
	deletion->line = no_free_ptr(*line);
	list_add_tail(&no_free_ptr(deletion)->list, &txn->deletions);
	return 0;
}

/**
 * kpe_txn_free_deletions() - free the deletions of a transaction
 * @txn: transaction
 */
void kpe_txn_free_deletions(struct kpe_txn *txn)
{
	struct deletion *deletion, *next;

	list_for_each_entry_safe(deletion, next, &txn->deletions, list) {
		kpe_line_free(deletion->line);
		kfree(deletion);
	}
}
