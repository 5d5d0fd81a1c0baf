/* SPDX-License-Identifier: GPL-2.0 */
/*
 * entry - the context of a hit, in the header of each record
 *
 * The kernel computes it when it reserves a record; the function is not exported. But filters use
 * these fields before that, and several records of a hit can share them.
 */
#ifndef KPE_COMPAT_ENTRY_H
#define KPE_COMPAT_ENTRY_H

#include <linux/irqflags.h>
#include <linux/minmax.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/trace_events.h>

#ifndef KPE_HAVE_TRACE_FLAGS
/* Private to the kernel's tracer there; kpe_entry_ctx_is_known() tests them. */
enum {
	TRACE_FLAG_IRQS_OFF		= 0x01,
	TRACE_FLAG_NEED_RESCHED		= 0x04,
	TRACE_FLAG_HARDIRQ		= 0x08,
	TRACE_FLAG_SOFTIRQ		= 0x10,
	TRACE_FLAG_PREEMPT_RESCHED	= 0x20,
	TRACE_FLAG_NMI			= 0x40,
};
#endif

#ifdef KPE_HAVE_FLAG_BH_OFF
#define KPE_FLAG_BH_OFF		TRACE_FLAG_BH_OFF
#else
#define KPE_FLAG_BH_OFF		0
#endif

/* With PREEMPT_RT the kernel counts softirqs elsewhere. */
static __always_inline unsigned int kpe_entry_context(unsigned int pc)
{
	unsigned int soft = IS_ENABLED(CONFIG_PREEMPT_RT) ? softirq_count() :
							    pc & SOFTIRQ_MASK;
	unsigned int flags = 0;

	if (likely(!((pc & (NMI_MASK | HARDIRQ_MASK)) | soft)))
		return 0;
	if (pc & NMI_MASK)
		flags |= TRACE_FLAG_NMI;
	if (pc & HARDIRQ_MASK)
		flags |= TRACE_FLAG_HARDIRQ;
	if (soft & SOFTIRQ_OFFSET)
		flags |= TRACE_FLAG_SOFTIRQ;
	if (soft >> (SOFTIRQ_SHIFT + 1))
		flags |= KPE_FLAG_BH_OFF;
	return flags;
}

#ifdef KPE_HAVE_RESCHED_LAZY
#define KPE_FLAG_LAZY	TRACE_FLAG_NEED_RESCHED_LAZY
#else
#define KPE_FLAG_LAZY	0
#endif

static __always_inline bool kpe_entry_needs_lazy_resched(void)
{
#ifdef KPE_HAVE_RESCHED_LAZY
	return (IS_ENABLED(CONFIG_ARCH_HAS_PREEMPT_LAZY) || IS_ENABLED(CONFIG_PREEMPT_LAZY)) &&
	       test_thread_flag(TIF_NEED_RESCHED_LAZY);
#else
	return false;
#endif
}

static __always_inline unsigned int kpe_entry_needs_resched(void)
{
	unsigned int flags = 0;

	/* some kernels' tif_need_resched() has the lazy flag, too */
	if (test_thread_flag(TIF_NEED_RESCHED))
		flags |= TRACE_FLAG_NEED_RESCHED;
	if (test_preempt_need_resched())
		flags |= TRACE_FLAG_PREEMPT_RESCHED;
	if (kpe_entry_needs_lazy_resched())
		flags |= KPE_FLAG_LAZY;
	return flags;
}

/* Is that how often the task may not migrate in a record, too? kpe_entry_ctx_is_known() looks. */
#ifdef KPE_HAVE_MIGRATION_COUNT
extern bool kpe_packs_pins;
#else
#define kpe_packs_pins	false
#endif

/* How often may the task not migrate? */
static __always_inline unsigned int kpe_entry_pins(void)
{
#if defined(CONFIG_SMP) && defined(KPE_HAVE_MIGRATION_COUNT)
	return current->migration_disabled;
#else
	return 0;
#endif
}

static __always_inline unsigned int kpe_entry_preempt_count(unsigned int pc)
{
	/* at first all of the byte was that */
	if (!kpe_packs_pins)
		return pc & 0xff;
	return min_t(unsigned int, pc & PREEMPT_MASK, 0xf) |
	       min_t(unsigned int, kpe_entry_pins(), 0xf) << 4;
}

/* Does nobody request that the CPU be rescheduled? */
static __always_inline bool kpe_entry_is_usual(void)
{
	return !IS_ENABLED(CONFIG_PREEMPT_RT) && likely(!tif_need_resched()) &&
	       likely(!test_preempt_need_resched()) &&
	       likely(!kpe_entry_needs_lazy_resched()) && likely(!kpe_entry_pins());
}

/* As tracing_generic_entry_update() takes it. */
static __always_inline unsigned int kpe_pack_ctx(unsigned int flags, unsigned int count)
{
#ifdef KPE_HAVE_LAZY_COUNT
	return flags << 24 | (preempt_lazy_count() & 0xff) << 16 | count;
#else
	return flags << 16 | count;
#endif
}

/* Pack the context of the probed code for a record. Context: a hit. */
static __always_inline unsigned int kpe_make_ctx(unsigned int pc, bool irqs_off)
{
	unsigned int flags = irqs_off ? TRACE_FLAG_IRQS_OFF : 0;

	if (likely(!pc) && kpe_entry_is_usual())
		return kpe_pack_ctx(flags, 0);
	flags |= kpe_entry_context(pc) | kpe_entry_needs_resched();
	return kpe_pack_ctx(flags, kpe_entry_preempt_count(pc));
}

/* Is neither an interrupt nor a softirq being handled? */
static __always_inline bool kpe_is_task(unsigned int pc)
{
	return !(pc & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET));
}

/* Without the level of the hit itself; without a preempt count it would borrow */
static __always_inline unsigned int kpe_without_hit(unsigned int pc)
{
	return pc & PREEMPT_MASK ? pc - PREEMPT_OFFSET : pc;
}

/* The level of the current context: 0 in a task, to 3 in an NMI */
static __always_inline unsigned int kpe_context_level(void)
{
#ifdef KPE_HAVE_CONTEXT_LEVEL
	return interrupt_context_level();
#else
	const unsigned int pc = preempt_count();

	return !!(pc & NMI_MASK) + !!(pc & (NMI_MASK | HARDIRQ_MASK)) + !kpe_is_task(pc);
#endif
}

#ifdef KPE_HAVE_TRACE_CTX

static __always_inline void kpe_entry_fill(struct trace_entry *entry, unsigned short type,
					   unsigned int ctx)
{
	tracing_generic_entry_update(entry, type, ctx);
}

/* Reserve a record with a header. Return: false if there is no room */
static __always_inline bool kpe_entry_reserve(struct trace_event_buffer *buffer,
					      struct trace_event_file *file, unsigned short type,
					      unsigned int size, unsigned int ctx)
{
	buffer->trace_ctx = ctx;
	buffer->event = trace_event_buffer_lock_reserve(&buffer->buffer, file, type, size, ctx);
	return buffer->event;
}

#else

/* The kernel packs a context itself, that of a hit. */
static __always_inline void kpe_entry_fill(struct trace_entry *entry, unsigned short type,
					   unsigned int ctx)
{
	entry->type = type;
	entry->flags = ctx >> 16;
	entry->preempt_count = ctx;
	entry->pid = current->pid;
}

static __always_inline bool kpe_entry_reserve(struct trace_event_buffer *buffer,
					      struct trace_event_file *file, unsigned short type,
					      unsigned int size, unsigned int ctx)
{
	/* of stacks that the kernel adds to it */
	local_save_flags(buffer->flags);
	buffer->pc = preempt_count();
	buffer->event = trace_event_buffer_lock_reserve(&buffer->buffer, file, type, size,
							buffer->flags, buffer->pc);
	if (unlikely(!buffer->event))
		return false;
	kpe_entry_fill(ring_buffer_event_data(buffer->event), type, ctx);
	return true;
}

#endif

/* Does the kernel pack a context as kpe_make_ctx() does? Context: loading */
bool kpe_entry_ctx_is_known(void);

#endif
