// SPDX-License-Identifier: GPL-2.0
/*
 * The file is a table with one line for each point, for users and for awk. Lines that
 * begin with '#' are comments. Places are names, so the file discloses no address.
 */
#include <linux/seq_file.h>
#include "files/status.h"
#include "hit/limit.h"
#include "kernel/error_log.h"
#include "model/model.h"
#include "model/owner.h"
#include "places/place.h"
#include "points/arm.h"
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

static void show_event(struct seq_file *m, const struct kpe_event *event)
{
	seq_setwidth(m, EVENT_WIDTH);
	seq_printf(m, "%s/%s", kpe_event_group(event), event->name);
	seq_pad(m, ' ');
}

/* A point without a symbol shows the written place. */
static void show_place(struct seq_file *m, const struct kpe_point *point)
{
	seq_setwidth(m, PLACE_WIDTH);
	if (point->symbol)
		seq_printf(m, "%s+0x%x", point->symbol, point->offset);
	else
		kpe_place_show(m, &point->probe->line->place);
	seq_pad(m, ' ');
}

static void show_owner(struct seq_file *m, const struct kpe_owner *owner)
{
	seq_setwidth(m, OWNER_WIDTH);
	kpe_owner_show(m, owner);
	seq_pad(m, ' ');
}

/**
 * kpe_status_point() - print the line of a point
 * @m: printed to
 * @point: point
 *
 * Context: kpe_mutex; may sleep.
 */
void kpe_status_point(struct seq_file *m, const struct kpe_point *point)
{
	struct kpe_sums c = kpe_point_counts(point);
	unsigned long entry, nested;

	lockdep_assert_held(&kpe_mutex);
	kpe_point_missed(point, &entry, &nested);
	show_event(m, point->probe->event);
	seq_printf(m, "%-8s %-9s ", states[point->state],
		   kpe_point_means(point));
	show_place(m, point);
	seq_printf(m, "%-10s ", *point->module ? point->module :
						 KPE_KERNEL_NAME);
	show_owner(m, point->probe->event->owner);
	seq_printf(m, "%10lu %10lu %10lu %8lu %8lu %12lu %13lu %10lu %10lu %13lu %10lu\n",
		   c.of[KPE_HITS], c.of[KPE_RECORDED], c.of[KPE_FILTERED],
		   c.of[KPE_DROPPED], c.of[KPE_FAULTS], entry, nested,
		   c.of[KPE_LIMITED], c.of[KPE_UNWATCHED], c.of[KPE_TRIGGERS_ONLY],
		   c.of[KPE_COPIES]);
}

/**
 * kpe_status_search() - print that a point may never be hit
 * @m: printed to
 * @point: point; nothing is printed if its function is called, as far as is known
 *
 * Context: kpe_mutex.
 */
void kpe_status_search(struct seq_file *m, const struct kpe_point *point)
{
	const struct kpe_probe *probe = point->probe;
	const char *says = NULL;

	lockdep_assert_held(&kpe_mutex);
	if (probe->search != KPE_SEARCH_NONE)
		says = "being searched";
	else if (point->unreferenced)
		says = kpe_error_text(KPE_ERR_UNUSED);
	if (says && kpe_point_registered(point))
		seq_printf(m, "# %s/%s: %s: %s\n", kpe_event_group(probe->event),
			   probe->event->name, point->symbol, says);
}

/**
 * kpe_status_skipped() - print how many places of a probe were skipped, and why
 * @m: printed to
 * @probe: probe
 *
 * Context: kpe_mutex.
 */
void kpe_status_skipped(struct seq_file *m, const struct kpe_probe *probe)
{
	unsigned int i;

	lockdep_assert_held(&kpe_mutex);
	for (i = 0; probe->skipped && i < KPE_NR_ERRS; i++)
		if (probe->skipped[i])
			seq_printf(m, "# %s/%s: %u skipped: %s\n",
				   kpe_event_group(probe->event),
				   probe->event->name,
				   probe->skipped[i], kpe_error_text(i));
}

/* If it is enabled again, the next hit lets it run. */
static u8 why_stopped(const struct kpe_event *event)
{
	const u8 stopped = READ_ONCE(event->stopped);
	bool goes_on;

	rcu_read_lock();
	goes_on = kpe_is_enabled_again(event, stopped);
	rcu_read_unlock();
	return goes_on ? KPE_RUNS : stopped & ~KPE_STOP_DONE;
}

/**
 * kpe_status_stopped() - print why the event of a probe has stopped
 * @m: printed to
 * @probe: its first probe, for others nothing is printed
 *
 * Context: kpe_mutex.
 */
void kpe_status_stopped(struct seq_file *m, const struct kpe_probe *probe)
{
	const struct kpe_event *event = probe->event;
	const u8 stopped = why_stopped(event);

	lockdep_assert_held(&kpe_mutex);
	if (!list_is_first(&probe->sibling, kpe_event_probes(event)))
		return;
	if (stopped == KPE_STOPPED_BY_BUDGET)
		seq_printf(m, "# %s/%s: stopped by $stop=%lu, until it is enabled again\n",
			   kpe_event_group(event), event->name,
			   probe->line->budget->n[KPE_STOP]);
	else if (stopped == KPE_STOPPED_BY_LOAD)
		seq_printf(m, "# %s/%s: stopped as its hits took %u%% of a CPU's time, until it is enabled again\n",
			   kpe_event_group(event), event->name, READ_ONCE(event->share));
}

/**
 * kpe_status_head() - print the names of the columns
 * @m: printed to
 */
void kpe_status_head(struct seq_file *m)
{
	seq_printf(m, "%-*s %-8s %-9s %-*s %-10s %-*s ", EVENT_WIDTH, "# event",
		   "state", "means", PLACE_WIDTH, "place", "module",
		   OWNER_WIDTH, "owner");
	seq_printf(m, "%10s %10s %10s %8s %8s %12s %13s %10s %10s %13s %10s\n", "hits",
		   "recorded", "filtered", "dropped", "faults", "missed_entry",
		   "missed_nested", "limited", "unwatched", "triggers_only", "copies");
}
