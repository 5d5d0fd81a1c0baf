// SPDX-License-Identifier: GPL-2.0
/*
 * A table for users and for awk; lines that begin with '#' are comments. Places are names, so
 * the file discloses no address.
 */
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/sched/signal.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include "files/control.h"
#include "hit/limit.h"
#include "kernel/error_log.h"
#include "model/model.h"
#include "model/owner.h"
#include "places/place.h"
#include "points/arm.h"
#include "points/by_ftrace.h"
#include "points/counts.h"
#include "points/point.h"

static const char * const states[] = {
	[KPE_PENDING] = "pending", [KPE_GONE] = "gone",
	[KPE_DISABLED] = "disabled", [KPE_ARMED] = "armed",
};

/* Characters of columns; a longer word shifts its line. */
#define EVENT_WIDTH	32
#define PLACE_WIDTH	36
#define OWNER_WIDTH	16

void kpe_status_head(struct seq_file *m)
{
	seq_printf(m, "%-*s %-8s %-9s %-*s %-10s %-*s ", EVENT_WIDTH, "# event",
		   "state", "means", PLACE_WIDTH, "place", "module",
		   OWNER_WIDTH, "owner");
	seq_printf(m, "%10s %10s %10s %8s %8s %12s %13s %10s %10s %13s %10s\n", "hits",
		   "recorded", "filtered", "dropped", "faults", "missed_entry",
		   "missed_nested", "limited", "unwatched", "triggers_only", "copies");
	if (kpe_pinned())
		seq_printf(m, "# the module stays loaded until the next boot, as %s\n",
			   kpe_pinned());
}

static void show_point(struct seq_file *m, const struct kpe_point *point)
{
	const struct kpe_event *event = point->probe->event;
	struct kpe_sums c = kpe_point_counts(point);
	unsigned long entry, nested;

	kpe_point_missed(point, &entry, &nested);
	seq_setwidth(m, EVENT_WIDTH);
	seq_printf(m, "%s/%s", kpe_event_group(event), event->name);
	seq_pad(m, ' ');
	seq_printf(m, "%-8s %-9s ", states[point->state], kpe_point_means(point));
	seq_setwidth(m, PLACE_WIDTH);
	/* without a symbol, as written */
	if (point->symbol)
		seq_printf(m, "%s+0x%x", point->symbol, point->offset);
	else
		kpe_place_show(m, &point->probe->line->place);
	seq_pad(m, ' ');
	seq_printf(m, "%-10s ", *point->module ? point->module : KPE_KERNEL_NAME);
	seq_setwidth(m, OWNER_WIDTH);
	kpe_owner_show(m, event->owner);
	seq_pad(m, ' ');
	seq_printf(m, "%10lu %10lu %10lu %8lu %8lu %12lu %13lu %10lu %10lu %13lu %10lu\n",
		   c.of[KPE_HITS], c.of[KPE_RECORDED], c.of[KPE_FILTERED],
		   c.of[KPE_DROPPED], c.of[KPE_FAULTS], entry, nested,
		   c.of[KPE_LIMITED], c.of[KPE_UNWATCHED], c.of[KPE_TRIGGERS_ONLY],
		   c.of[KPE_COPIES]);
}

static void show_comment(struct seq_file *m, const struct kpe_probe *probe)
{
	seq_printf(m, "# %s/%s: ", kpe_event_group(probe->event), probe->event->name);
}

/* A function may never be called, as far as is known. */
static void show_search(struct seq_file *m, const struct kpe_point *point)
{
	const char *says = NULL;

	if (point->probe->search != KPE_SEARCH_NONE)
		says = "being searched";
	else if (point->unreferenced)
		says = kpe_error_text(KPE_ERR_UNUSED);
	if (!says || !kpe_point_registered(point))
		return;
	show_comment(m, point->probe);
	seq_printf(m, "%s: %s\n", point->symbol, says);
}

/* Of the event's probes, only the first shows it. */
static void show_stopped(struct seq_file *m, const struct kpe_probe *probe)
{
	const struct kpe_event *event = probe->event;
	u8 stopped = READ_ONCE(event->stopped);

	if (!list_is_first(&probe->sibling, kpe_event_probes(event)))
		return;
	/* If it is enabled again, the next hit lets it run. */
	rcu_read_lock();
	if (kpe_is_enabled_again(event, stopped))
		stopped = KPE_RUNS;
	rcu_read_unlock();
	stopped &= ~KPE_STOP_DONE;
	if (stopped == KPE_RUNS)
		return;
	show_comment(m, probe);
	if (stopped == KPE_STOPPED_BY_BUDGET)
		seq_printf(m, "stopped by $stop=%lu", probe->line->budget->n[KPE_STOP]);
	else
		seq_printf(m, "stopped as its hits took %u%% of a CPU's time",
			   READ_ONCE(event->share));
	seq_puts(m, ", until it is enabled again\n");
}

/* ---------------------------------------- why there are no hits, or records */

/* The points of a probe */
struct survey {
	unsigned int armed;
	unsigned int ftrace_off;	/* of these, those that ftrace no longer calls */
	unsigned int kprobes_off;	/* of these, those that the kprobe core has disarmed */
	unsigned int pending;
	unsigned int in_init;		/* those in init code that is gone */
	unsigned long missed;
	struct kpe_sums sums;
};

static void survey_point(struct survey *all, const struct kpe_point *point)
{
	const bool is_armed = point->state == KPE_ARMED;
	const char *means = is_armed ? kpe_point_means(point) : "";
	struct kpe_sums sums = kpe_point_counts(point);
	unsigned long entry, nested;
	unsigned int i;

	kpe_point_missed(point, &entry, &nested);
	all->missed += entry + nested;
	for (i = 0; i < KPE_NR_COUNTS; i++)
		all->sums.of[i] += sums.of[i];
	all->armed += is_armed;
	all->ftrace_off += !strcmp(means, "ftrace-off");
	all->kprobes_off += !strcmp(means, "kprobes-off");
	all->pending += point->state == KPE_PENDING;
	all->in_init += point->state == KPE_GONE && point->in_init;
}

/* The first reason that is known. A probe of many places is judged as a whole. */
static void why_no_hits(struct seq_file *m, const struct kpe_probe *probe,
			const struct survey *all)
{
	seq_puts(m, "no hits: ");
	if (all->missed)
		seq_printf(m, "%lu were missed\n", all->missed);
	else if (all->armed && all->armed == all->ftrace_off)
		seq_puts(m, "ftrace is turned off (kernel.ftrace_enabled)\n");
	else if (all->armed && all->armed == all->kprobes_off)
		seq_puts(m, "kprobes are turned off (debugfs kprobes/enabled)\n");
	else if (all->armed)
		/* whether anything refers to the function would be said here, too */
		seq_printf(m, "not called since it was enabled %lu s ago\n",
			   (jiffies - READ_ONCE(probe->event->enabled_at)) / HZ);
	else if (all->in_init)
		seq_puts(m, "the function was init code, which is gone\n");
	else if (all->pending && probe->refused)
		seq_puts(m, "its place is refused\n");
	else if (all->pending)
		seq_puts(m, "its module is not loaded\n");
	else
		seq_puts(m, "its module was unloaded\n");
}

/* Why there are no records, if this became of all hits */
static const char * const fates[KPE_NR_COUNTS] = {
	[KPE_FILTERED] = "a condition or a filter rejected all hits",
	[KPE_LIMITED] = "budgets left out all hits",
	[KPE_UNWATCHED] = "no hit was of a task or CPU that is watched (set_event_pid, perf)",
	[KPE_TRIGGERS_ONLY] = "it is enabled for triggers only",
};

static void why_no_records(struct seq_file *m, const struct survey *all, bool counts)
{
	const unsigned long *n = all->sums.of;
	unsigned int i;

	seq_puts(m, "no records: ");
	for (i = 0; i < KPE_NR_COUNTS; i++) {
		if (fates[i] && n[i] >= n[KPE_HITS] + n[KPE_COPIES]) {
			seq_printf(m, "%s\n", fates[i]);
			return;
		}
	}
	if (n[KPE_DROPPED] && !counts && !tracing_is_on())
		seq_puts(m, "recording is off (tracing_on)\n");
	else
		seq_printf(m, "%lu filtered, %lu dropped, %lu limited, %lu unwatched, %lu for triggers only\n",
			   n[KPE_FILTERED], n[KPE_DROPPED], n[KPE_LIMITED],
			   n[KPE_UNWATCHED], n[KPE_TRIGGERS_ONLY]);
}

static void show_no_hits(struct seq_file *m, const struct kpe_probe *probe)
{
	const struct kpe_point *point;
	struct survey all = {};

	if (!READ_ONCE(probe->event->users) || seq_has_overflowed(m))
		return;
	list_for_each_entry(point, kpe_probe_points(probe), list) {
		survey_point(&all, point);
		if (all.sums.of[KPE_RECORDED])
			return;
		cond_resched();
	}
	show_comment(m, probe);
	if (all.sums.of[KPE_HITS])
		why_no_records(m, &all, probe->line->hist);
	else
		why_no_hits(m, probe, &all);
}

/* Return: false if the buffer is full or the task is killed */
static bool show_points(struct seq_file *m, const struct kpe_probe *probe,
			void (*show)(struct seq_file *m, const struct kpe_point *point))
{
	const struct kpe_point *point;

	list_for_each_entry(point, kpe_probe_points(probe), list) {
		if (seq_has_overflowed(m) || fatal_signal_pending(current))
			return false;
		show(m, point);
		cond_resched();
	}
	return true;
}

void kpe_status_probe(struct seq_file *m, const struct kpe_probe *probe)
{
	unsigned int i;

	if (!show_points(m, probe, show_point) || !show_points(m, probe, show_search))
		return;
	for (i = 0; probe->skipped && i < KPE_NR_ERRS; i++) {
		if (!probe->skipped[i])
			continue;
		show_comment(m, probe);
		seq_printf(m, "%u skipped: %s\n", probe->skipped[i], kpe_error_text(i));
	}
	if (probe->refused) {
		show_comment(m, probe);
		seq_printf(m, "its place is refused in its module: %s\n",
			   kpe_error_text(probe->refused));
	}
	show_stopped(m, probe);
	show_no_hits(m, probe);
}
