/* SPDX-License-Identifier: GPL-2.0 */
/*
 * limit - count the hits of events with budgets, and stop events
 *
 * Contract: what runs at a hit takes no locks and may be in an NMI. A hit takes from the
 * budgets before anything is fetched, and gives back what no buffer has recorded. An event
 * that stops rejects all hits from then on; events/stop.c disables it. The time of one
 * hit in KPE_SAMPLING is measured, so that an event cannot take a CPU.
 */
#ifndef KPE_LIMIT_H
#define KPE_LIMIT_H

#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/irq_work.h>
#include <linux/percpu.h>
#include <linux/rculist.h>
#include <linux/trace_clock.h>
#include <linux/trace_events.h>
#include "hit/fetch.h"
#include "language/definition.h"
#include "model/event.h"

/* Queued when an event is to be disabled; events/stop.c sets its function. */
extern struct irq_work kpe_stop_wanted;

/* Percent of a CPU's time for a second; 0: no limit. The parameter max_hit_share */
extern unsigned int kpe_max_hit_share;

/* The budgets of an event */
struct kpe_limits {
	unsigned long n[KPE_NR_BUDGETS];	/* as defined; 0: not given */
	unsigned long __percpu *matches;	/* hits of a CPU; NULL without $every */
	/* for $rate: low half of the jiffies when a second began, and records since then */
	atomic64_t second;
	atomic_long_t taken;		/* for $stop: hits that are recorded, or may be */
	atomic_long_t recorded;		/* for $stop: hits that are recorded */
};

/* What an event's hits take of a CPU's time */
struct kpe_load {
	u32 since;	/* low half of the jiffies when the current second began */
	u32 spent;	/* nanoseconds of the hits that were measured since then */
};

#define KPE_SAMPLING	61	/* prime: no rhythm of two or more events fits it */

DECLARE_PER_CPU(int, kpe_until_sample);

/*
 * Choose a hit to be measured: one in KPE_SAMPLING of a CPU's, or so, as another may come in
 * between. Context: any, preemption off. Return: the time for kpe_load_add(); 0: it is not
 */
static __always_inline u64 kpe_load_start(void)
{
	this_cpu_dec(kpe_until_sample);
	if (likely(raw_cpu_read(kpe_until_sample) > 0))
		return 0;
	raw_cpu_write(kpe_until_sample, KPE_SAMPLING);
	return trace_clock_local();
}

void kpe_load_add(struct kpe_event *event, u64 start, enum kpe_way way);

bool kpe_limit_take(struct kpe_event *event, u32 *second);
void kpe_limit_settle(struct kpe_event *event, u32 second, bool recorded);

static __always_inline u64 kpe_pack_second(u32 start, u32 records)
{
	return (u64)start << 32 | records;
}

/* Does a hit need kpe_limit_take()? The event's @only is NULL then. */
static __always_inline bool kpe_is_limited(const struct kpe_event *event)
{
	return event->limits || READ_ONCE(event->stopped);
}

/* Has an event stopped that is not disabled yet? */
static inline bool kpe_is_stopping(const struct kpe_event *event)
{
	const u8 stopped = READ_ONCE(event->stopped);

	return stopped && !(stopped & KPE_STOP_DONE);
}

/* What a trigger alone keeps registered is disabled. Context: RCU, or preemption off. */
static __always_inline bool kpe_is_enabled_again(const struct kpe_event *event, u8 stopped)
{
	struct kpe_file_link *link;

	if (!(stopped & KPE_STOP_DONE))
		return false;
	list_for_each_entry_rcu(link, &event->files, list)
		if (!(READ_ONCE(link->file->flags) & EVENT_FILE_FL_SOFT_DISABLED))
			return true;
	return false;
}

#endif
