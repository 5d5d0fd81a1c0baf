// SPDX-License-Identifier: GPL-2.0
/*
 * One call of the gate commits all of a transaction: it checks that doomed events are
 * not in use and that new names are free, appends probes, adds new events and removes
 * doomed ones. Any failure undoes all of it.
 *
 * Locks: event_mutex in commit().
 */
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/string.h>
#include "events/enable.h"
#include "events/event.h"
#include "events/open_files.h"
#include "hit/hit.h"
#include "kernel/error_log.h"
#include "kernel/gate.h"
#include "model/model.h"
#include "points/arm.h"
#include "transaction/commit.h"

static int check_busy(struct kpe_txn *txn)
{
	struct kpe_event *event, *next;

	list_for_each_entry_safe(event, next, &txn->touched, txn) {
		if (!kpe_event_busy(event))
			continue;
		if (txn->spares) {
			kpe_txn_spare(event);
			continue;
		}
		txn->blame = event->blame;
		return kpe_fail(&txn->error, KPE_ERR_EVENT_BUSY, -EBUSY,
				event->blame ? event->blame->name_col : 0);
	}
	return 0;
}

/* A new event cannot be added; the error log shows its line. */
static int cannot_add(struct kpe_txn *txn, const struct kpe_event *event,
		      enum kpe_err code, int ret)
{
	txn->blamed_event = event;
	return kpe_fail(&txn->error, code, ret, 0);
}

static bool is_taken(const char *group, const char *name, void *data)
{
	struct kpe_event *event = kpe_txn_find_event(group, name, false);
	struct kpe_txn *txn = data;

	if (!event || event->stage != KPE_NEW)
		return false;
	cannot_add(txn, event, KPE_ERR_EVENT_EXIST, -EEXIST);
	return true;
}

/* The name may have been taken since it was checked. */
static int check_names(struct kpe_txn *txn)
{
	if (list_empty(&txn->made) || !kpe_events_of_others(is_taken, txn))
		return 0;
	return txn->error.err;
}

/* An event's probe list changes under both locks. */
static void assert_both_locks(void)
{
	lockdep_assert_held(&kpe_mutex);
	kpe_assert_event_mutex();
}

/* Move staged probes to their events, and arm those of enabled events. */
static int append_probes(struct kpe_txn *txn)
{
	const struct kpe_event *last = NULL;
	struct kpe_probe *probe;
	int ret;

	assert_both_locks();
	list_for_each_entry(probe, &txn->added, txn)
		list_move_tail(&probe->sibling, &probe->event->probes);
	list_for_each_entry(probe, &txn->added, txn) {
		/* One call arms all probes of an event. */
		if (!probe->event->users || probe->event == last)
			continue;
		last = probe->event;
		ret = kpe_points_arm(probe->event);
		if (ret)
			return kpe_fail(&txn->error, KPE_ERR_FAIL_REG_PROBE,
					ret, 0);
	}
	return 0;
}

static void unappend_probes(struct kpe_txn *txn)
{
	struct kpe_probe *probe;

	assert_both_locks();
	list_for_each_entry(probe, &txn->added, txn)
		list_move_tail(&probe->sibling, &probe->event->staged);
}

/* Hits that began while an event was enabled may still use its files. */
static void wait_for_hits(const struct list_head *events)
{
	struct kpe_event *event;
	bool used = false;

	list_for_each_entry(event, events, txn) {
		used |= event->used;
		event->used = false;
	}
	if (used)
		kpe_wait_for_hits();
}

/* Return: true if any of @events is doomed */
static bool add_open_files(const struct list_head *events)
{
	struct kpe_event *event;
	bool any = false;

	list_for_each_entry(event, events, txn) {
		if (event->stage != KPE_DOOMED)
			continue;
		kpe_open_files_add(event);
		any = true;
	}
	return any;
}

static void remove_doomed(const struct list_head *events)
{
	struct kpe_event *event;

	list_for_each_entry(event, events, txn) {
		/* Cannot fail: it is not busy under event_mutex. */
		if (event->stage == KPE_DOOMED)
			WARN_ON_ONCE(kpe_event_remove(event));
		cond_resched();
	}
}

/*
 * All events leave the kernel here. A reader that has seen an event may hold it,
 * however short it existed.
 */
static void take_away_doomed(const struct list_head *events)
{
	if (!add_open_files(events))
		return;
	wait_for_hits(events);
	kpe_open_files_detach();
	remove_doomed(events);
	kpe_open_files_end();
}

/* Doom the live ones among @events. */
static void doom_events(struct list_head *events,
			bool (*which)(const struct kpe_event *event))
{
	struct kpe_event *event;

	list_for_each_entry(event, events, txn)
		if (event->stage == KPE_LIVE && which(event))
			event->stage = KPE_DOOMED;
}

static bool is_any(const struct kpe_event *event)
{
	return true;
}

/* A deleted event has the name of a new one. */
static bool has_namesake(const struct kpe_event *event)
{
	return kpe_txn_find_event(kpe_event_group(event), event->name,
				  !kpe_txn_deletes(event));
}

static bool is_replaced(const struct kpe_event *event)
{
	return kpe_txn_deletes(event) && has_namesake(event);
}

static bool has_name_of_its_own(const struct kpe_event *event)
{
	return !has_namesake(event);
}

/* Add new events that the kernel does not know yet. */
static int add_events(struct kpe_txn *txn,
		      bool (*which)(const struct kpe_event *event))
{
	struct kpe_event *event;
	int ret;

	list_for_each_entry(event, &txn->made, txn) {
		if (event->stage != KPE_NEW || !which(event))
			continue;
		ret = kpe_event_add(event);
		if (ret)
			return cannot_add(txn, event, ret == -ENOSPC ?
					  KPE_ERR_NO_ID : KPE_ERR_NO_MEMORY, ret);
		cond_resched();
	}
	return 0;
}

/*
 * Adding can fail, and so can undoing a removal. So events are added first, unless
 * a deleted event still has the name.
 */
static int exchange_events(struct kpe_txn *txn)
{
	int ret = add_events(txn, has_name_of_its_own);

	/* if ids have run out, reuse those of deleted events */
	if (ret && ret != -ENOSPC)
		return ret;
	doom_events(&txn->touched, ret ? kpe_txn_deletes : is_replaced);
	take_away_doomed(&txn->touched);
	ret = add_events(txn, is_any);
	if (ret)
		return ret;
	doom_events(&txn->touched, kpe_txn_deletes);
	take_away_doomed(&txn->touched);
	return 0;
}

/* The event just freed as much memory, so it may use the reserves. */
static void add_again(struct kpe_event *event)
{
	unsigned int flags = memalloc_noreclaim_save();

	if (kpe_event_add(event))
		pr_err("kprobe_events: no memory to restore %s/%s, it is deleted\n",
		       kpe_event_group(event), event->name);
	memalloc_noreclaim_restore(flags);
}

/* Undo exchange_events(). */
static void restore_events(struct kpe_txn *txn)
{
	struct kpe_event *event;

	doom_events(&txn->made, is_any);
	take_away_doomed(&txn->made);
	list_for_each_entry(event, &txn->touched, txn)
		if (event->stage == KPE_REMOVED)
			add_again(event);
	/* events that were partly added */
	take_away_doomed(&txn->touched);
}

/* Unlink doomed probes, so that they are not armed again. */
static void unlink_doomed(struct kpe_txn *txn,
			  bool (*which)(const struct kpe_event *event))
{
	struct kpe_probe *probe;

	assert_both_locks();
	list_for_each_entry(probe, &txn->doomed, txn) {
		if (!which(probe->event))
			continue;
		list_del(&probe->link);
		list_del(&probe->sibling);
	}
}

static bool is_lost(const struct kpe_event *event)
{
	return event->stage == KPE_REMOVED;
}

/* Runs under event_mutex; waiting for it can take long. */
static int commit(void *data)
{
	struct kpe_txn *txn = data;
	int ret;

	if (fatal_signal_pending(current))
		return kpe_fail(&txn->error, KPE_ERR_NONE, -EINTR, 0);
	ret = check_busy(txn);
	if (!ret)
		ret = check_names(txn);
	if (ret)
		return ret;
	ret = append_probes(txn);
	if (!ret)
		ret = exchange_events(txn);
	if (!ret) {
		unlink_doomed(txn, is_any);
		return 0;
	}
	restore_events(txn);
	unlink_doomed(txn, is_lost);
	unappend_probes(txn);
	return ret;
}

static const struct kpe_probe *blamed_probe(const struct kpe_txn *txn)
{
	const struct kpe_probe *probe;

	list_for_each_entry(probe, &txn->added, txn)
		if (!txn->blamed_event || probe->event == txn->blamed_event)
			return probe;
	return NULL;
}

/* The command that the error log shows for a failed commit */
static const char *blamed_text(const struct kpe_txn *txn)
{
	const struct kpe_probe *probe = blamed_probe(txn);

	if (txn->blame)
		return txn->blame->text;
	return probe ? probe->line->text : "> kprobe_events";
}

/**
 * kpe_txn_commit() - make the staged changes in the kernel
 * @txn: transaction; not empty
 *
 * Context: kpe_mutex; takes event_mutex, sleeps. Return: 0, or a negative errno with
 * nothing changed and an entry in the error log. An event that could not be restored is
 * KPE_REMOVED.
 */
int kpe_txn_commit(struct kpe_txn *txn)
{
	int ret = kpe_gate(commit, txn);

	lockdep_assert_held(&kpe_mutex);
	if (!ret)
		return 0;
	if (!txn->error.err)	/* commit() was not called */
		kpe_fail(&txn->error, KPE_ERR_NO_MEMORY, ret, 0);
	kpe_error_log(blamed_text(txn), &txn->error);
	return ret;
}
