// SPDX-License-Identifier: GPL-2.0
/*
 * A definition gets registered, disarmed points. It joins the event of its name, or
 * makes one.
 */
#include <linux/err.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "compat/cleanup.h"
#include "events/event.h"
#include "language/line.h"
#include "model/model.h"
#include "model/owner.h"
#include "points/builds.h"
#include "points/define.h"
#include "transaction/add.h"
#include "types/program.h"

/*
 * Argument @n of @args differs from the event's. The caret of a missing
 * argument is behind the end of the line.
 */
static int differs(const struct kpe_line *line, const struct kpe_args *args, unsigned int n,
		   struct kpe_error *e)
{
	unsigned int col = n < args->nr_args ? args->args[n].col :
					       strlen(line->text) + 1;

	return kpe_fail(e, KPE_ERR_DIFF_ARG_TYPE, -EEXIST, col);
}

/* They are the event's, so each of its definitions says the same. */
static int check_budgets(const struct kpe_line *first, const struct kpe_line *line,
			 struct kpe_error *e)
{
	const struct kpe_budget *budget = line->budget;

	if (kpe_budget_equal(first->budget, budget))
		return 0;
	return kpe_fail(e, KPE_ERR_DIFF_BUDGET, -EEXIST,
			budget ? budget->col : strlen(line->text) + 1);
}

static const struct kpe_probe *first_probe(const struct kpe_event *event)
{
	const struct list_head *probes = list_empty(&event->probes) ?
					 &event->staged : &event->probes;

	return list_first_entry(probes, struct kpe_probe, sibling);
}

static int check_sibling(const struct kpe_event *event, const struct kpe_line *line,
			 const struct kpe_args *args, struct kpe_error *e)
{
	const struct kpe_probe *first = first_probe(event);
	int n = kpe_args_differ(first->program->args, args);

	if (event->is_return != line->is_return)
		return kpe_fail(e, KPE_ERR_DIFF_PROBE_TYPE, -EEXIST, 0);
	return n < 0 ? check_budgets(first->line, line, e) : differs(line, args, n, e);
}

static int join_event(struct kpe_event *event, const struct kpe_line *line,
		      const struct kpe_args *args, struct kpe_error *e)
{
	int ret = check_sibling(event, line, args, e);

	if (!ret && kpe_txn_has_probe(event, line, args))
		ret = kpe_fail(e, KPE_ERR_SAME_PROBE, -EEXIST, 0);
	return ret;
}

/* Groups of events that trace_get_event_file() ignores */
static bool is_reserved(const char *group)
{
	return !strcmp(group, "ftrace") || !strcmp(group, KPE_NAME);
}

/* Return: ERR_PTR on error */
static struct kpe_event *make_event(struct kpe_txn *txn, const struct kpe_line *line,
				    const struct kpe_args *args, const char *group,
				    const char *name)
{
	struct kpe_error *e = &txn->error;
	struct kpe_event *event;

	if (is_reserved(group))
		return ERR_PTR(kpe_fail(e, KPE_ERR_RESERVED_GROUP, -EINVAL, line->name_col));
	/* This transaction may be deleting an event of that name. */
	if (!kpe_txn_find_event(group, name, true) &&
	    kpe_event_name_taken(group, name))
		return ERR_PTR(kpe_fail(e, KPE_ERR_EVENT_EXIST, -EEXIST, 0));
	event = kpe_event_alloc(line, args, group, name);
	if (!event)
		return ERR_PTR(kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0));
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

static bool has_place(const struct kpe_event *event,
		      const struct kpe_place *place)
{
	return is_place_of(kpe_event_probes(event), place) ||
	       is_place_of(&event->staged, place);
}

/*
 * Two places may have the same automatic name, as it is cut and has only some characters.
 * Return: 1 if @event has @name from another one; -ENOMEM
 */
static int is_of_another_place(const struct kpe_event *event, const struct kpe_line *line,
			       const char *name)
{
	char *first __free(kfree) = NULL;

	if (has_place(event, &line->place))
		return 0;
	first = kpe_auto_event_name(first_probe(event)->line);
	return first ? !strcmp(first, name) : -ENOMEM;
}

/* The name may get longer, and so does the line in the listing. */
static int make_distinct(const struct kpe_event *event, struct kpe_line *line,
			 const struct kpe_args *args, char *name, struct kpe_error *e)
{
	int ret = is_of_another_place(event, line, name);

	if (!ret)
		return 0;
	kpe_distinct_event_name(line, name);
	line->event = ret > 0 ? kpe_pool_text(&line->pool, name, strlen(name)) : NULL;
	if (!line->event)
		return kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
	return kpe_line_check_listed(line, args, e);
}

/* Find or make the event of a line. A new event has no probe yet. Return: ERR_PTR on error */
static struct kpe_event *get_event(struct kpe_txn *txn, struct kpe_line *line,
				   const struct kpe_args *args)
{
	char *name __free(kfree) = line->event ? kstrdup(line->event, GFP_KERNEL) :
						 kpe_auto_event_name(line);
	const char *group = line->group ? line->group : KPE_DEFAULT_GROUP;
	struct kpe_error *e = &txn->error;
	struct kpe_event *event;
	int ret;

	if (!name)
		return ERR_PTR(kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0));
	event = kpe_txn_find_event(group, name, false);
	if (event && !line->event) {
		ret = make_distinct(event, line, args, name, e);
		if (ret)
			return ERR_PTR(ret);
		event = kpe_txn_find_event(group, name, false);
	}
	if (!event)
		return make_event(txn, line, args, group, name);
	if (event->owner != txn->owner)
		return ERR_PTR(kpe_fail(e, KPE_ERR_OTHER_OWNER, -EEXIST, line->name_col));
	ret = join_event(event, line, args, e);
	return ret ? ERR_PTR(ret) : event;
}

static int add_probe(struct kpe_txn *txn, struct kpe_line **line,
		     struct kpe_defining *defining)
{
	struct kpe_event *event = get_event(txn, *line, defining->args);
	struct kpe_probe *probe;

	if (IS_ERR(event))
		return PTR_ERR(event);
	probe = kpe_txn_new_probe(txn, event, line);
	if (!probe)
		return txn->error.err;
	return kpe_define_points(probe, defining, &txn->error);
}

/*
 * Mainline accepts return probes on functions that never return, and reports
 * that the event has another type. Report the same error.
 */
static void blame_kind(struct kpe_txn *txn, const struct kpe_line *line)
{
	const struct kpe_event *event = NULL;

	if (line->event)
		event = kpe_txn_find_event(line->group ?: KPE_DEFAULT_GROUP, line->event, false);
	if (event && event->owner == txn->owner && !event->is_return)
		kpe_fail(&txn->error, KPE_ERR_DIFF_PROBE_TYPE, -EEXIST, 0);
}

/**
 * kpe_txn_define() - stage a definition
 * @txn: transaction
 * @line: the definition; NULL when it was taken over
 *
 * Context: kpe_mutex; may sleep. Return: 0, or a negative errno with a probe that
 * kpe_txn_end() frees.
 */
int kpe_txn_define(struct kpe_txn *txn, struct kpe_line **line)
{
	struct kpe_defining defining;
	int ret;

	lockdep_assert_held(&kpe_mutex);
	if (security_locked_down(LOCKDOWN_KPROBES))
		return kpe_fail(&txn->error, KPE_ERR_LOCKED_DOWN, -EPERM, 0);
	ret = kpe_define_find(*line, &defining, &txn->error);
	if (ret && txn->error.code == KPE_ERR_NEVER_RETURNS)
		blame_kind(txn, *line);
	if (ret) {
		ret = txn->error.err;
	} else {
		kpe_builds_mark(&txn->builds, defining.loc.module, *line);
		ret = add_probe(txn, line, &defining);
	}
	kpe_define_free(&defining);
	return ret;
}
