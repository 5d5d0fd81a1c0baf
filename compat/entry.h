/* SPDX-License-Identifier: GPL-2.0 */
/*
 * entry - what all records begin with: the context of the hit
 *
 * The kernel's own way to find that out is not exported, and what is exported
 * does so when it reserves a record. A filter may ask for these fields, and is
 * to be asked before; and who writes two records need not look twice.
 *
 * KPE_HAVE_RESCHED_LAZY: there is a third wish to reschedule.
 */
#ifndef KPE_COMPAT_ENTRY_H
#define KPE_COMPAT_ENTRY_H

#include <linux/irqflags.h>
#include <linux/minmax.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/trace_events.h>

/**
 * kpe_entry_is_known() - is struct trace_entry as described here
 *
 * A kernel with PREEMPT_RT may have one more field, which it alone can fill.
 *
 * Return: true if kpe_trace_ctx() is all there is to say.
 */
static inline bool kpe_entry_is_known(void)
{
	return sizeof(struct trace_entry) == sizeof(u64);
}

static __always_inline unsigned int kpe_entry_flags(unsigned int pc)
{
	unsigned int flags = irqs_disabled() ? TRACE_FLAG_IRQS_OFF : 0;

	if (likely(!(pc & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_MASK))))
		goto resched;
	if (pc & NMI_MASK)
		flags |= TRACE_FLAG_NMI;
	if (pc & HARDIRQ_MASK)
		flags |= TRACE_FLAG_HARDIRQ;
	if (pc & SOFTIRQ_OFFSET)
		flags |= TRACE_FLAG_SOFTIRQ;
	if ((pc & SOFTIRQ_MASK) >> (SOFTIRQ_SHIFT + 1))
		flags |= TRACE_FLAG_BH_OFF;
resched:
	if (tif_need_resched())
		flags |= TRACE_FLAG_NEED_RESCHED;
	if (test_preempt_need_resched())
		flags |= TRACE_FLAG_PREEMPT_RESCHED;
#ifdef KPE_HAVE_RESCHED_LAZY
	if (IS_ENABLED(CONFIG_ARCH_HAS_PREEMPT_LAZY) &&
	    test_thread_flag(TIF_NEED_RESCHED_LAZY))
		flags |= TRACE_FLAG_NEED_RESCHED_LAZY;
#endif
	return flags;
}

static __always_inline unsigned int kpe_entry_preempt_count(unsigned int pc)
{
	unsigned int count = min(pc & PREEMPT_MASK, 0xfU);

	/* without the one that this hit is handled under */
	if (IS_ENABLED(CONFIG_PREEMPTION))
		count--;
#ifdef CONFIG_SMP
	count |= min_t(unsigned int, current->migration_disabled, 0xf) << 4;
#endif
	return count;
}

/**
 * kpe_trace_ctx() - the context, as tracing_generic_entry_update() takes it
 *
 * Context: a hit, preemption off once more than at the probe point.
 */
static __always_inline unsigned int kpe_trace_ctx(void)
{
	unsigned int pc = preempt_count();

	return kpe_entry_flags(pc) << 16 | kpe_entry_preempt_count(pc);
}

#endif
