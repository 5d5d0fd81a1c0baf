// SPDX-License-Identifier: GPL-2.0
/*
 * The lines of a write are staged in order. Each line sees the effect of the lines before it.
 *
 * Locks: kpe_mutex from the first line to the end.
 */
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "compat/cleanup.h"
#include "events/event.h"
#include "kernel/error_log.h"
#include "kernel/module_symbols.h"
#include "language/line.h"
#include "model/model.h"
#include "model/owner.h"
#include "points/arm.h"
#include "points/builds.h"
#include "transaction/staged.h"
#include "transaction/transaction.h"

/* Pairs with end_txn(). Return: 0, or -EINTR if the task was killed. */
static int begin_txn(struct kpe_txn *txn, struct kpe_owner *owner, struct list_head *builds)
{
	if (mutex_lock_killable(&kpe_mutex))
		return -EINTR;
	kpe_module_index_begin();
	memset(txn, 0, sizeof(*txn));
	txn->owner = owner;
	txn->builds = builds;
	INIT_LIST_HEAD(&txn->added);
	INIT_LIST_HEAD(&txn->to_delete);
	INIT_LIST_HEAD(&txn->made);
	INIT_LIST_HEAD(&txn->touched);
	return 0;
}

/* @ret: result of staging. kpe_mutex is still held. */
static int end_txn(struct kpe_txn *txn, int ret)
{
	struct kpe_definition *line;

	if (!ret && !(list_empty(&txn->added) && list_empty(&txn->to_delete)))
		ret = kpe_txn_commit(txn);
	if (!ret)
		kpe_txn_warn(txn);
	kpe_txn_end(txn, ret);
	while ((line = txn->deletions)) {
		txn->deletions = line->next;
		kpe_definition_free(line);
	}
	return ret;
}

/* If the task is killed, long operations end early with any result. */
static int stage_line(struct kpe_txn *txn, const char *text, size_t len)
{
	char *normal __free(kfree) = NULL;
	struct kpe_definition *line = NULL;
	int ret;

	ret = kpe_definition_parse(text, len, &line, &normal, &txn->error);
	if (!ret && line) {
		if (line->verb == KPE_DELETE)
			ret = kpe_txn_delete(txn, &line);
		else if (line->verb == KPE_BUILD_ID)
			ret = kpe_builds_add(txn->builds, line, &txn->error);
		else
			ret = kpe_txn_define(txn, &line);
	}
	kpe_definition_free(line);
	if (fatal_signal_pending(current))
		ret = -EINTR;
	else if (ret)
		kpe_error_log(normal, &txn->error);
	return ret;
}

/*
 * The last line may lack its newline or end with a NUL, as a string of C does. @owner: of the
 * definitions; NULL: they stay until they are deleted. @builds: the file's build-id lines.
 * Return: 0, or a negative errno with nothing changed and an entry in the error log; -EINTR
 * without an entry if the task was killed
 */
int kpe_transaction_write(struct kpe_owner *owner, struct list_head *builds, const char *text,
			  size_t len)
{
	const char *end = text + len - (len && !text[len - 1]), *newline;
	struct kpe_txn txn;
	int ret = 0;

	if (begin_txn(&txn, owner, builds))
		return -EINTR;
	for (; text < end && !ret; text = newline + 1) {
		newline = memchr(text, '\n', end - text);
		if (!newline)
			newline = end;
		ret = stage_line(&txn, text, newline - text);
		/* there may be millions of lines */
		cond_resched();
	}
	ret = end_txn(&txn, ret);
	mutex_unlock(&kpe_mutex);
	return ret;
}

/*
 * Delete all events that have no owner. Return: 0, or -EBUSY with nothing changed if one is in
 * use, -EINTR if the task was killed
 */
int kpe_transaction_clear(void)
{
	struct kpe_probe *probe;
	struct kpe_txn txn;
	int ret;

	if (begin_txn(&txn, NULL, NULL))
		return -EINTR;
	list_for_each_entry(probe, &kpe_probes, link)
		if (!probe->event->owner)
			kpe_txn_mark_deleted(&txn, probe, NULL);
	ret = end_txn(&txn, 0);
	mutex_unlock(&kpe_mutex);
	return ret;
}

static bool is_orphan(const struct kpe_probe *probe)
{
	const struct kpe_owner *owner = probe->event->owner;

	return owner && READ_ONCE(owner->ended);
}

/*
 * Delete the events of ended owners; they are disabled in all trace instances. Called by a
 * kernel thread. Return: true if some stay, as they are in use
 */
bool kpe_transaction_reap(void)
{
	const struct kpe_event *last = NULL;
	struct kpe_probe *probe;
	struct kpe_txn txn;
	bool stay = false;

	/* a kernel thread is not killed */
	if (begin_txn(&txn, NULL, NULL))
		return true;
	txn.keeps_busy = true;
	list_for_each_entry(probe, &kpe_probes, link) {
		if (!is_orphan(probe))
			continue;
		/* where it fails, the event is in use: it stays until the next time */
		if (probe->event != last && READ_ONCE(probe->event->users))
			kpe_event_disable_everywhere(kpe_event_group(probe->event),
						     probe->event->name, true);
		last = probe->event;
		kpe_txn_mark_deleted(&txn, probe, NULL);
	}
	end_txn(&txn, 0);
	list_for_each_entry(probe, &kpe_probes, link)
		stay |= is_orphan(probe);
	mutex_unlock(&kpe_mutex);
	return stay;
}
