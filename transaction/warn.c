// SPDX-License-Identifier: GPL-2.0
/*
 * Nothing may refer to a function: each caller may have a copy of it instead. Definitions
 * of many places are not checked.
 *
 * The lines of new probes may be stripped, so the text of a warning is read from the write
 * again.
 */
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "compat/cleanup.h"
#include "kernel/error_log.h"
#include "kernel/functions.h"
#include "language/line.h"
#include "model/model.h"
#include "places/hint.h"
#include "places/reach.h"
#include "transaction/warn.h"

#define FEW_PLACES	8	/* of a definition */
#define FEW_HINTS	4	/* of a write; each takes as long as hundreds of definitions */
#define FEW_LINES	64	/* of a write with hints */

static bool has_few_points(const struct kpe_probe *probe)
{
	const struct kpe_point *point;
	unsigned int n = 0;

	list_for_each_entry(point, kpe_probe_points(probe), list)
		if (++n > FEW_PLACES)
			return false;
	return true;
}

/* Return: start of the function that a part was split off from; 0 if unknown */
static unsigned long whole_of(const struct kpe_point *point)
{
	char *name __free(kfree) = kstrdup(point->symbol, GFP_KERNEL);
	struct kpe_pattern pattern = { .text = name };
	unsigned long addr;

	if (!name)
		return 0;
	*strstr(name, ".cold") = '\0';
	return kpe_functions(point->module, &pattern, &addr, 1) == 1 ? addr : 0;
}

/* Return: start of the function that a warning may be about, or 0 */
static unsigned long function_of(const struct kpe_point *point)
{
	if (!point->addr || !point->symbol || point->in_init)
		return 0;
	if (strstr(point->symbol, ".cold"))
		return whole_of(point);
	return point->addr - point->offset;
}

/* The functions to be checked */
struct asked {
	struct kpe_reached *functions;	/* NULL: they are only counted */
	unsigned int nr;
};

static void ask(struct asked *asked, struct kpe_point *point)
{
	if (asked->functions)
		asked->functions[asked->nr] = (struct kpe_reached){
			.start = function_of(point), .who = point,
		};
	asked->nr++;
}

/* @module: of the points; NULL: any */
static void ask_probe(struct asked *asked, const struct kpe_probe *probe, const char *module)
{
	struct kpe_point *point;

	if (!has_few_points(probe))
		return;
	list_for_each_entry(point, kpe_probe_points(probe), list)
		if (!module || !strcmp(point->module, module))
			ask(asked, point);
}

static void ask_new(struct asked *asked, const void *of)
{
	const struct kpe_txn *txn = of;
	const struct kpe_probe *probe;

	list_for_each_entry(probe, &txn->added, txn)
		ask_probe(asked, probe, NULL);
}

static void ask_module(struct asked *asked, const void *of)
{
	const struct kpe_probe *probe;

	list_for_each_entry(probe, &kpe_probes, link)
		ask_probe(asked, probe, of);
}

/* Unknown functions have no symbol, which counts as found. Return: is there one? */
static bool note(const struct asked *asked)
{
	struct kpe_point *point;
	bool any = false;
	unsigned int i;

	for (i = 0; i < asked->nr; i++) {
		point = asked->functions[i].who;
		point->unreferenced = !asked->functions[i].found;
		any |= point->unreferenced;
	}
	return any;
}

/* @ask_all: asks for the functions of @of. Return: -EINTR, or is there one? */
static int find_unreferenced(void (*ask_all)(struct asked *asked, const void *of),
			     const void *of)
{
	struct asked asked = {};
	int ret;

	ask_all(&asked, of);
	if (!asked.nr)
		return 0;
	asked.functions = kvcalloc(asked.nr, sizeof(*asked.functions), GFP_KERNEL);
	if (!asked.functions)
		return 0;
	asked.nr = 0;
	ask_all(&asked, of);
	ret = kpe_reach(asked.functions, asked.nr);
	if (!ret)
		ret = note(&asked);
	kvfree(asked.functions);
	return ret == -ENOMEM ? 0 : ret;
}

/**
 * kpe_txn_reach() - find new points whose functions nothing refers to
 * @txn: transaction that is staged, not committed
 *
 * Without memory, there are none.
 *
 * Context: kpe_mutex; may sleep. Return: 0, or -EINTR if the task was killed.
 */
int kpe_txn_reach(struct kpe_txn *txn)
{
	int ret;

	lockdep_assert_held(&kpe_mutex);
	ret = find_unreferenced(ask_new, txn);
	txn->warns = ret > 0;
	return min(ret, 0);
}

/**
 * kpe_module_reach() - find points in a module whose functions nothing refers to
 * @module: name; it is live
 *
 * There is no write that a warning could be about, so only kprobe_status shows them.
 *
 * Context: kpe_mutex; may sleep.
 */
void kpe_module_reach(const char *module)
{
	lockdep_assert_held(&kpe_mutex);
	find_unreferenced(ask_module, module);
}

/* ------------------------------------------------------------------ the log */

/* @hints: number of hints that may still be given */
static char *details(const struct kpe_probe *probe, unsigned int *hints)
{
	const struct kpe_point *point, *first = NULL;
	unsigned int all = 0, nr = 0;
	const char *hint = NULL;

	list_for_each_entry(point, kpe_probe_points(probe), list) {
		all++;
		nr += point->unreferenced;
		if (point->unreferenced && !first)
			first = point;
	}
	if (*hints) {
		hint = kpe_hint_called(function_of(first));
		--*hints;
	}
	if (all == 1)
		return kstrdup(hint ?: "", GFP_KERNEL);
	return kasprintf(GFP_KERNEL, "%u of %u places, %s the first%s%s", nr, all,
			 first->symbol, hint ? "; " : "", hint ?: "");
}

static bool is_unreferenced(const struct kpe_probe *probe)
{
	const struct kpe_point *point;

	list_for_each_entry(point, kpe_probe_points(probe), list)
		if (point->unreferenced)
			return true;
	return false;
}

static void warn(const struct kpe_probe *probe, const struct kpe_line *line,
		 const char *normal, unsigned int *hints)
{
	char *more __free(kfree) = details(probe, hints);
	struct kpe_error e;

	kpe_fail(&e, KPE_ERR_UNUSED, 0, line->place.col);
	if (more && *more)
		e.more = more;
	kpe_warning_log(normal, &e);
}

/*
 * The new probe of a number, from @probe on; a later line may have deleted it. Return: that
 * one or the next
 */
static struct kpe_probe *go_to(const struct kpe_txn *txn, struct kpe_probe *probe,
			       unsigned long number)
{
	while (!list_entry_is_head(probe, &txn->added, txn) && probe->number < number)
		probe = list_next_entry(probe, txn);
	return probe;
}

static bool is_new(const struct kpe_txn *txn, const struct kpe_probe *probe,
		   unsigned long number)
{
	return !list_entry_is_head(probe, &txn->added, txn) && probe->number == number;
}

/* Return: true if the line is a definition; each has made one probe */
static bool warn_of_line(const struct kpe_probe *probe, const char *text, size_t len,
			 unsigned int *hints)
{
	char *normal __free(kfree) = NULL;
	struct kpe_line *line = NULL;
	struct kpe_error e;
	bool defines;

	if (kpe_line_parse(text, len, &line, &normal, &e) || !line)
		return false;
	defines = line->verb == KPE_DEFINE;
	if (defines && probe && is_unreferenced(probe))
		warn(probe, line, normal, hints);
	kpe_line_free(line);
	return defines;
}

/* A program that writes many lines reads no hints. */
static unsigned int hints_of(const struct kpe_txn *txn)
{
	const struct kpe_probe *probe;
	unsigned int nr = 0;

	list_for_each_entry(probe, &txn->added, txn)
		if (++nr > FEW_LINES)
			return 0;
	return FEW_HINTS;
}

/**
 * kpe_txn_warn() - log what kpe_txn_reach() has found
 * @txn: transaction that is committed, not ended
 *
 * Context: kpe_mutex; may sleep.
 */
void kpe_txn_warn(struct kpe_txn *txn)
{
	struct kpe_probe *probe = list_first_entry(&txn->added, struct kpe_probe, txn);
	const char *end = txn->text + txn->len, *text, *newline;
	unsigned long number = txn->first;
	unsigned int hints = hints_of(txn);

	lockdep_assert_held(&kpe_mutex);
	for (text = txn->text; txn->warns && text < end; text = newline + 1) {
		newline = memchr(text, '\n', end - text);
		if (!newline)
			newline = end;
		probe = go_to(txn, probe, number);
		number += warn_of_line(is_new(txn, probe, number) ? probe : NULL, text,
				       newline - text, &hints);
		if (fatal_signal_pending(current))
			return;
		cond_resched();
	}
}
