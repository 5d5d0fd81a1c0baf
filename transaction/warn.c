// SPDX-License-Identifier: GPL-2.0
/*
 * Nothing may refer to a function: each caller may have a copy of it instead. One search
 * serves all definitions that wait for it. Definitions of many places are not checked.
 *
 * Locks: kpe_mutex before the search, to see what waits, and after it.
 */
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "compat/cleanup.h"
#include "compat/workqueue.h"
#include "kernel/error_log.h"
#include "kernel/functions.h"
#include "language/line.h"
#include "language/spelling.h"
#include "model/model.h"
#include "places/hint.h"
#include "places/references.h"
#include "transaction/staged.h"
#include "transaction/transaction.h"
#include "types/program.h"

#define FEW_PLACES	8	/* of a definition */
#define FEW_HINTS	4	/* of a search; each compares a name with all others */
#define DELAY		(HZ / 2)	/* what is defined for a moment only is not searched for */

static void search_waiting(struct work_struct *work);
static DECLARE_DELAYED_WORK(search_work, search_waiting);

struct asked {
	struct kpe_referred *functions;	/* owned; NULL without memory */
	unsigned int nr;
};

/* What may be called instead of a function */
struct hint {
	unsigned long function;
	unsigned long similar[KPE_MAX_SPELLINGS];
	unsigned int nr;
};

/* Return: start of the function that a warning may be about, or 0; of a part, the whole */
static unsigned long function_of(const struct kpe_point *point)
{
	char *name __free(kfree) = NULL;
	const char *cold = point->symbol ? strstr(point->symbol, ".cold") : NULL;
	struct kpe_pattern pattern = {};
	unsigned long addr;

	if (!point->addr || !point->symbol || point->in_init)
		return 0;
	if (!cold)
		return point->addr - point->offset;
	name = kstrndup(point->symbol, cold - point->symbol, GFP_KERNEL);
	pattern.text = name;
	return name && kpe_functions(point->module, &pattern, &addr, 1) == 1 ? addr : 0;
}

/* Return: false if there is nothing to search for */
static bool wait_for_search(struct kpe_probe *probe)
{
	const struct kpe_point *point;
	unsigned int n = 0, nr_functions = 0;

	list_for_each_entry(point, kpe_probe_points(probe), list) {
		if (++n > FEW_PLACES)
			return false;
		nr_functions += point->addr && point->symbol && !point->in_init;
	}
	if (!nr_functions || !IS_ENABLED(CONFIG_KALLSYMS_ALL))
		return false;
	probe->search = KPE_SEARCH_WAITS;
	queue_delayed_work(kpe_workqueue(), &search_work, DELAY);
	return true;
}

/* Return: where SYM+OFFS is, if that is in another function; not of SYM-OFFS, which must be */
static const struct kpe_point *in_other_function(const struct kpe_probe *probe)
{
	const struct kpe_place *place = &probe->line->place;
	const struct kpe_point *point = list_first_entry(&probe->points, struct kpe_point, list);

	return place->kind == KPE_PLACE_SYMBOL && place->offset > 0 && point->addr &&
	       point->symbol && point->offset != place->offset &&
	       strcmp(place->symbol, "_text") && strcmp(place->symbol, "_stext") ? point : NULL;
}

static void log_warning(const struct kpe_definition *line, enum kpe_err code, unsigned int col,
			const char *more)
{
	const struct kpe_error e = { .code = code, .col = col, .more = more };

	kpe_warning_log(line->text, &e);
}

static void warn_at_once(const struct kpe_probe *probe)
{
	char *where __free(kfree) = NULL;
	const struct kpe_point *other = in_other_function(probe);
	const struct kpe_args *args = probe->program->args;
	const struct kpe_definition *line = probe->line;
	struct kpe_error e;

	if (other) {
		where = kasprintf(GFP_KERNEL, "%s+%u", other->symbol, other->offset);
		log_warning(line, KPE_ERR_OTHER_FUNCTION, line->place.col, where);
	}
	if (line->ignored_col)
		log_warning(line, KPE_ERR_IGNORED, line->ignored_col, NULL);
	if (args->void_col)
		log_warning(line, KPE_ERR_NO_RETVAL, args->void_col, NULL);
	if (kpe_definition_check_listed(line, probe->event->name, args, &e))
		kpe_warning_log(line->text, &e);
}

/* @txn: committed, not ended */
void kpe_txn_warn(struct kpe_txn *txn)
{
	struct kpe_probe *probe;

	lockdep_assert_held(&kpe_mutex);
	list_for_each_entry(probe, &txn->added, txn) {
		warn_at_once(probe);
		probe->warns = wait_for_search(probe);
	}
}

/*
 * For functions of a module that is live. Of those that waited for it, there is no write that a
 * warning could be about, so only kprobe_status shows them.
 */
void kpe_module_search(const char *module)
{
	const struct kpe_point *point;
	struct kpe_probe *probe;

	lockdep_assert_held(&kpe_mutex);
	list_for_each_entry(probe, &kpe_probes, link) {
		list_for_each_entry(point, kpe_probe_points(probe), list) {
			if (!strcmp(point->module, module)) {
				wait_for_search(probe);
				break;
			}
		}
	}
}

/* --------------------------------------------------------------- the search */

static struct asked collect_waiting(void)
{
	struct asked asked = {};
	struct kpe_point *point;
	struct kpe_probe *probe;
	unsigned int room = 0;
	unsigned long start;

	guard(kpe_model)();
	list_for_each_entry(probe, &kpe_probes, link)
		room += probe->search == KPE_SEARCH_WAITS ? FEW_PLACES : 0;
	asked.functions = kvcalloc(room, sizeof(*asked.functions), GFP_KERNEL);
	list_for_each_entry(probe, &kpe_probes, link) {
		if (probe->search != KPE_SEARCH_WAITS)
			continue;
		probe->search = KPE_SEARCH_RUNS;
		list_for_each_entry(point, kpe_probe_points(probe), list) {
			start = asked.functions && asked.nr < room ? function_of(point) : 0;
			if (start)
				asked.functions[asked.nr++].start = start;
		}
	}
	return asked;
}

static const struct kpe_point *first_unreferenced(const struct kpe_probe *probe)
{
	const struct kpe_point *point;

	list_for_each_entry(point, kpe_probe_points(probe), list)
		if (point->unreferenced)
			return point;
	return NULL;
}

/* Return: the number of functions that get a hint */
static unsigned int note_answers(const struct asked *asked, struct hint *hints)
{
	const struct kpe_point *first;
	struct kpe_point *point;
	struct kpe_probe *probe;
	unsigned int nr = 0;
	unsigned long start;

	guard(kpe_model)();
	list_for_each_entry(probe, &kpe_probes, link) {
		if (probe->search != KPE_SEARCH_RUNS)
			continue;
		list_for_each_entry(point, kpe_probe_points(probe), list) {
			start = function_of(point);
			point->unreferenced = start && !kpe_is_referred(asked->functions,
								       asked->nr, start);
		}
		first = first_unreferenced(probe);
		if (first && probe->warns && nr < FEW_HINTS)
			hints[nr++].function = function_of(first);
	}
	return nr;
}

static struct asked search_similar(struct hint *hints, unsigned int nr)
{
	struct asked asked = {};
	unsigned int i, n;

	asked.functions = kvcalloc(nr * KPE_MAX_SPELLINGS, sizeof(*asked.functions), GFP_KERNEL);
	for (i = 0; i < nr && asked.functions; i++) {
		hints[i].nr = kpe_hint_similar(hints[i].function, hints[i].similar);
		for (n = 0; n < hints[i].nr; n++)
			asked.functions[asked.nr++].start = hints[i].similar[n];
	}
	asked.nr = kpe_references(asked.functions, asked.nr);
	return asked;
}

static void warn_of(const struct kpe_probe *probe, const char *first, const char *hint)
{
	char *more __free(kfree) = NULL;
	const struct kpe_point *point;
	unsigned int all = 0, nr = 0;

	list_for_each_entry(point, kpe_probe_points(probe), list) {
		all++;
		nr += point->unreferenced;
	}
	if (all > 1)
		more = kasprintf(GFP_KERNEL, "%u of %u places, %s the first%s%s", nr, all, first,
				 hint ? "; " : "", hint ?: "");
	log_warning(probe->line, KPE_ERR_UNUSED, probe->line->place.col, all > 1 ? more : hint);
}

static void end_search(const struct hint *hints, unsigned int nr, const struct asked *similar)
{
	const struct kpe_point *first;
	struct kpe_probe *probe;
	const char *hint;
	unsigned int i;

	guard(kpe_model)();
	list_for_each_entry(probe, &kpe_probes, link) {
		if (probe->search != KPE_SEARCH_RUNS)
			continue;
		first = probe->warns ? first_unreferenced(probe) : NULL;
		hint = NULL;
		for (i = 0; first && !hint && i < nr; i++)
			if (hints[i].function == function_of(first))
				hint = kpe_hint_called(hints[i].similar, hints[i].nr,
						       similar->functions, similar->nr);
		if (first)
			warn_of(probe, first->symbol, hint);
		probe->search = KPE_SEARCH_NONE;
		probe->warns = false;
	}
}

static void search_waiting(struct work_struct *work)
{
	struct hint hints[FEW_HINTS] = {};
	struct asked asked = collect_waiting(), similar;
	unsigned int nr;

	asked.nr = kpe_references(asked.functions, asked.nr);
	nr = note_answers(&asked, hints);
	similar = search_similar(hints, nr);
	end_search(hints, nr, &similar);
	kvfree(asked.functions);
	kvfree(similar.functions);
}

/* Context: module exit, or a failed init; no kpe_mutex. */
void kpe_warn_exit(void)
{
	kpe_references_stop();
	cancel_delayed_work_sync(&search_work);
}
