/* SPDX-License-Identifier: GPL-2.0 */
/*
 * direct - a hit whose arguments are fetched directly into the only buffer
 *
 * Contract: as hit.h. Everything is inline, because a hit is as fast as its calls are few.
 */
#ifndef KPE_DIRECT_H
#define KPE_DIRECT_H

#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/ring_buffer.h>
#include <linux/trace_events.h>
#include "arch/arch.h"
#include "compat/compiler.h"
#include "compat/entry.h"
#include "hit/count.h"
#include "hit/fetch.h"
#include "hit/limit.h"
#include "hit/scratch.h"
#include "model/event.h"
#include "model/point.h"

void kpe_hit_measured(struct kpe_point *point, struct pt_regs *regs, unsigned int context);
bool kpe_hit_matches(struct kpe_point *point, const struct trace_event_file *file,
		     struct pt_regs *regs, unsigned int ctx);

/* ----------------------------------------------------------------- contexts */

/* A bit per context for a hit, and a bit per context for hooking a return */
DECLARE_PER_CPU(unsigned int, kpe_handling);
#define KPE_ALL_HOOKING	GENMASK(2 * KPE_NR_CONTEXTS - 1, KPE_NR_CONTEXTS)

/* The bit of the current context */
static __always_inline unsigned int kpe_context_now(void)
{
	if (likely(kpe_is_task(preempt_count())))
		return BIT(0);
	return BIT(interrupt_context_level());
}

/*
 * Functions called by a hit may be probed. Such hits are missed, as in the
 * kprobe core, but hits in interrupts are not.
 */
static __always_inline bool kpe_begin_unless(struct kpe_point *point, unsigned int others,
					     unsigned int mine)
{
	if (unlikely(this_cpu_read(kpe_handling) & (others | mine))) {
		kpe_count(point, KPE_NESTED, 1);
		return false;
	}
	this_cpu_or(kpe_handling, mine);
	barrier();
	return true;
}

static __always_inline bool kpe_begin(struct kpe_point *point, unsigned int context)
{
	return kpe_begin_unless(point, 0, context);
}

static __always_inline void kpe_end(unsigned int mine)
{
	barrier();
	/* not atomic on all machines, but a hit in an interrupt restores what it changes */
	raw_cpu_and(kpe_handling, ~mine);
}

/* ----------------------------------------------------------- probed context */

/*
 * Did a breakpoint cause this hit? In an NMI it may also be a jump, so look at the
 * code. It changes while a probe is being optimized; then a hit in an NMI may be
 * recorded with the context that the NMI interrupted.
 */
static __always_inline bool kpe_is_breakpoint(const struct kpe_point *point)
{
	const struct kprobe *kp;

	if (likely(!kpe_arch_may_be_stopped()) || point->by_ftrace)
		return false;
	kp = &point->kprobe->rp.kp;
	return kpe_arch_is_breakpoint(*kp->addr);
}

/* For probes that are not return probes; returns have no breakpoint. */
static __always_inline unsigned int kpe_entry_ctx(const struct kpe_point *point,
						  struct pt_regs *regs)
{
	if (unlikely(kpe_is_breakpoint(point)))
		return kpe_make_ctx(kpe_arch_stopped_count(preempt_count()),
				    kpe_arch_stopped_irqs_off(regs));
	return kpe_trace_ctx();
}

/* ------------------------------------------------------------------ records */

static __always_inline unsigned long kpe_shown_at(const struct kpe_point *point)
{
	return kpe_arch_shown(point->addr, point->site);
}

/* Write what is between the trace entry and the arguments. Return: the probe point */
static __always_inline unsigned long *kpe_write_head(u8 *record, unsigned long ip)
{
	const size_t gap = KPE_RECORD_HEAD - sizeof(struct trace_entry);
	unsigned long *head = (unsigned long *)(record + KPE_RECORD_HEAD);

	if (gap)
		memset(record + sizeof(struct trace_entry), 0, gap);
	head[0] = ip;
	return head;
}

/* A file with any of these flags may reject records. */
#define KPE_NOT_PLAIN (EVENT_FILE_FL_FILTERED | EVENT_FILE_FL_SOFT_DISABLED | \
		       EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_TRIGGER_COND | \
		       EVENT_FILE_FL_PID_FILTER)

static __always_inline unsigned long kpe_not_plain(const struct trace_event_file *file)
{
	return READ_ONCE(file->flags) & KPE_NOT_PLAIN;
}

static __always_inline bool kpe_is_plain(const struct trace_event_file *file)
{
	return !kpe_not_plain(file);
}

/* Does kpe_hit_matches() alone decide, if this is what kpe_not_plain() returns? */
static __always_inline bool kpe_is_filtered_only(const struct kpe_program *prog,
						 unsigned long flags)
{
	return flags == EVENT_FILE_FL_FILTERED && prog->steady && kpe_entry_is_known();
}

/* As ring_buffer_event_data(); linux/ring_buffer.h describes where data is. */
static __always_inline void *kpe_event_data(struct ring_buffer_event *event)
{
	unsigned int words = event->type_len;

	if (unlikely(!words || words > RINGBUF_TYPE_DATA_TYPE_LEN_MAX))
		return ring_buffer_event_data(event);
	return event->array;
}

/* The kernel may use its own buffer. It fills the entry, which is then corrected. */
static __always_inline void *kpe_reserve_any(struct trace_event_buffer *buffer,
					     struct trace_event_file *file,
					     unsigned int size, unsigned int ctx)
{
	void *entry = trace_event_buffer_reserve(buffer, file, size);

	if (likely(entry)) {
		kpe_entry_set_ctx(entry, ctx);
		buffer->trace_ctx = ctx;
	}
	return entry;
}

/* Like trace_event_buffer_reserve() for a plain file, but with the known context */
static __always_inline bool kpe_reserve(struct trace_event_buffer *buffer,
					struct trace_event_file *file,
					const struct kpe_event *event,
					unsigned int size, unsigned int ctx)
{
	if (!kpe_entry_is_known())
		return kpe_reserve_any(buffer, file, size, ctx);
	buffer->trace_ctx = ctx;
	buffer->trace_file = file;
	buffer->event = trace_event_buffer_lock_reserve(&buffer->buffer, file,
							event->call.event.type,
							size, ctx);
	if (unlikely(!buffer->event))
		return false;
	buffer->entry = kpe_event_data(buffer->event);
	return true;
}

static __always_inline void kpe_commit(struct kpe_point *point,
				       struct trace_event_buffer *buffer,
				       struct pt_regs *regs)
{
	kpe_count_recorded(point);
	buffer->regs = regs;
	trace_event_buffer_commit(buffer);
}

/* Run a plain program directly into the buffer. */
static __always_inline void kpe_write_direct(struct kpe_point *point,
					     const struct kpe_event *event,
					     struct trace_event_file *file,
					     struct pt_regs *regs, unsigned int ctx)
{
	const struct kpe_program *prog = point->program;
	struct trace_event_buffer buffer __uninitialized;
	struct kpe_comm comm __uninitialized;
	unsigned int faults, size = kpe_program_plain_size(prog, &comm);
	u8 *entry;

	if (unlikely(!kpe_reserve(&buffer, file, event, size, ctx))) {
		kpe_count(point, KPE_DROPPED, 1);
		return;
	}
	entry = buffer.entry;
	faults = kpe_program_run_plain(prog, regs, &comm, entry);
	kpe_write_head(entry, kpe_shown_at(point));
	if (unlikely(faults))
		kpe_count(point, KPE_FAULTS, faults);
	kpe_commit(point, &buffer, regs);
}

/**
 * kpe_hit_direct() - handle a hit if one buffer takes it directly
 * @point: armed
 * @regs: as after a breakpoint, but not of one
 * @count: preempt count of the probed code
 *
 * Context: any, preemption off. Return: false if it is up to kpe_hit_entry(), or to
 * kpe_hit_hook() for a return probe.
 */
static __always_inline bool kpe_hit_direct(struct kpe_point *point, struct pt_regs *regs,
					   unsigned int count)
{
	const struct kpe_event *event = point->probe->event;
	struct trace_event_file *file = READ_ONCE(event->only);
	unsigned long flags;
	unsigned int ctx;

	if (unlikely(!point->program->direct || !file))
		return false;
	flags = kpe_not_plain(file);
	if (unlikely(flags) && !kpe_is_filtered_only(point->program, flags))
		return false;
	if (unlikely(!kpe_task_ctx(count, &ctx)))
		return false;
	if (!kpe_begin(point, BIT(0)))
		return true;
	if (unlikely(kpe_load_samples()))
		kpe_hit_measured(point, regs, BIT(0));
	else if (likely(!flags) || kpe_hit_matches(point, file, regs, ctx))
		kpe_write_direct(point, event, file, regs, ctx);
	kpe_end(BIT(0));
	return true;
}

#endif
