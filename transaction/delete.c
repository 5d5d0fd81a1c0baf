// SPDX-License-Identifier: GPL-2.0
/*
 * A deletion marks live probes as doomed, and frees new ones.
 */
#include <linux/ctype.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "compat/cleanup.h"
#include "language/budget.h"
#include "language/condition.h"
#include "language/line.h"
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

static const char *skip_word(const char *s)
{
	s = strchrnul(s, ' ');
	return *s ? s + 1 : s;
}

/* Budgets or the condition end the arguments. */
static const char *skip_arg(const char *s)
{
	s = skip_word(s);
	return kpe_is_budget(s) || str_has_prefix(s, "if ") ? s + strlen(s) : s;
}

/*
 * Arguments match as written or as listed. The two cannot be mixed if "$arg*"
 * changed the number of arguments.
 */
static bool names_args(const struct kpe_line *line, const struct kpe_line *probe)
{
	unsigned int i, nr_written = 0, listed = 0, written = 0, either = 0;
	const char *word, *first;

	first = probe->text ? skip_arg(skip_word(probe->text)) : "";
	for (word = first; *word; word = skip_arg(word))
		nr_written++;
	for (i = 0, word = first; i < line->nr_args; i++, word = skip_arg(word)) {
		const char *text = line->args[i].text;
		bool is_listed = i < probe->nr_args &&
				 names_arg(text, &probe->args[i]);
		bool is_written = *word &&
				  names_word(text, word, strchrnul(word, ' ') - word);

		listed += is_listed;
		written += is_written;
		either += is_listed || is_written;
	}
	return listed == i || written == i ||
	       (either == i && nr_written == probe->nr_args);
}

static bool names_probe(const struct kpe_line *line,
			const struct kpe_probe *probe)
{
	if (line->place.kind == KPE_PLACE_NONE)
		return true;
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
