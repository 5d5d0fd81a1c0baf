/* SPDX-License-Identifier: GPL-2.0 */
/*
 * write - begin a hit, and write its record into a buffer
 *
 * Contract: as hit.h. All is inline, because calls are a large part of the cost of a hit.
 */
#ifndef KPE_WRITE_H
#define KPE_WRITE_H

#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/ring_buffer.h>
#include <linux/trace_events.h>
#include "arch/arch.h"
#include "compat/compiler.h"
#include "compat/entry.h"
#include "hit/fetch.h"
#include "hit/limit.h"
#include "model/point.h"
#include "model/probe.h"

/* ----------------------------------------------------------------- counters */

/*
 * Each hit counts what becomes of it. None is lost, in any context. A usual hit writes nothing
 * that CPUs share.
 */
static __always_inline void kpe_count_recorded(struct kpe_point *point)
{
	this_cpu_inc(*point->recorded);
}

static __always_inline void kpe_count(struct kpe_point *point, enum kpe_count what,
				      unsigned long n)
{
	atomic_long_add(n, &point->counts->shared[what]);
}

/* ----------------------------------------------------------------- contexts */

/* Room for the records of a CPU; a record may be read a word beyond its end */
struct kpe_scratch {
	u8 record[KPE_NR_CONTEXTS][ALIGN(KPE_MAX_RECORD + sizeof(u64), sizeof(u64))] __aligned(8);
};

/* Allocated by module init */
extern struct kpe_scratch __percpu *kpe_scratch;

/* For the record. @count: preempt count of the probed code */
static __always_inline unsigned int kpe_ctx_of(enum kpe_way way, unsigned int count,
					       struct pt_regs *regs)
{
	switch (way) {
	case KPE_BY_BREAKPOINT:
		return kpe_make_ctx(count, kpe_arch_stopped_irqs_off(regs));
	case KPE_BY_RETURN:
		return kpe_make_ctx(count, kpe_arch_returned_irqs_off(regs));
	default:
		return kpe_make_ctx(count, irqs_disabled());
	}
}

/* A bit per context for a hit, and a bit per context for hooking a return */
DECLARE_PER_CPU(unsigned int, kpe_handling);

static __always_inline unsigned int kpe_context_now(void)
{
	if (likely(kpe_is_task(preempt_count())))
		return BIT(0);
	return BIT(kpe_context_level());
}

/*
 * Functions called by a hit may be probed. Such hits are missed, as in the kprobe core, but
 * hits in interrupts are not. Return: false if this CPU is in one of @others or in @mine
 */
static __always_inline bool kpe_begin(struct kpe_point *point, unsigned int mine,
				      unsigned int others)
{
	if (unlikely(this_cpu_read(kpe_handling) & (others | mine))) {
		kpe_count(point, KPE_NESTED, 1);
		return false;
	}
	this_cpu_or(kpe_handling, mine);
	barrier();
	return true;
}

static __always_inline void kpe_end(unsigned int mine)
{
	barrier();
	/* not atomic on all machines, but a hit in an interrupt restores what it changes */
	raw_cpu_and(kpe_handling, ~mine);
}

static __always_inline u8 *kpe_scratch_of(unsigned int context)
{
	return this_cpu_ptr(kpe_scratch)->record[__ffs(context)];
}

/* ------------------------------------------------------------------ buffers */

/* A file with any of these flags may reject records. */
#define KPE_NOT_PLAIN (EVENT_FILE_FL_FILTERED | EVENT_FILE_FL_SOFT_DISABLED | \
		       EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_TRIGGER_COND | \
		       EVENT_FILE_FL_PID_FILTER)

static __always_inline unsigned long kpe_shown_at(const struct kpe_point *point)
{
	return kpe_arch_shown(point->addr, point->site);
}

/* Write what is between the trace entry and the arguments. */
static __always_inline void kpe_write_head(u8 *record, const struct kpe_point *point,
					   enum kpe_way way, unsigned long ret_ip)
{
	const size_t gap = KPE_RECORD_HEAD - sizeof(struct trace_entry);
	unsigned long *head = (unsigned long *)(record + KPE_RECORD_HEAD);

	if (gap)
		memset(record + sizeof(struct trace_entry), 0, gap);
	head[0] = kpe_shown_at(point);
	if (way == KPE_BY_RETURN)
		head[1] = ret_ip;
}

/* The decision is made only here. */
bool kpe_is_rejected(const struct kpe_event *event, const struct trace_event_file *file,
		     u8 *record, unsigned int ctx);
bool kpe_registers_are_rejected(struct kpe_point *point, const struct trace_event_file *file,
				struct pt_regs *regs, unsigned int ctx, unsigned long ret_ip,
				u8 *record);

/* As ring_buffer_event_data(); linux/ring_buffer.h describes where data is. */
static __always_inline void *kpe_event_data(struct ring_buffer_event *event)
{
	unsigned int words = event->type_len;

	if (unlikely(!words || words > RINGBUF_TYPE_DATA_TYPE_LEN_MAX))
		return ring_buffer_event_data(event);
	return event->array;
}

/*
 * With the context of the probed code, and for tasks that are not watched, too. Return: true
 * if @buffer->entry is to be filled for kpe_commit(); false without room, which is counted
 */
static __always_inline bool kpe_reserve(struct kpe_point *point, const struct kpe_event *event,
					struct trace_event_buffer *buffer,
					struct trace_event_file *file,
					unsigned int size, unsigned int ctx)
{
	buffer->trace_file = file;
	if (unlikely(!kpe_entry_reserve(buffer, file, event->call.event.type, size, ctx))) {
		kpe_count(point, KPE_DROPPED, 1);
		return false;
	}
	buffer->entry = kpe_event_data(buffer->event);
	return true;
}

/*
 * For a record that @file's filter has accepted: @file without its filter, in @plain, so that
 * the kernel does not decide a second time, and needs no buffer between. @flags: those of the
 * file when it was asked; it has no triggers, whose list cannot be copied.
 */
static __always_inline struct trace_event_file *
kpe_file_accepted(const struct trace_event_file *file, unsigned long flags,
		  struct trace_event_file *plain)
{
	*plain = *file;
	plain->flags = flags & ~EVENT_FILE_FL_FILTERED;
	return plain;
}

static __always_inline void kpe_commit(struct trace_event_buffer *buffer, struct pt_regs *regs)
{
	buffer->regs = regs;
	trace_event_buffer_commit(buffer);
}

/*
 * Handle a hit if one buffer takes it, and has registers only: the record is made where it stays.
 * @regs: as after a breakpoint. @count: preempt count of the probed code. @ret_ip: for a return,
 * its address. Context: any, preemption off. Return: false if it is up to kpe_hit_any()
 */
static __always_inline bool kpe_write_registers(struct kpe_point *point, struct pt_regs *regs,
						enum kpe_way way, unsigned int count,
						unsigned long ret_ip)
{
	const struct kpe_program *prog = point->program;
	struct kpe_event *event = point->probe->event;
	struct trace_event_file *file = READ_ONCE(event->only);
	const unsigned int context = kpe_context_now();
	struct trace_event_buffer buffer __uninitialized;
	unsigned long flags;
	unsigned int ctx;
	u8 *scratch;
	u64 start;

	if (unlikely(prog->quick != way || !file))
		return false;
	flags = READ_ONCE(file->flags) & KPE_NOT_PLAIN;
	if (unlikely(flags) && flags != EVENT_FILE_FL_FILTERED && flags != EVENT_FILE_FL_PID_FILTER)
		return false;
	if (!kpe_begin(point, context, 0))
		return true;
	start = kpe_load_start();
	ctx = kpe_ctx_of(way, count, regs);
	if (unlikely(flags == EVENT_FILE_FL_PID_FILTER)) {
		if (trace_event_ignore_this_pid(file)) {
			kpe_count(point, KPE_UNWATCHED, 1);
			goto end;
		}
	} else if (unlikely(flags)) {
		scratch = kpe_scratch_of(context);
		if (kpe_registers_are_rejected(point, file, regs, ctx, ret_ip, scratch))
			goto end;
		file = kpe_file_accepted(file, flags, (struct trace_event_file *)scratch);
	}
	if (likely(kpe_reserve(point, event, &buffer, file, prog->size, ctx))) {
		kpe_copy_registers(prog, regs, buffer.entry);
		kpe_write_head(buffer.entry, point, way, ret_ip);
		kpe_count_recorded(point);
		kpe_commit(&buffer, regs);
	}
end:
	if (unlikely(start))
		kpe_load_add(event, start, way);
	kpe_end(context);
	return true;
}

#endif
