// SPDX-License-Identifier: GPL-2.0
/*
 * One call of the gate commits all of a transaction. Any failure undoes all of it.
 *
 * Locks: kpe_mutex; event_mutex, too, from commit() on.
 */
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/seq_buf.h>
#include <linux/string.h>
#include "events/event.h"
#include "hit/hit.h"
#include "kernel/error_log.h"
#include "kernel/gate.h"
#include "language/spelling.h"
#include "model/model.h"
#include "points/arm.h"
#include "transaction/staged.h"

/* A hint: which event is in use, and by what. No header tells the name of an instance. */
static const char *busy_with(const struct kpe_event *event)
{
	unsigned int enabled = 0, triggers = 0;
	const struct kpe_file_link *link;
	struct seq_buf s;

	list_for_each_entry(link, &event->files, list) {
		const unsigned long flags = READ_ONCE(link->file->flags);

		enabled += !(flags & EVENT_FILE_FL_SOFT_DISABLED);
		triggers += !!(flags & EVENT_FILE_FL_TRIGGER_MODE);
	}
	seq_buf_init(&s, kpe_hint, sizeof(kpe_hint));
	seq_buf_printf(&s, "%s/%s:", kpe_event_group(event), event->name);
	if (enabled)
		seq_buf_printf(&s, " enabled in %u instance%s,", enabled,
			       enabled > 1 ? "s" : "");
	if (triggers)
		seq_buf_printf(&s, " triggers in %u instance%s,", triggers,
			       triggers > 1 ? "s" : "");
	if (event->call.perf_refcount)
		seq_buf_printf(&s, " opened by perf,");
	if (kpe_hint[s.len - 1] == ':')
		seq_buf_printf(&s, " a trigger, an eprobe or a synthetic event refers to it,");
	kpe_hint[s.len - 1] = '\0';
	return kpe_hint;
}

static int check_busy(struct kpe_txn *txn)
{
	struct kpe_event *event, *next;

	list_for_each_entry_safe(event, next, &txn->touched, txn) {
		if (!kpe_event_busy(event))
			continue;
		if (txn->keeps_busy) {
			kpe_txn_keep_event(event);
			continue;
		}
		txn->failed_line = event->failed_line;
		return kpe_fail_with(&txn->error, KPE_ERR_EVENT_BUSY, -EBUSY,
				     event->failed_line ? event->failed_line->name_col : 0,
				     busy_with(event));
	}
	return 0;
}

/* A new event cannot be added; the error log shows its line. */
static int cannot_add(struct kpe_txn *txn, const struct kpe_event *event,
		      enum kpe_err code, int ret)
{
	txn->failed_event = event;
	return kpe_fail(&txn->error, code, ret, 0);
}

/* Another tracer may have taken a name since it was checked. */
static int check_names(struct kpe_txn *txn)
{
	const struct kpe_event *event;
	struct trace_event_call *call;

	if (list_empty(&txn->made))
		return 0;
	list_for_each_entry(call, kpe_gate_calls(), list) {
		if (call->class->reg == kpe_event_reg)
			continue;
		event = kpe_txn_find_event(call->class->system, trace_event_name(call), false);
		if (event && event->stage == KPE_NEW)
			return cannot_add(txn, event, KPE_ERR_EVENT_EXIST, -EEXIST);
	}
	return 0;
}

/* Move staged probes to their events, and arm those of enabled events. */
static int append_probes(struct kpe_txn *txn)
{
	const struct kpe_event *last = NULL;
	struct kpe_probe *probe;
	int ret;

	list_for_each_entry(probe, &txn->added, txn)
		list_move_tail(&probe->sibling, &probe->event->probes);
	list_for_each_entry(probe, &txn->added, txn) {
		/* One call arms all probes of an event. */
		if (!probe->event->users || probe->event == last)
			continue;
		last = probe->event;
		ret = kpe_points_arm(probe->event);
		if (ret)
			return kpe_fail(&txn->error, KPE_ERR_FAIL_REG_PROBE, ret, 0);
	}
	return 0;
}

/*
 * All events leave the kernel here. A reader that has seen an event may hold it, however
 * short it existed. Hits that began while it was enabled may still use its files.
 */
static void take_away_deleted(const struct list_head *events)
{
	bool any = false, used = false;
	struct kpe_event *event;

	list_for_each_entry(event, events, txn) {
		if (event->stage != KPE_TO_DELETE)
			continue;
		kpe_open_files_add(event);
		any = true;
		used |= event->used;
		event->used = false;
	}
	if (!any)
		return;
	if (used)
		kpe_wait_for_hits();
	kpe_open_files_detach();
	list_for_each_entry(event, events, txn) {
		/* Cannot fail: it is not busy under event_mutex. */
		if (event->stage == KPE_TO_DELETE)
			WARN_ON_ONCE(kpe_event_remove(event));
		cond_resched();
	}
	kpe_open_files_end();
}

/* Has a deleted event the name of a new one? */
static bool has_namesake(const struct kpe_event *event)
{
	return kpe_txn_find_event(kpe_event_group(event), event->name,
				  !kpe_txn_deletes(event));
}

/* @all: else only those whose names new events get */
static void remove_deleted(struct kpe_txn *txn, bool all)
{
	struct kpe_event *event;

	list_for_each_entry(event, &txn->touched, txn)
		if (event->stage == KPE_LIVE && kpe_txn_deletes(event) &&
		    (all || has_namesake(event)))
			event->stage = KPE_TO_DELETE;
	take_away_deleted(&txn->touched);
}

/* Add new events that the kernel does not know yet. @all: else only those of new names */
static int add_made(struct kpe_txn *txn, bool all)
{
	struct kpe_event *event;
	int ret;

	list_for_each_entry(event, &txn->made, txn) {
		if (event->stage != KPE_NEW || (!all && has_namesake(event)))
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
	int ret = add_made(txn, false);

	/* if ids have run out, reuse those of deleted events */
	if (ret && ret != -ENOSPC)
		return ret;
	remove_deleted(txn, ret);
	ret = add_made(txn, true);
	if (!ret)
		remove_deleted(txn, true);
	return ret;
}

static void restore_events(struct kpe_txn *txn)
{
	struct kpe_event *event;
	unsigned int flags;

	list_for_each_entry(event, &txn->made, txn)
		if (event->stage == KPE_LIVE)
			event->stage = KPE_TO_DELETE;
	take_away_deleted(&txn->made);
	/* The events just freed as much memory, so these may use the reserves. */
	flags = memalloc_noreclaim_save();
	list_for_each_entry(event, &txn->touched, txn)
		if (event->stage == KPE_REMOVED && kpe_event_add(event))
			pr_err("kprobe_events: no memory to restore %s/%s, it is deleted\n",
			       kpe_event_group(event), event->name);
	memalloc_noreclaim_restore(flags);
	/* events that were partly added */
	take_away_deleted(&txn->touched);
}

/* Runs under event_mutex; waiting for it can take long. */
static int commit(void *data)
{
	struct kpe_txn *txn = data;
	struct kpe_probe *probe;
	int ret;

	/* An event's probe list changes under both locks. */
	lockdep_assert_held(&kpe_mutex);
	kpe_assert_event_mutex();
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
	if (ret) {
		restore_events(txn);
		list_for_each_entry(probe, &txn->added, txn)
			list_move_tail(&probe->sibling, &probe->event->staged);
	}
	/* so that they are not armed again; of a failure, those of events that are not restored */
	list_for_each_entry(probe, &txn->to_delete, txn) {
		if (ret && probe->event->stage != KPE_REMOVED)
			continue;
		list_del(&probe->link);
		list_del(&probe->sibling);
	}
	return ret;
}

/* What the error log shows */
static const char *failed_text(const struct kpe_txn *txn)
{
	const struct kpe_probe *probe;

	if (txn->failed_line)
		return txn->failed_line->text;
	list_for_each_entry(probe, &txn->added, txn)
		if (!txn->failed_event || probe->event == txn->failed_event)
			return probe->line->text;
	return "> kprobe_events";
}

/*
 * Return: 0, or a negative errno with nothing changed and an entry in the error log. An event
 * that could not be restored is KPE_REMOVED.
 */
int kpe_txn_commit(struct kpe_txn *txn)
{
	int ret = kpe_gate(commit, txn);

	lockdep_assert_held(&kpe_mutex);
	if (!ret)
		return 0;
	if (!txn->error.err)	/* commit() was not called */
		kpe_fail(&txn->error, KPE_ERR_NO_MEMORY, ret, 0);
	kpe_error_log(failed_text(txn), &txn->error);
	return ret;
}
