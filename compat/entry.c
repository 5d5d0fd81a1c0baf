// SPDX-License-Identifier: GPL-2.0
/*
 * entry - what no header tells of the context in a record, found out by loading
 */
#include <linux/cache.h>
#include <linux/list.h>
#include <linux/perf_event.h>
#include <linux/preempt.h>
#include "compat/entry.h"

#ifdef KPE_HAVE_MIGRATION_COUNT

/* Only where a task cannot be made to count, the header is believed. */
bool kpe_packs_pins __ro_after_init = true;

/* The kernel fills a record for perf before it looks who wants it: here nobody does. */
static void __init find_packing(void)
{
	struct trace_entry entry = {};
	HLIST_HEAD(nobody);
	int rctx;

	migrate_disable();
	preempt_disable();
	rctx = perf_swevent_get_recursion_context();
	if (rctx >= 0) {
		perf_trace_buf_submit(&entry, sizeof(entry), rctx, 1, 1, NULL, &nobody, NULL);
		if (kpe_entry_pins())
			kpe_packs_pins = entry.preempt_count >> 4;
	}
	preempt_enable();
	migrate_enable();
}

#else

static void __init find_packing(void) { }

#endif

#ifdef KPE_HAVE_TRACE_CTX

static bool __init flags_are_known(void)
{
	struct trace_entry entry;

	kpe_entry_fill(&entry, 1, kpe_pack_ctx(0xa5, 0x37));
	return entry.flags == 0xa5 && entry.preempt_count == 0x37;
}

#else

static bool __init flags_are_known(void)
{
	const unsigned int resched = TRACE_FLAG_NEED_RESCHED | TRACE_FLAG_PREEMPT_RESCHED;
	const int pc = NMI_OFFSET | HARDIRQ_OFFSET | SOFTIRQ_OFFSET | 0x37;
	struct trace_entry on, off;
	unsigned long flags, none;

	local_irq_save(flags);
	local_save_flags(none);
	tracing_generic_entry_update(&on, 1, flags, pc);
	tracing_generic_entry_update(&off, 1, none, pc);
	local_irq_restore(flags);
	on.flags &= ~resched;
	off.flags &= ~resched;
	return on.flags == kpe_entry_context(pc) && off.flags == (on.flags | TRACE_FLAG_IRQS_OFF) &&
	       on.type == 1 && on.pid == current->pid && on.preempt_count == 0x37;
}

#endif

bool __init kpe_entry_ctx_is_known(void)
{
	find_packing();
	return flags_are_known();
}
