// SPDX-License-Identifier: GPL-2.0
/*
 * The first reason that is known is printed, in a line of kprobe_status that begins with
 * "#". A probe of many places is judged as a whole.
 */
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include "files/no_hits.h"
#include "model/model.h"
#include "points/arm.h"
#include "points/counts.h"

/**
 * struct survey - the points of a probe
 * @armed: number of those that are armed
 * @ftrace_off: of these, number of those that ftrace no longer calls
 * @kprobes_off: of these, number of those that the kprobe core has disarmed
 * @pending: number of those that wait for their module
 * @in_init: number of those in init code that is gone
 * @missed: hits that were missed
 * @sums: counters of all
 */
struct survey {
	unsigned int armed;
	unsigned int ftrace_off;
	unsigned int kprobes_off;
	unsigned int pending;
	unsigned int in_init;
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

static void why_no_hits(struct seq_file *m, const struct kpe_event *event,
			const struct survey *all)
{
	seq_puts(m, "no hits: ");
	if (all->missed)
		seq_printf(m, "%lu were missed", all->missed);
	else if (all->armed && all->armed == all->ftrace_off)
		seq_puts(m, "ftrace is turned off (kernel.ftrace_enabled)");
	else if (all->armed && all->armed == all->kprobes_off)
		seq_puts(m, "kprobes are turned off (debugfs kprobes/enabled)");
	else if (all->armed)
		/* whether anything refers to the function would be said here, too */
		seq_printf(m, "not called since it was enabled %lu s ago",
			   (jiffies - READ_ONCE(event->enabled_at)) / HZ);
	else if (all->in_init)
		seq_puts(m, "the function was init code, which is gone");
	else if (all->pending)
		seq_puts(m, "its module is not loaded");
	else
		seq_puts(m, "its module was unloaded");
}

/* Why there are no records, if this became of all hits */
static const char * const fates[KPE_NR_COUNTS] = {
	[KPE_FILTERED] = "a condition or a filter rejected all hits",
	[KPE_LIMITED] = "budgets left out all hits",
	[KPE_UNWATCHED] = "no hit was of a task or CPU that is watched (set_event_pid, perf)",
	[KPE_TRIGGERS_ONLY] = "it is enabled for triggers only",
};

static void why_no_records(struct seq_file *m, const struct survey *all)
{
	const unsigned long *n = all->sums.of;
	unsigned int i;

	seq_puts(m, "no records: ");
	for (i = 0; i < KPE_NR_COUNTS; i++) {
		if (fates[i] && n[i] >= n[KPE_HITS] + n[KPE_COPIES]) {
			seq_puts(m, fates[i]);
			return;
		}
	}
	if (n[KPE_DROPPED] && !tracing_is_on())
		seq_puts(m, "recording is off (tracing_on)");
	else
		seq_printf(m, "%lu filtered, %lu dropped, %lu limited, %lu unwatched, %lu for triggers only",
			   n[KPE_FILTERED], n[KPE_DROPPED], n[KPE_LIMITED],
			   n[KPE_UNWATCHED], n[KPE_TRIGGERS_ONLY]);
}

/**
 * kpe_status_no_hits() - print why an enabled event has no hits or no records
 * @m: printed to
 * @probe: probe; if it has records, or its event is not enabled, nothing is printed
 *
 * Context: kpe_mutex; may sleep.
 */
void kpe_status_no_hits(struct seq_file *m, const struct kpe_probe *probe)
{
	const struct kpe_event *event = probe->event;
	const struct kpe_point *point;
	struct survey all = {};

	lockdep_assert_held(&kpe_mutex);
	if (!READ_ONCE(event->users) || seq_has_overflowed(m))
		return;
	list_for_each_entry(point, kpe_probe_points(probe), list) {
		survey_point(&all, point);
		if (all.sums.of[KPE_RECORDED])
			return;
		cond_resched();
	}
	seq_printf(m, "# %s/%s: ", kpe_event_group(event), event->name);
	if (all.sums.of[KPE_HITS])
		why_no_records(m, &all);
	else
		why_no_hits(m, event, &all);
	seq_putc(m, '\n');
}
