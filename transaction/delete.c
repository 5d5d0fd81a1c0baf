// SPDX-License-Identifier: GPL-2.0
/* A deletion marks live probes as to be deleted, and frees new ones. */
#include <linux/string.h>
#include "compat/cleanup.h"
#include "language/line.h"
#include "model/model.h"
#include "transaction/staged.h"
#include "types/program.h"

static bool names_event(const struct kpe_definition *line, const struct kpe_event *event)
{
	return (!line->event || !strcmp(line->event, event->name)) &&
	       (!line->group || !strcmp(line->group, kpe_event_group(event)));
}

/* "NAME=EXPR" or EXPR alone */
static bool names_arg(const char *text, const struct kpe_arg *arg)
{
	size_t n = arg->name ? strlen(arg->name) : 0;

	if (n && !strncmp(text, arg->name, n) && text[n] == '=' &&
	    !strcmp(text + n + 1, arg->text))
		return true;
	return !strcmp(text, arg->text);
}

/*
 * Arguments match as written or as listed. The two cannot be mixed if "$arg*"
 * changed the number of arguments.
 */
static bool names_args(const struct kpe_definition *line, const struct kpe_probe *probe)
{
	const struct kpe_definition *written = probe->line;
	const struct kpe_args *listed = probe->program->args;
	unsigned int i, as_listed = 0, as_written = 0, either = 0;

	for (i = 0; i < line->nr_args; i++) {
		const char *text = line->args[i].text;
		bool is_listed = i < listed->nr_args && names_arg(text, &listed->args[i]);
		bool is_written = i < written->nr_args && names_arg(text, &written->args[i]);

		as_listed += is_listed;
		as_written += is_written;
		either += is_listed || is_written;
	}
	return as_listed == i || as_written == i ||
	       (either == i && written->nr_args == listed->nr_args);
}

static bool names_probe(const struct kpe_definition *line, const struct kpe_probe *probe)
{
	if (line->place.kind == KPE_PLACE_NONE)
		return true;
	if (line->is_return && !probe->line->is_return)
		return false;
	if (line->condition && !kpe_condition_equal(line->condition, probe->line->condition))
		return false;
	if (line->budget && !kpe_budget_equal(line->budget, probe->line->budget))
		return false;
	if (line->hist && !kpe_hist_equal(line->hist, probe->line->hist))
		return false;
	return kpe_place_equal(&line->place, &probe->line->place) &&
	       names_args(line, probe);
}

/* Matches of a deletion so far */
struct named {
	bool event;		/* an event */
	bool others;		/* an event of another owner */
	unsigned int probes;
};

static void delete_live(struct kpe_txn *txn, const struct kpe_definition *line,
			struct kpe_event *event, struct named *named)
{
	struct kpe_probe *probe;

	if (event->stage != KPE_LIVE || !names_event(line, event))
		return;
	if (event->owner != txn->owner) {
		named->others = true;
		return;
	}
	list_for_each_entry(probe, kpe_event_probes(event), sibling) {
		if (probe->stage != KPE_LIVE)
			continue;
		named->event = true;
		if (!names_probe(line, probe))
			continue;
		kpe_txn_mark_deleted(txn, probe, line);
		named->probes++;
	}
}

static void delete_staged(struct kpe_txn *txn, const struct kpe_definition *line,
			  struct named *named)
{
	struct kpe_probe *probe, *next;
	LIST_HEAD(gone);

	list_for_each_entry_safe(probe, next, &txn->added, txn) {
		if (!names_event(line, probe->event))
			continue;
		named->event = true;
		if (!names_probe(line, probe))
			continue;
		list_move_tail(&probe->txn, &gone);
		named->probes++;
	}
	kpe_txn_drop_probes(&gone);
}

/* Return: 0, or a negative errno with nothing staged */
int kpe_txn_delete(struct kpe_txn *txn, struct kpe_definition **line)
{
	struct kpe_error *e = &txn->error;
	struct named named = {};
	struct kpe_event *event;
	int bucket;

	lockdep_assert_held(&kpe_mutex);
	if ((*line)->event) {
		hash_for_each_possible(kpe_events, event, node, kpe_name_hash((*line)->event))
			delete_live(txn, *line, event, &named);
	} else {
		hash_for_each(kpe_events, bucket, event, node)
			delete_live(txn, *line, event, &named);
	}
	delete_staged(txn, *line, &named);
	if (named.probes) {
		(*line)->next = txn->deletions;
		txn->deletions = no_free_ptr(*line);
		return 0;
	}
	if (named.event)
		return kpe_fail(e, KPE_ERR_NO_SUCH_PROBE, -ENOENT, (*line)->place.col);
	if (named.others)
		return kpe_fail(e, KPE_ERR_OTHER_OWNER, -EPERM, (*line)->name_col);
	return kpe_fail(e, KPE_ERR_NO_SUCH_EVENT, -ENOENT, (*line)->name_col);
}
