// SPDX-License-Identifier: GPL-2.0
/* A definition gets registered, disarmed points. It joins the event of its name, or makes one. */
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
#include "transaction/staged.h"
#include "types/program.h"

static const struct kpe_probe *first_probe(const struct kpe_event *event)
{
	const struct list_head *probes = list_empty(&event->probes) ?
					 &event->staged : &event->probes;

	return list_first_entry(probes, struct kpe_probe, sibling);
}

/* May @line join @event? The definitions of an event have the same fields, budgets and counts. */
static int check_sibling(const struct kpe_event *event, const struct kpe_definition *line,
			 const struct kpe_args *args, struct kpe_error *e)
{
	const struct kpe_probe *first = first_probe(event);
	const struct kpe_budget *budget = line->budget;
	const struct kpe_hist *hist = line->hist;
	unsigned int end = strlen(line->text) + 1;	/* where what is missing would be */
	int n = kpe_args_differ(first->program->args, args);

	if (event->is_return != line->is_return)
		return kpe_fail(e, KPE_ERR_DIFF_PROBE_TYPE, -EEXIST, 0);
	if (n >= 0)
		return kpe_fail(e, KPE_ERR_DIFF_ARG_TYPE, -EEXIST,
				n < args->nr_args ? args->args[n].col : end);
	if (!kpe_budget_equal(first->line->budget, budget))
		return kpe_fail(e, KPE_ERR_DIFF_BUDGET, -EEXIST, budget ? budget->col : end);
	if (!kpe_hist_equal(first->line->hist, hist))
		return kpe_fail(e, KPE_ERR_DIFF_HIST, -EEXIST, hist ? hist->col : end);
	if (kpe_txn_has_probe(event, line, args))
		return kpe_fail(e, KPE_ERR_SAME_PROBE, -EEXIST, 0);
	return 0;
}

static struct kpe_event *make_event(struct kpe_txn *txn, const struct kpe_definition *line,
				    const struct kpe_args *args, const char *group,
				    const char *name)
{
	struct kpe_error *e = &txn->error;
	struct kpe_event *event;

	/* trace_get_event_file() ignores events of these groups */
	if (!strcmp(group, "ftrace") || !strcmp(group, KPE_NAME))
		return ERR_PTR(kpe_fail(e, KPE_ERR_RESERVED_GROUP, -EINVAL, line->name_col));
	/* This transaction may be deleting an event of that name. */
	if (!kpe_txn_find_event(group, name, true) && kpe_event_name_taken(group, name))
		return ERR_PTR(kpe_fail(e, KPE_ERR_EVENT_EXIST, -EEXIST, 0));
	if (line->hist && kpe_hist_check(line->hist, args, e))
		return ERR_PTR(e->err);
	event = kpe_event_alloc(line, args, group, name);
	if (!event)
		return ERR_PTR(kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0));
	event->owner = kpe_owner_get(txn->owner);
	hash_add(kpe_events, &event->node, kpe_name_hash(name));
	list_add_tail(&event->txn, &txn->made);
	return event;
}

/*
 * Two places may have the same automatic name, as it is cut and has only some characters.
 * If @event has @name from another place, it gets longer, and so does the line in the listing.
 */
static int make_distinct(const struct kpe_event *event, struct kpe_definition *line,
			 char *name, struct kpe_error *e)
{
	char *first __free(kfree) = NULL;

	if (kpe_txn_has_probe(event, line, NULL))
		return 0;
	first = kpe_auto_event_name(first_probe(event)->line);
	if (first && strcmp(first, name))
		return 0;
	kpe_distinct_event_name(line, name);
	line->event = first ? kpe_pool_text(&line->pool, name, strlen(name)) : NULL;
	if (!line->event)
		return kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
	return 0;
}

/* A new event has no probe yet. Return: ERR_PTR on error */
static struct kpe_event *get_event(struct kpe_txn *txn, struct kpe_definition *line,
				   const struct kpe_args *args)
{
	char *name __free(kfree) = line->event ? kstrdup(line->event, GFP_KERNEL) :
						 kpe_auto_event_name(line);
	const char *group = line->group ?: KPE_DEFAULT_GROUP;
	struct kpe_error *e = &txn->error;
	struct kpe_event *event;
	int ret;

	if (!name)
		return ERR_PTR(kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0));
	event = kpe_txn_find_event(group, name, false);
	if (event && !line->event) {
		ret = make_distinct(event, line, name, e);
		if (ret)
			return ERR_PTR(ret);
		event = kpe_txn_find_event(group, name, false);
	}
	if (!event)
		return make_event(txn, line, args, group, name);
	if (event->owner != txn->owner)
		return ERR_PTR(kpe_fail(e, KPE_ERR_OTHER_OWNER, -EEXIST, line->name_col));
	ret = check_sibling(event, line, args, e);
	return ret ? ERR_PTR(ret) : event;
}

/* As mainline, which accepts return probes on functions that never return */
static void fail_kind(struct kpe_txn *txn, const struct kpe_definition *line)
{
	const struct kpe_event *event = NULL;

	if (line->event)
		event = kpe_txn_find_event(line->group ?: KPE_DEFAULT_GROUP, line->event, false);
	if (event && event->owner == txn->owner && !event->is_return)
		kpe_fail(&txn->error, KPE_ERR_DIFF_PROBE_TYPE, -EEXIST, 0);
}

/* Return: 0, or a negative errno; a probe of @defining may be left for kpe_txn_end() */
static int add_probe(struct kpe_txn *txn, struct kpe_definition **line,
		     struct kpe_defining *defining)
{
	struct kpe_event *event;
	struct kpe_probe *probe;

	if (kpe_define_find(*line, defining, &txn->error)) {
		if (txn->error.code == KPE_ERR_NEVER_RETURNS)
			fail_kind(txn, *line);
		return txn->error.err;
	}
	kpe_builds_mark(txn->builds, defining->loc.module, *line);
	event = get_event(txn, *line, defining->args);
	if (IS_ERR(event))
		return PTR_ERR(event);
	probe = kpe_txn_new_probe(txn, event, line);
	return probe ? kpe_define_points(probe, defining, &txn->error) : txn->error.err;
}

/* Return: 0, or a negative errno with a probe that kpe_txn_end() frees */
int kpe_txn_define(struct kpe_txn *txn, struct kpe_definition **line)
{
	struct kpe_defining defining;
	int ret;

	lockdep_assert_held(&kpe_mutex);
	if (security_locked_down(LOCKDOWN_KPROBES))
		return kpe_fail(&txn->error, KPE_ERR_LOCKED_DOWN, -EPERM, 0);
	ret = kpe_builds_refuse(txn->builds, (*line)->place.col, &txn->error);
	if (ret)
		return ret;
	ret = add_probe(txn, line, &defining);
	kpe_define_free(&defining);
	return ret;
}
