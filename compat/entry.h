/* SPDX-License-Identifier: GPL-2.0 */
/*
 * entry - what all records begin with, before the kernel has written it
 *
 * A filter may ask for these fields, and is to be asked before there is a record.
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
 * Return: true if kpe_entry_fill() fills all of it.
 */
static inline bool kpe_entry_is_known(void)
{
	return sizeof(struct trace_entry) == sizeof(u64);
}

static __always_inline u8 kpe_entry_flags(unsigned int pc)
{
	u8 flags = irqs_disabled() ? TRACE_FLAG_IRQS_OFF : 0;

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

static __always_inline u8 kpe_entry_preempt_count(unsigned int pc)
{
	u8 count = min(pc & PREEMPT_MASK, 0xfU);

	/* without the one that this hit is handled under */
	if (IS_ENABLED(CONFIG_PREEMPTION))
		count--;
#ifdef CONFIG_SMP
	count |= min_t(unsigned int, current->migration_disabled, 0xf) << 4;
#endif
	return count;
}

/**
 * kpe_entry_fill() - say what the kernel will say
 * @entry: filled
 * @type: of the event
 *
 * Context: a hit, preemption off once more than at the probe point.
 */
static __always_inline void kpe_entry_fill(struct trace_entry *entry, u16 type)
{
	unsigned int pc = preempt_count();

	entry->type = type;
	entry->flags = kpe_entry_flags(pc);
	entry->preempt_count = kpe_entry_preempt_count(pc);
	entry->pid = current->pid;
}

#endif
