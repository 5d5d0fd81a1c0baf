// SPDX-License-Identifier: GPL-2.0
/*
 * transaction - one write takes effect as a whole or not at all
 *
 * The lines of a write are staged in order. A definition gets registered,
 * disarmed points; a deletion marks probes as doomed. Each line sees the effect
 * of the lines before it. One call of the gate commits all of it: it checks that
 * doomed events are not in use and that new names are free, appends probes, adds
 * new events and removes doomed ones. Any failure undoes the whole write.
 *
 * Lifetime: a transaction owns its lines; a new probe takes over its line.
 * Doomed probes are freed after their points are unregistered, and then doomed
 * events.
 *
 * Locks: kpe_mutex from the first line to the end; event_mutex in commit().
 */
#include <linux/ctype.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "events/disable.h"
#include "events/enable.h"
#include "events/event.h"
#include "events/open_files.h"
#include "events/print.h"
#include "hit/hit.h"
#include "kernel/error_log.h"
#include "kernel/gate.h"
#include "language/line.h"
#include "model/model.h"
#include "model/owner.h"
#include "points/arm.h"
#include "points/builds.h"
#include "points/define.h"
#include "points/point.h"
#include "transaction/transaction.h"
#include "types/program.h"

static struct kmem_cache *probe_cache;

/**
 * struct txn - the running transaction
 * @owner: only its events may be changed; NULL: events without an owner
 * @spares: keep busy events instead of failing
 * @added: new probes, by kpe_probe.txn
 * @doomed: probes to delete, by kpe_probe.txn
 * @made: new events, by kpe_event.txn
 * @touched: live events with doomed probes, by kpe_event.txn
 * @deletions: deletion lines; the commit may blame them
 * @builds: build-id lines that apply to the following definitions
 * @error: why it failed
 * @blame: the deletion that made the commit fail, or NULL
 * @blamed_event: the new event that made the commit fail, or NULL
 */
struct txn {
	struct kpe_owner *owner;
	bool spares;
	struct list_head added;
	struct list_head doomed;
	struct list_head made;
	struct list_head touched;
	struct list_head deletions;
	struct list_head builds;
	struct kpe_error error;
	const struct kpe_line *blame;
	const struct kpe_event *blamed_event;
};

struct deletion {
	struct list_head list;
	struct kpe_line *line;
};

/* Pairs with finish(). Return: 0, or -EINTR if the task was killed. */
static int begin(struct txn *txn, struct kpe_owner *owner)
{
	if (mutex_lock_killable(&kpe_mutex))
		return -EINTR;
	kpe_points_begin();
	memset(txn, 0, sizeof(*txn));
	txn->owner = owner;
	INIT_LIST_HEAD(&txn->added);
	INIT_LIST_HEAD(&txn->doomed);
	INIT_LIST_HEAD(&txn->made);
	INIT_LIST_HEAD(&txn->touched);
	INIT_LIST_HEAD(&txn->deletions);
	INIT_LIST_HEAD(&txn->builds);
	return 0;
}

/* ---------------------------------------------------------------- finding */

/* The transaction does not see events that it deletes completely. */
static bool is_visible(const struct kpe_event *event)
{
	const struct kpe_probe *probe;

	if (!list_empty(&event->staged))
		return true;
	list_for_each_entry(probe, kpe_event_probes(event), sibling)
		if (probe->stage != KPE_DOOMED)
			return true;
	return false;
}

static struct kpe_event *find_event(const char *group, const char *name,
				    bool visible)
{
	struct kpe_event *event;

	hash_for_each_possible(kpe_events, event, node, kpe_name_hash(name))
		if (!strcmp(event->name, name) &&
		    !strcmp(kpe_event_group(event), group) &&
		    is_visible(event) == visible)
			return event;
	return NULL;
}

static bool same_probe(const struct kpe_line *a, const struct kpe_line *b)
{
	unsigned int i;

	if (!kpe_place_equal(&a->place, &b->place))
		return false;
	for (i = 0; i < a->nr_args; i++)
		if (strcmp(a->args[i].text, b->args[i].text))
			return false;
	return true;
}

/* ---------------------------------------------------------------- defining */

/*
 * Argument @n of @line differs from the event's. The caret of a missing
 * argument is behind the end of the line.
 */
static int differs(const struct kpe_line *line, unsigned int n,
		   struct kpe_error *e)
{
	unsigned int col = n < line->nr_args ? line->args[n].col :
					       strlen(line->text) + 1;

	return kpe_fail(e, KPE_ERR_DIFF_ARG_TYPE, -EEXIST, col);
}

static int check_sibling(const struct kpe_event *event,
			 const struct kpe_line *line, struct kpe_error *e)
{
	const struct list_head *probes = list_empty(&event->probes) ?
					 &event->staged : &event->probes;
	int n = kpe_args_differ(list_first_entry(probes, struct kpe_probe,
						 sibling)->line, line);

	if (event->is_return != line->is_return)
		return kpe_fail(e, KPE_ERR_DIFF_PROBE_TYPE, -EEXIST, 0);
	return n < 0 ? 0 : differs(line, n, e);
}

static int check_same(const struct list_head *probes,
		      const struct kpe_line *line, struct kpe_error *e)
{
	const struct kpe_probe *probe;

	list_for_each_entry(probe, probes, sibling)
		if (probe->stage != KPE_DOOMED && same_probe(probe->line, line))
			return kpe_fail(e, KPE_ERR_SAME_PROBE, -EEXIST, 0);
	return 0;
}

static int join_event(struct kpe_event *event, const struct kpe_line *line,
		      struct kpe_error *e)
{
	int ret = check_sibling(event, line, e);

	if (!ret)
		ret = check_same(&event->probes, line, e);
	if (!ret)
		ret = check_same(&event->staged, line, e);
	return ret;
}

/* Groups of events that trace_get_event_file() ignores */
static bool is_reserved(const char *group)
{
	return !strcmp(group, "ftrace") || !strcmp(group, KPE_NAME);
}

static struct kpe_event *make_event(struct txn *txn,
				    const struct kpe_line *line,
				    const char *group, const char *name)
{
	struct kpe_error *e = &txn->error;
	struct kpe_event *event;

	if (is_reserved(group)) {
		kpe_fail(e, KPE_ERR_RESERVED_GROUP, -EINVAL, line->name_col);
		return NULL;
	}
	/* This transaction may be deleting an event of that name. */
	if (!find_event(group, name, false) &&
	    kpe_event_name_taken(group, name)) {
		kpe_fail(e, KPE_ERR_EVENT_EXIST, -EEXIST, 0);
		return NULL;
	}
	event = kpe_event_alloc(line, group, name);
	if (!event) {
		kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
		return NULL;
	}
	event->owner = kpe_owner_get(txn->owner);
	hash_add(kpe_events, &event->node, kpe_name_hash(name));
	list_add_tail(&event->txn, &txn->made);
	return event;
}

static bool is_place_of(const struct list_head *probes,
			const struct kpe_place *place)
{
	const struct kpe_probe *probe;

	list_for_each_entry(probe, probes, sibling)
		if (kpe_place_equal(&probe->line->place, place))
			return true;
	return false;
}

/* Two places may have the same truncated automatic name. */
static bool has_place(const struct kpe_event *event,
		      const struct kpe_place *place)
{
	return is_place_of(kpe_event_probes(event), place) ||
	       is_place_of(&event->staged, place);
}

/* Find or make the event of a line. A new event has no probe yet. */
static struct kpe_event *get_event(struct txn *txn, const struct kpe_line *line)
{
	const char *group = line->group ? line->group : KPE_DEFAULT_GROUP;
	struct kpe_event *event = NULL;
	char *name;

	name = line->event ? kstrdup(line->event, GFP_KERNEL) :
			     kpe_auto_event_name(line);
	if (!name) {
		kpe_fail(&txn->error, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
		return NULL;
	}
	event = find_event(group, name, true);
	if (event && !line->event && strlen(name) == KPE_MAX_NAME &&
	    !has_place(event, &line->place)) {
		kpe_distinct_event_name(line, name);
		event = find_event(group, name, true);
	}
	if (event && event->owner != txn->owner) {
		kpe_fail(&txn->error, KPE_ERR_OTHER_OWNER, -EEXIST,
			 line->name_col);
		event = NULL;
	} else if (!event) {
		event = make_event(txn, line, group, name);
	} else if (join_event(event, line, &txn->error)) {
		event = NULL;
	}
	kfree(name);
	return event;
}

static void drop_event_if_empty(struct kpe_event *event)
{
	if (event->stage == KPE_LIVE || !list_empty(&event->staged))
		return;
	hash_del(&event->node);
	list_del(&event->txn);
	kpe_event_free(event);
}

static void free_probe(struct kpe_probe *probe)
{
	kpe_points_free(probe);
	kpe_program_free(probe->program);
	kpe_line_free(probe->line);
	kfree(probe->skipped);
	kmem_cache_free(probe_cache, probe);
}

/* Free an uncommitted probe whose points are not registered. */
static void unstage(struct kpe_probe *probe)
{
	struct kpe_event *event = probe->event;

	list_del(&probe->txn);
	list_del(&probe->sibling);
	free_probe(probe);
	drop_event_if_empty(event);
}

static struct kpe_probe *new_probe(struct txn *txn, struct kpe_event *event,
				   struct kpe_line *line)
{
	static unsigned long last_number;
	struct kpe_probe *probe = kmem_cache_zalloc(probe_cache, GFP_KERNEL);

	if (!probe) {
		drop_event_if_empty(event);
		kpe_fail(&txn->error, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
		return NULL;
	}
	probe->stage = KPE_NEW;
	probe->event = event;
	probe->line = line;
	probe->number = ++last_number;
	INIT_LIST_HEAD(&probe->points);
	list_add_tail(&probe->sibling, &event->staged);
	list_add_tail(&probe->txn, &txn->added);
	return probe;
}

/* Is the text needed again, for a point or for the listing? */
static bool is_read_again(const struct kpe_probe *probe)
{
	const struct kpe_point *point = list_first_entry(&probe->points,
							 struct kpe_point, list);

	return probe->line->nr_args || !point->addr || *point->module ||
	       kpe_place_is_many(&probe->line->place);
}

/*
 * Frees memory for the next line. The error log may need the text of the first
 * line.
 */
static void strip_line(struct txn *txn, struct kpe_probe *probe)
{
	bool is_first = probe->txn.prev == &txn->added;

	kpe_line_strip(probe->line, is_first || is_read_again(probe));
}

/* Make the probe of a definition. Takes over @line on success. */
static int add_probe(struct txn *txn, struct kpe_line *line,
		     struct kpe_defining *defining)
{
	struct kpe_event *event = get_event(txn, line);
	struct kpe_probe *probe;
	struct list_head failed;
	int ret;

	if (!event)
		return txn->error.err;
	probe = new_probe(txn, event, line);
	if (!probe)
		return txn->error.err;
	ret = kpe_define_points(probe, defining, &txn->error);
	if (ret) {
		INIT_LIST_HEAD(&failed);
		list_move(&probe->txn, &failed);
		kpe_points_unregister(&failed);
		probe->line = NULL;	/* the caller keeps it */
		unstage(probe);
		return ret;
	}
	strip_line(txn, probe);
	return 0;
}

/*
 * Mainline accepts return probes on functions that never return, and reports
 * that the event has another type. Report the same error.
 */
static void blame_kind(struct txn *txn, const struct kpe_line *line)
{
	const struct kpe_event *event = NULL;

	if (line->event)
		event = find_event(line->group ?: KPE_DEFAULT_GROUP, line->event, true);
	if (event && event->owner == txn->owner && !event->is_return)
		kpe_fail(&txn->error, KPE_ERR_DIFF_PROBE_TYPE, -EEXIST, 0);
}

static int define(struct txn *txn, struct kpe_line *line)
{
	struct kpe_defining defining;
	int ret;

	if (security_locked_down(LOCKDOWN_KPROBES))
		return kpe_fail(&txn->error, KPE_ERR_LOCKED_DOWN, -EPERM, 0);
	ret = kpe_define_find(line, &defining, &txn->error);
	if (ret && txn->error.code == KPE_ERR_NEVER_RETURNS)
		blame_kind(txn, line);
	if (ret)
		ret = txn->error.err;
	if (!ret)
		kpe_builds_mark(&txn->builds, defining.loc.module, line);
	if (!ret)
		ret = add_probe(txn, line, &defining);
	kpe_define_free(&defining);
	return ret;
}

/* ---------------------------------------------------------------- deleting */

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

/*
 * Arguments match as written or as listed. The two cannot be mixed if "$arg*"
 * changed the number of arguments.
 */
static bool names_args(const struct kpe_line *line, const struct kpe_line *probe)
{
	unsigned int i, nr_written = 0, listed = 0, written = 0, either = 0;
	const char *word, *first;

	first = probe->text ? skip_word(skip_word(probe->text)) : "";
	for (word = first; *word; word = skip_word(word))
		nr_written++;
	for (i = 0, word = first; i < line->nr_args; i++, word = skip_word(word)) {
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
	return kpe_place_equal(&line->place, &probe->line->place) &&
	       names_args(line, probe->line);
}

static void doom(struct txn *txn, struct kpe_probe *probe,
		 const struct kpe_line *line)
{
	struct kpe_event *event = probe->event;

	probe->stage = KPE_DOOMED;
	list_add_tail(&probe->txn, &txn->doomed);
	if (list_empty(&event->txn))
		list_add_tail(&event->txn, &txn->touched);
	event->blame = line;
}

/* Matches of a deletion so far */
struct named {
	bool event;		/* an event */
	bool others;		/* an event of another owner */
};

/* Delete uncommitted probes. Return: number of probes. */
static unsigned int delete_staged(struct txn *txn, const struct kpe_line *line,
				  struct named *named)
{
	struct kpe_probe *probe, *next;
	struct list_head gone;
	unsigned int n = 0;

	INIT_LIST_HEAD(&gone);
	list_for_each_entry_safe(probe, next, &txn->added, txn) {
		if (!names_event(line, probe->event))
			continue;
		named->event = true;
		if (!names_probe(line, probe))
			continue;
		list_move_tail(&probe->txn, &gone);
		n++;
	}
	kpe_points_unregister(&gone);
	list_for_each_entry_safe(probe, next, &gone, txn)
		unstage(probe);
	return n;
}

static unsigned int delete_live(struct txn *txn, const struct kpe_line *line,
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
		doom(txn, probe, line);
		n++;
	}
	return n;
}

static int nothing_deleted(struct txn *txn, const struct kpe_line *line,
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

static int delete(struct txn *txn, const struct kpe_line *line)
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

static int keep_deletion(struct txn *txn, struct kpe_line *line)
{
	struct deletion *deletion = kmalloc(sizeof(*deletion), GFP_KERNEL);
	int ret;

	if (!deletion)
		return kpe_fail(&txn->error, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
	ret = delete(txn, line);
	if (ret) {
		kfree(deletion);
		return ret;
	}
	deletion->line = line;
	list_add_tail(&deletion->list, &txn->deletions);
	return 0;
}

/* -------------------------------------------------------------- committing */

static void undoom(struct kpe_probe *probe)
{
	list_del_init(&probe->txn);
	probe->stage = KPE_LIVE;
}

/* Do not delete a busy event. */
static void spare(struct txn *txn, struct kpe_event *event)
{
	struct kpe_probe *probe, *next;

	list_for_each_entry_safe(probe, next, &txn->doomed, txn)
		if (probe->event == event)
			undoom(probe);
	list_del_init(&event->txn);
}

static int check_busy(struct txn *txn)
{
	struct kpe_event *event, *next;

	list_for_each_entry_safe(event, next, &txn->touched, txn) {
		if (!kpe_event_busy(event))
			continue;
		if (txn->spares) {
			spare(txn, event);
			continue;
		}
		txn->blame = event->blame;
		return kpe_fail(&txn->error, KPE_ERR_EVENT_BUSY, -EBUSY,
				event->blame ? event->blame->name_col : 0);
	}
	return 0;
}

/* A new event cannot be added; the error log shows its line. */
static int cannot_add(struct txn *txn, const struct kpe_event *event,
		      enum kpe_err code, int ret)
{
	txn->blamed_event = event;
	return kpe_fail(&txn->error, code, ret, 0);
}

static bool is_taken(const char *group, const char *name, void *data)
{
	struct kpe_event *event = find_event(group, name, true);
	struct txn *txn = data;

	if (!event || event->stage != KPE_NEW)
		return false;
	cannot_add(txn, event, KPE_ERR_EVENT_EXIST, -EEXIST);
	return true;
}

/* The name may have been taken since it was checked. */
static int check_names(struct txn *txn)
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
static int append_probes(struct txn *txn)
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

static void unappend_probes(struct txn *txn)
{
	struct kpe_probe *probe;

	assert_both_locks();
	list_for_each_entry(probe, &txn->added, txn)
		list_move_tail(&probe->sibling, &probe->event->staged);
}

/* Hits that began while an event was enabled may still use its files. */
static void wait_for_hits(struct txn *txn)
{
	struct kpe_event *event;
	bool used = false;

	list_for_each_entry(event, &txn->touched, txn) {
		used |= event->used;
		event->used = false;
	}
	if (used)
		kpe_wait_for_hits();
}

static bool have_doomed(const struct list_head *events)
{
	const struct kpe_event *event;

	list_for_each_entry(event, events, txn)
		if (event->stage == KPE_DOOMED)
			return true;
	return false;
}

static void forget_doomed(const struct list_head *events)
{
	struct kpe_event *event;

	list_for_each_entry(event, events, txn)
		if (event->stage == KPE_DOOMED)
			kpe_open_files_add(event);
}

static void remove_doomed(const struct list_head *events)
{
	struct kpe_event *event;

	list_for_each_entry(event, events, txn)
		/* Cannot fail: it is not busy under event_mutex. */
		if (event->stage == KPE_DOOMED)
			WARN_ON_ONCE(kpe_event_remove(event));
}

/*
 * All events leave the kernel here. A reader that has seen an event may hold it,
 * however short it existed.
 */
static void take_away_doomed(struct txn *txn)
{
	if (!have_doomed(&txn->made) && !have_doomed(&txn->touched))
		return;
	wait_for_hits(txn);
	forget_doomed(&txn->made);
	forget_doomed(&txn->touched);
	kpe_open_files_detach();
	remove_doomed(&txn->made);
	remove_doomed(&txn->touched);
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

static bool is_deleted(const struct kpe_event *event)
{
	return !is_visible(event);
}

/* A deleted event has the name of a new one. */
static bool has_namesake(const struct kpe_event *event)
{
	return find_event(kpe_event_group(event), event->name,
			  !is_visible(event));
}

static bool is_replaced(const struct kpe_event *event)
{
	return is_deleted(event) && has_namesake(event);
}

static bool has_name_of_its_own(const struct kpe_event *event)
{
	return !has_namesake(event);
}

/* Add new events that the kernel does not know yet. */
static int add_events(struct txn *txn,
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
	}
	return 0;
}

/*
 * Adding can fail, and so can undoing a removal. So events are added first, unless
 * a deleted event still has the name.
 */
static int exchange_events(struct txn *txn)
{
	int ret = add_events(txn, has_name_of_its_own);

	/* if ids have run out, reuse those of deleted events */
	if (ret && ret != -ENOSPC)
		return ret;
	doom_events(&txn->touched, ret ? is_deleted : is_replaced);
	take_away_doomed(txn);
	ret = add_events(txn, is_any);
	if (ret)
		return ret;
	doom_events(&txn->touched, is_deleted);
	take_away_doomed(txn);
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
static void restore_events(struct txn *txn)
{
	struct kpe_event *event;

	doom_events(&txn->made, is_any);
	take_away_doomed(txn);
	list_for_each_entry(event, &txn->touched, txn)
		if (event->stage == KPE_REMOVED)
			add_again(event);
	/* events that were partly added */
	take_away_doomed(txn);
}

/* Unlink doomed probes, so that they are not armed again. */
static void unlink_doomed(struct txn *txn,
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
	struct txn *txn = data;
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

/* ------------------------------------------------------------------ ending */

static void free_doomed(struct txn *txn)
{
	struct kpe_probe *probe, *next_probe;
	struct kpe_event *event, *next_event;

	kpe_points_unregister(&txn->doomed);
	list_for_each_entry_safe(probe, next_probe, &txn->doomed, txn)
		free_probe(probe);
	list_for_each_entry_safe(event, next_event, &txn->touched, txn) {
		list_del_init(&event->txn);
		event->blame = NULL;
		if (event->stage != KPE_REMOVED)
			continue;
		hash_del(&event->node);
		kpe_event_free(event);
	}
}

static void succeed(struct txn *txn)
{
	struct kpe_probe *probe, *next_probe;
	struct kpe_event *event, *next_event;

	list_for_each_entry_safe(probe, next_probe, &txn->added, txn) {
		list_del_init(&probe->txn);
		list_add_tail(&probe->link, &kpe_probes);
		probe->stage = KPE_LIVE;
		kpe_line_strip(probe->line, is_read_again(probe));
	}
	list_for_each_entry_safe(event, next_event, &txn->made, txn)
		list_del_init(&event->txn);
	free_doomed(txn);
}

static void abandon(struct txn *txn)
{
	struct kpe_probe *probe, *next;

	kpe_points_unregister(&txn->added);
	list_for_each_entry_safe(probe, next, &txn->added, txn)
		unstage(probe);
	list_for_each_entry_safe(probe, next, &txn->doomed, txn)
		if (!is_lost(probe->event))
			undoom(probe);
	free_doomed(txn);
}

static bool is_empty(const struct txn *txn)
{
	return list_empty(&txn->added) && list_empty(&txn->doomed);
}

static const struct kpe_probe *blamed_probe(const struct txn *txn)
{
	const struct kpe_probe *probe;

	list_for_each_entry(probe, &txn->added, txn)
		if (!txn->blamed_event || probe->event == txn->blamed_event)
			return probe;
	return NULL;
}

/*
 * The command that the error log shows for a failed commit; the event's name
 * replaces a stripped line. Return: text to be freed, or NULL.
 */
static char *blamed_text(const struct txn *txn)
{
	const struct kpe_probe *probe = blamed_probe(txn);
	const struct kpe_line *line = txn->blame;

	if (!line && probe)
		line = probe->line;
	if (line && line->text)
		return kstrdup(line->text, GFP_KERNEL);
	if (!probe)
		return kstrdup("> kprobe_events", GFP_KERNEL);
	return kasprintf(GFP_KERNEL, "%c:%s/%s", line->is_return ? 'r' : 'p',
			 kpe_event_group(probe->event), probe->event->name);
}

static int pass_gate(struct txn *txn)
{
	int ret = kpe_gate(commit, txn);
	char *text;

	if (!ret)
		return 0;
	if (!txn->error.err)	/* commit() was not called */
		kpe_fail(&txn->error, KPE_ERR_NO_MEMORY, ret, 0);
	text = blamed_text(txn);
	kpe_error_log(text ?: "", &txn->error);
	kfree(text);
	return ret;
}

/* End a transaction. @ret: result of staging */
static int finish(struct txn *txn, int ret)
{
	struct deletion *deletion, *next;

	if (!ret && !is_empty(txn))
		ret = pass_gate(txn);
	if (ret)
		abandon(txn);
	else
		succeed(txn);
	list_for_each_entry_safe(deletion, next, &txn->deletions, list) {
		kpe_line_free(deletion->line);
		kfree(deletion);
	}
	kpe_builds_free(&txn->builds);
	return ret;
}

/* Takes over @line on success. */
static int stage_line(struct txn *txn, struct kpe_line *line)
{
	int ret;

	switch (line->verb) {
	case KPE_DELETE:
		return keep_deletion(txn, line);
	case KPE_BUILD_ID:
		ret = kpe_builds_add(&txn->builds, line, &txn->error);
		if (!ret)
			kpe_line_free(line);
		return ret;
	default:
		return define(txn, line);
	}
}

/*
 * Stage one line; log errors. If the task is killed, long operations end early with
 * any result.
 */
static int stage(struct txn *txn, const char *text, size_t len)
{
	struct kpe_line *line = NULL;
	char *normal = NULL;
	int ret;

	ret = kpe_line_parse(text, len, &line, &normal, &txn->error);
	if (!ret && line) {
		ret = stage_line(txn, line);
		if (ret)
			kpe_line_free(line);
	}
	if (fatal_signal_pending(current))
		ret = -EINTR;
	else if (ret)
		kpe_error_log(normal ? normal : "", &txn->error);
	kfree(normal);
	return ret;
}

/**
 * kpe_transaction_write() - execute the lines of one write
 * @owner: of the definitions; NULL: they stay until they are deleted
 * @text: lines; the last one may lack its newline
 * @len: bytes of @text
 *
 * Context: process context, no locks; sleeps. Return: 0, or a negative errno
 * with nothing changed and an entry in the error log; -EINTR without an entry
 * if the task was killed.
 */
int kpe_transaction_write(struct kpe_owner *owner, const char *text,
			  size_t len)
{
	const char *end = text + len, *newline;
	struct txn txn;
	int ret = 0;

	if (begin(&txn, owner))
		return -EINTR;
	for (; text < end && !ret; text = newline + 1) {
		newline = memchr(text, '\n', end - text);
		if (!newline)
			newline = end;
		ret = stage(&txn, text, newline - text);
	}
	ret = finish(&txn, ret);
	mutex_unlock(&kpe_mutex);
	return ret;
}

/**
 * kpe_transaction_clear() - delete all events that have no owner
 *
 * Context: process context, no locks; sleeps. Return: 0, or -EBUSY with
 * nothing changed if one is in use, -EINTR if the task was killed.
 */
int kpe_transaction_clear(void)
{
	struct kpe_probe *probe;
	struct txn txn;
	int ret;

	if (begin(&txn, NULL))
		return -EINTR;
	list_for_each_entry(probe, &kpe_probes, link)
		if (!probe->event->owner)
			doom(&txn, probe, NULL);
	ret = finish(&txn, 0);
	mutex_unlock(&kpe_mutex);
	return ret;
}

static bool is_orphan(const struct kpe_probe *probe)
{
	return kpe_owner_ended(probe->event->owner);
}

static bool have_orphans(void)
{
	const struct kpe_probe *probe;

	list_for_each_entry(probe, &kpe_probes, link)
		if (is_orphan(probe))
			return true;
	return false;
}

/**
 * kpe_transaction_reap() - delete the events of ended owners
 *
 * Events are disabled in all trace instances. Events in use stay.
 *
 * Context: a kernel thread, no locks; sleeps. Return: true if some stay.
 */
bool kpe_transaction_reap(void)
{
	const struct kpe_event *last = NULL;
	struct kpe_probe *probe;
	struct txn txn;
	bool stay;

	/* a kernel thread is not killed */
	if (begin(&txn, NULL))
		return true;
	txn.spares = true;
	list_for_each_entry(probe, &kpe_probes, link) {
		if (!is_orphan(probe))
			continue;
		if (probe->event != last)
			kpe_event_disable_everywhere(kpe_event_group(probe->event),
						     probe->event->name);
		last = probe->event;
		doom(&txn, probe, NULL);
	}
	finish(&txn, 0);
	stay = have_orphans();
	mutex_unlock(&kpe_mutex);
	return stay;
}

/**
 * kpe_transactions_init() - create the cache of probes
 *
 * Context: module init. Return: 0 or -ENOMEM.
 */
int kpe_transactions_init(void)
{
	/* The next size of kmalloc() is larger by a fifth. */
	probe_cache = KMEM_CACHE(kpe_probe, 0);
	return probe_cache ? 0 : -ENOMEM;
}

/**
 * kpe_transactions_exit() - undo kpe_transactions_init()
 *
 * Context: module exit; no probe is left.
 */
void kpe_transactions_exit(void)
{
	kmem_cache_destroy(probe_cache);
}
