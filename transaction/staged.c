// SPDX-License-Identifier: GPL-2.0
/*
 * Lifetime: a new probe takes over its line. Probes to be deleted are freed after their points
 * are unregistered, and then events to be deleted.
 */
#include <linux/hash.h>
#include <linux/hashtable.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/stringhash.h>
#include "compat/cleanup.h"
#include "events/event.h"
#include "language/line.h"
#include "model/model.h"
#include "points/arm.h"
#include "points/point.h"
#include "transaction/staged.h"
#include "types/program.h"

/* An exported glob has tens of thousands of lines, which are not to be compared with each other. */
static DEFINE_HASHTABLE(probes_by_place, 12);	/* kpe_mutex */

/* Places that are equal have the same: a clone equals the symbol that it was resolved to. */
static u32 place_hash(const struct kpe_event *event, const struct kpe_place *place)
{
	const char *symbol = place->symbol ?: "";

	return full_name_hash(event, symbol, strcspn(symbol, ".")) ^ hash_long(place->addr, 32) ^
	       hash_long(place->offset, 32);
}

static bool same_values(const struct kpe_probe *probe, const struct kpe_definition *line,
			const struct kpe_args *args)
{
	unsigned int i;

	for (i = 0; i < args->nr_args; i++)
		if (strcmp(probe->program->args->args[i].text, args->args[i].text))
			return false;
	return kpe_condition_equal(probe->line->condition, line->condition);
}

/*
 * Does an event have this very probe already, which the transaction does not delete? @args: as
 * resolved for @line; NULL: does it have any, or had, of the same place?
 */
bool kpe_txn_has_probe(const struct kpe_event *event, const struct kpe_definition *line,
		       const struct kpe_args *args)
{
	const struct kpe_probe *probe;

	lockdep_assert_held(&kpe_mutex);
	hash_for_each_possible(probes_by_place, probe, by_place, place_hash(event, &line->place))
		if (probe->event == event && kpe_place_equal(&probe->line->place, &line->place) &&
		    (!args || (probe->stage != KPE_TO_DELETE && same_values(probe, line, args))))
			return true;
	return false;
}

/* Has an event no probe left when the transaction ends? */
bool kpe_txn_deletes(const struct kpe_event *event)
{
	const struct kpe_probe *probe;

	lockdep_assert_held(&kpe_mutex);
	if (!list_empty(&event->staged))
		return false;
	list_for_each_entry(probe, kpe_event_probes(event), sibling)
		if (probe->stage != KPE_TO_DELETE)
			return false;
	return true;
}

/* @deleted: true: one that the transaction deletes; false: one that it does not */
struct kpe_event *kpe_txn_find_event(const char *group, const char *name, bool deleted)
{
	struct kpe_event *event;

	lockdep_assert_held(&kpe_mutex);
	hash_for_each_possible(kpe_events, event, node, kpe_name_hash(name))
		if (!strcmp(event->name, name) &&
		    !strcmp(kpe_event_group(event), group) &&
		    kpe_txn_deletes(event) == deleted)
			return event;
	return NULL;
}

static void drop_event_if_empty(struct kpe_event *event)
{
	if (event->stage == KPE_LIVE || !list_empty(&event->staged))
		return;
	hash_del(&event->node);
	list_del(&event->txn);
	kpe_event_free(event);
}

/*
 * Stage a new probe, without points. @event: freed on error if it is new and empty. Return:
 * NULL if there is no memory
 */
struct kpe_probe *kpe_txn_new_probe(struct kpe_txn *txn, struct kpe_event *event,
				    struct kpe_definition **line)
{
	static unsigned long last_number;
	struct kpe_probe *probe = kzalloc(sizeof(*probe), GFP_KERNEL);

	lockdep_assert_held(&kpe_mutex);
	if (!probe) {
		drop_event_if_empty(event);
		kpe_fail(&txn->error, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
		return NULL;
	}
	probe->stage = KPE_NEW;
	probe->event = event;
	probe->line = no_free_ptr(*line);
	probe->number = ++last_number;
	INIT_LIST_HEAD(&probe->points);
	list_add_tail(&probe->sibling, &event->staged);
	list_add_tail(&probe->txn, &txn->added);
	hash_add(probes_by_place, &probe->by_place, place_hash(event, &probe->line->place));
	return probe;
}

static void free_probe(struct kpe_probe *probe)
{
	hash_del(&probe->by_place);
	kpe_points_free(probe);
	kpe_program_free(probe->program);
	kpe_definition_free(probe->line);
	kfree(probe->skipped);
	kfree(probe);
}

/* Free new probes, by kpe_probe.txn, and their events that are new and empty. */
void kpe_txn_drop_probes(struct list_head *probes)
{
	struct kpe_probe *probe, *next;
	struct kpe_event *event;

	lockdep_assert_held(&kpe_mutex);
	kpe_points_unregister(probes);
	list_for_each_entry_safe(probe, next, probes, txn) {
		event = probe->event;
		list_del(&probe->txn);
		list_del(&probe->sibling);
		free_probe(probe);
		drop_event_if_empty(event);
	}
}

/* @probe: live. @line: the deletion, or NULL */
void kpe_txn_mark_deleted(struct kpe_txn *txn, struct kpe_probe *probe,
			  const struct kpe_definition *line)
{
	struct kpe_event *event = probe->event;

	lockdep_assert_held(&kpe_mutex);
	probe->stage = KPE_TO_DELETE;
	list_add_tail(&probe->txn, &txn->to_delete);
	if (list_empty(&event->txn))
		list_add_tail(&event->txn, &txn->touched);
	event->failed_line = line;
}

static void unmark_probe(struct kpe_probe *probe)
{
	list_del_init(&probe->txn);
	probe->stage = KPE_LIVE;
}

void kpe_txn_keep_event(struct kpe_event *event)
{
	struct kpe_probe *probe;

	lockdep_assert_held(&kpe_mutex);
	list_for_each_entry(probe, kpe_event_probes(event), sibling)
		if (probe->stage == KPE_TO_DELETE)
			unmark_probe(probe);
	list_del_init(&event->txn);
}

/* @has_failed: free what is new, and keep what is to be deleted; else the reverse */
void kpe_txn_end(struct kpe_txn *txn, bool has_failed)
{
	struct kpe_probe *probe, *next_probe;
	struct kpe_event *event, *next_event;

	lockdep_assert_held(&kpe_mutex);
	if (has_failed) {
		kpe_txn_drop_probes(&txn->added);
		/* Those of events that could not be restored stay marked. */
		list_for_each_entry_safe(probe, next_probe, &txn->to_delete, txn)
			if (probe->event->stage != KPE_REMOVED)
				unmark_probe(probe);
	}
	list_for_each_entry_safe(probe, next_probe, &txn->added, txn) {
		list_del_init(&probe->txn);
		list_add_tail(&probe->link, &kpe_probes);
		probe->stage = KPE_LIVE;
	}
	list_for_each_entry_safe(event, next_event, &txn->made, txn)
		list_del_init(&event->txn);
	kpe_points_unregister(&txn->to_delete);
	list_for_each_entry_safe(probe, next_probe, &txn->to_delete, txn)
		free_probe(probe);
	list_for_each_entry_safe(event, next_event, &txn->touched, txn) {
		list_del_init(&event->txn);
		event->failed_line = NULL;
		if (event->stage != KPE_REMOVED)
			continue;
		hash_del(&event->node);
		kpe_event_free(event);
	}
}
