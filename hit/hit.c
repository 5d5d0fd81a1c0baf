// SPDX-License-Identifier: GPL-2.0
/*
 * If one buffer takes all records of an event, and their size is known, arguments
 * are fetched directly into the buffer, by direct.h. If all are registers, the buffer may
 * have a filter, which sees a record of its own before that. Otherwise a record is fetched
 * into a scratch buffer of this CPU, passed to the filters before any buffer is touched,
 * and copied into each buffer that takes it. Arguments that are registers are copied
 * directly from there, into each buffer.
 *
 * The kernel unwinds the stack of a hit if it is to show one, so there are few
 * functions between its caller and the kernel's.
 *
 * All functions are marked __kprobes, as a probe in them would recurse forever.
 * The kernel functions that they call may be probed; such a hit is missed.
 */
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/rculist.h>
#include <linux/trace_clock.h>
#include <linux/trace_events.h>
#include "arch/arch.h"
#include "compat/entry.h"
#include "compat/unaligned.h"
#include "hit/count.h"
#include "hit/decide.h"
#include "hit/direct.h"
#include "hit/hit.h"
#include "hit/limit.h"
#include "hit/running.h"
#include "hit/scratch.h"

struct kpe_scratch __percpu *kpe_scratch;
struct kprobe * __percpu *kpe_running_kprobe __ro_after_init;

DEFINE_PER_CPU(unsigned int, kpe_handling);
static_assert(2 * KPE_NR_CONTEXTS <= BITS_PER_BYTE * sizeof(unsigned int));

static __always_inline u8 *scratch_of(unsigned int context)
{
	return this_cpu_ptr(kpe_scratch)->record[__ffs(context)];
}

/* --------------------------------------------------------- hits without RCU */

struct kpe_uncovered kpe_uncovered[KPE_MAX_UNCOVERED];

/**
 * kpe_hit_not_covered() - count a hit that cannot be handled
 * @ip: place; not counted if there are KPE_MAX_UNCOVERED others
 *
 * Context: any.
 */
void __kprobes kpe_hit_not_covered(unsigned long ip)
{
	unsigned long there;
	unsigned int i;

	for (i = 0; i < KPE_MAX_UNCOVERED; i++) {
		there = READ_ONCE(kpe_uncovered[i].ip);
		if (!there)
			there = cmpxchg(&kpe_uncovered[i].ip, 0, ip) ?: ip;
		if (there != ip)
			continue;
		atomic_long_inc(&kpe_uncovered[i].hits);
		return;
	}
}

/* ------------------------------------------------------------------ records */

/**
 * struct record - a record for several buffers
 * @bytes: scratch of this CPU and context; valid after the trace entry, but only if the
 *	program is not steady
 * @size: bytes; 0 until it is fetched
 */
struct record {
	u8 *bytes;
	unsigned int size;
};

static __always_inline void write_head(u8 *record, const struct kpe_hit *hit)
{
	unsigned long *head = kpe_write_head(record, hit->ip);

	if (hit->is_return)
		head[1] = hit->ret_ip;
}

/* Fetch all of a record but the trace entry. */
static noinline void __no_stack_protector __kprobes
fill(struct kpe_point *point, struct kpe_hit *hit, struct record *record, unsigned int context)
{
	record->bytes = scratch_of(context);
	record->size = kpe_program_run(point->program, hit, record->bytes);
	write_head(record->bytes, hit);
	if (unlikely(hit->faults))
		kpe_count(point, KPE_FAULTS, hit->faults);
}

/* Fetch at the first call, unless registers are copied into each buffer. */
static __always_inline void fetch_once(struct kpe_point *point, struct kpe_hit *hit,
				       struct record *record, unsigned int context)
{
	if (record->size)
		return;
	if (likely(point->program->steady))
		record->size = point->program->size;
	else
		fill(point, hit, record, context);
}

static __always_inline void copy_steady(void *to, const struct kpe_point *point,
					const struct kpe_hit *hit)
{
	kpe_copy_registers(point->program, hit->regs, to);
	write_head(to, hit);
}

/*
 * Copies at least a word, the last one first. Copies exactly @n bytes, as the
 * scratch contains old data behind them.
 */
static __always_inline void copy_bytes(u8 *to, const u8 *from, unsigned int n)
{
	const u8 *last = from + n - 8;

	to += n - 8;
	put_unaligned(get_unaligned((const u64 *)last), (u64 *)to);
	for (to -= last - from; from < last; from += 8, to += 8)
		put_unaligned(get_unaligned((const u64 *)from), (u64 *)to);
}

/* A record has at least the probe point, see copy_bytes(). */
static_assert(KPE_RECORD_HEAD + sizeof(long) - sizeof(struct trace_entry) >= sizeof(u64));

/* The kernel fills the trace entry. */
static __always_inline void put_record(void *to, const struct kpe_point *point,
				       const struct kpe_hit *hit, const struct record *record)
{
	const unsigned int head = sizeof(struct trace_entry);

	if (likely(point->program->steady))
		copy_steady(to, point, hit);
	else
		copy_bytes(to + head, record->bytes + head, record->size - head);
}

static __always_inline unsigned int ctx_of(const struct kpe_point *point,
					   const struct kpe_hit *hit)
{
	if (hit->is_return)
		return kpe_make_ctx(kpe_arch_returned_count(preempt_count()),
				    kpe_arch_returned_irqs_off(hit->regs));
	return kpe_entry_ctx(point, hit->regs);
}

/* Return: true if the record was written, as for the functions below */
static __always_inline bool write_record(struct kpe_point *point,
					 struct trace_event_file *file,
					 const struct kpe_hit *hit,
					 const struct record *record)
{
	struct trace_event_buffer buffer __uninitialized;

	if (unlikely(!kpe_reserve(&buffer, file, point->probe->event, record->size,
				  ctx_of(point, hit)))) {
		kpe_count(point, KPE_DROPPED, 1);
		return false;
	}
	put_record(buffer.entry, point, hit, record);
	kpe_commit(point, &buffer, hit->regs);
	return true;
}

/* ----------------------------------------- buffers with filters or triggers */

static __always_inline bool matches(const struct trace_event_file *file, void *record)
{
	return filter_match_preds(rcu_dereference_sched(file->filter), record);
}

/**
 * kpe_hit_matches() - does the only buffer's filter accept a hit
 * @point: armed; its program is steady
 * @file: has a filter, and kpe_is_filtered_only()
 * @regs: of the probed code
 * @ctx: see kpe_trace_ctx()
 *
 * Context: a hit in a task, which has begun. Return: false if it is rejected and counted.
 */
noinline bool __no_stack_protector __kprobes
kpe_hit_matches(struct kpe_point *point, const struct trace_event_file *file,
		struct pt_regs *regs, unsigned int ctx)
{
	u8 *record = scratch_of(BIT(0));

	kpe_copy_registers(point->program, regs, record);
	kpe_write_head(record, kpe_shown_at(point));
	tracing_generic_entry_update((struct trace_entry *)record,
				     point->probe->event->call.event.type, ctx);
	if (likely(!matches(file, record))) {
		kpe_count(point, KPE_FILTERED, 1);
		return false;
	}
	return true;
}

/*
 * Does the filter reject the record? The kernel checks that only after it has
 * touched the buffer. But triggers see rejected records, too.
 */
static __always_inline bool is_rejected(const struct kpe_point *point,
					const struct trace_event_file *file,
					const struct kpe_hit *hit,
					const struct record *record, unsigned int ctx,
					unsigned int context)
{
	u8 *bytes = record->bytes;

	if (!(file->flags & EVENT_FILE_FL_FILTERED) ||
	    file->flags & EVENT_FILE_FL_TRIGGER_COND || !kpe_entry_is_known())
		return false;
	if (likely(point->program->steady)) {
		bytes = scratch_of(context);
		copy_steady(bytes, point, hit);
	}
	tracing_generic_entry_update((struct trace_entry *)bytes,
				     point->probe->event->call.event.type, ctx);
	return !matches(file, bytes);
}

/* Does not repeat the check of is_rejected(). Return: true if the filter accepts it */
static __always_inline bool count_record(struct kpe_point *point,
					 const struct trace_event_file *file,
					 void *entry)
{
	if (file->flags & EVENT_FILE_FL_FILTERED &&
	    (file->flags & EVENT_FILE_FL_TRIGGER_COND ||
	     !kpe_entry_is_known()) && !matches(file, entry)) {
		kpe_count(point, KPE_FILTERED, 1);
		return false;
	}
	if (file->flags & EVENT_FILE_FL_SOFT_DISABLED)
		kpe_count(point, KPE_TRIGGERS_ONLY, 1);
	else
		kpe_count_recorded(point);
	return true;
}

/* For budgets, what only triggers get counts as written. */
static __always_inline bool write_decided(struct kpe_point *point,
					  struct trace_event_file *file,
					  const struct kpe_hit *hit,
					  const struct record *record,
					  unsigned int context)
{
	struct trace_event_buffer buffer __uninitialized;
	unsigned int ctx = ctx_of(point, hit);
	void *entry;
	bool written;

	if (is_rejected(point, file, hit, record, ctx, context)) {
		kpe_count(point, KPE_FILTERED, 1);
		return false;
	}
	entry = kpe_reserve_any(&buffer, file, record->size, ctx);
	if (unlikely(!entry)) {
		kpe_count(point, KPE_DROPPED, 1);
		return false;
	}
	put_record(entry, point, hit, record);
	written = count_record(point, file, entry);
	buffer.regs = hit->regs;
	trace_event_buffer_commit(&buffer);
	return written;
}

/* ------------------------------------------------------------- perf and BPF */

/* with what write_perf() adds; perf warns of a larger one */
static_assert(KPE_MAX_RECORD + sizeof(u64) <= PERF_MAX_TRACE_SIZE);

static noinline bool __no_stack_protector __kprobes
write_perf(struct kpe_point *point, const struct kpe_hit *hit, const struct record *record)
{
	struct trace_event_call *call = &point->probe->event->call;
	struct hlist_head *head = this_cpu_ptr(call->perf_events);
	struct pt_regs *regs;
	unsigned int padded;
	void *entry;
	int rctx;

	/* perf adds a u32 and requires an aligned sum. */
	padded = ALIGN(record->size + sizeof(u32), sizeof(u64)) - sizeof(u32);
	entry = perf_trace_buf_alloc(padded, &regs, &rctx);
	if (!entry) {
		kpe_count(point, KPE_DROPPED, 1);
		return false;
	}
	kpe_count_recorded(point);
	/* what the record does not overwrite is padding */
	put_unaligned(0ULL, (u64 *)(entry + padded - sizeof(u64)));
	put_record(entry, point, hit, record);
	regs = kpe_arch_all_regs(hit->regs, regs);
	if (unlikely(bpf_prog_array_valid(call)))
		perf_trace_run_bpf_submit(entry, padded, rctx, call, 1, regs,
					  head, NULL);
	else
		perf_trace_buf_submit(entry, padded, rctx, call->event.type, 1,
				      regs, head, NULL);
	return true;
}

/* A BPF program is attached to one perf event, but runs on all CPUs. */
static __always_inline bool perf_listens(struct kpe_event *event)
{
	return !hlist_empty(this_cpu_ptr(event->call.perf_events)) ||
	       bpf_prog_array_valid(&event->call);
}

/* -------------------------------------------------------------- all buffers */

/*
 * Triggers that need no record run here. Those that do see nothing of tasks that are not
 * watched. Return: false if the buffer does not want the hit, which is counted
 */
static __always_inline bool wants(struct kpe_point *point, struct trace_event_file *file)
{
	const unsigned long flags = READ_ONCE(file->flags);
	const bool is_hidden = flags & EVENT_FILE_FL_TRIGGER_COND &&
			       flags & EVENT_FILE_FL_PID_FILTER &&
			       trace_event_ignore_this_pid(file);

	if (!is_hidden && !trace_trigger_soft_disabled(file))
		return true;
	kpe_count(point, !is_hidden && flags & EVENT_FILE_FL_SOFT_DISABLED ?
			      KPE_TRIGGERS_ONLY : KPE_UNWATCHED, 1);
	return false;
}

/* Return: true if a buffer has recorded the hit at least */
static __always_inline bool deliver(struct kpe_point *point, struct kpe_hit *hit,
				    unsigned int context)
{
	struct kpe_event *event = point->probe->event;
	struct record record = { };
	struct kpe_file_link *link;
	unsigned int asked = 0;
	bool written = false;

	list_for_each_entry_rcu(link, &event->files, list) {
		struct trace_event_file *file = link->file;
		bool is_plain = kpe_is_plain(file);

		asked++;
		if (!is_plain && !wants(point, file))
			continue;
		fetch_once(point, hit, &record, context);
		if (is_plain)
			written |= write_record(point, file, hit, &record);
		else
			written |= write_decided(point, file, hit, &record, context);
	}
	/* pairs with enable_perf() */
	if (smp_load_acquire(&event->perf)) {
		asked++;
		if (perf_listens(event)) {
			fetch_once(point, hit, &record, context);
			written |= write_perf(point, hit, &record);
		} else {
			kpe_count(point, KPE_UNWATCHED, 1);
		}
	}
	if (!asked)
		kpe_count(point, KPE_UNWATCHED, 1);
	else if (asked > 1)
		kpe_count(point, KPE_COPIES, asked - 1);
	return written;
}

/*
 * May a hit of an event with limits be recorded? Without users there is nothing to be
 * counted, which kpe_event_start() relies on.
 */
static __always_inline bool is_within_limits(struct kpe_point *point, u32 *second)
{
	struct kpe_event *event = point->probe->event;

	/* pairs with the release in event.c */
	const bool has_users = smp_load_acquire(&event->users);

	if (has_users && kpe_limit_take(event, second))
		return true;
	kpe_count(point, has_users ? KPE_LIMITED : KPE_UNWATCHED, 1);
	return false;
}

static __always_inline void deliver_within_limits(struct kpe_point *point,
						  struct kpe_hit *hit, unsigned int context)
{
	struct kpe_event *event = point->probe->event;
	bool is_limited = kpe_is_limited(event), written;
	u32 second = 0;

	if (unlikely(is_limited) && !is_within_limits(point, &second))
		return;
	written = deliver(point, hit, context);
	if (unlikely(is_limited))
		kpe_limit_settle(event, second, written);
}

/* ------------------------------------------------------------- entry points */

/* Nothing has been fetched yet, and no buffer touched. */
static noinline bool __no_stack_protector __kprobes
is_unwanted(struct kpe_point *point, struct kpe_hit *hit, unsigned int context)
{
	bool faulted = false;
	bool holds = kpe_condition_holds(point->program, hit, scratch_of(context), &faulted);

	if (unlikely(faulted))
		kpe_count(point, KPE_FAULTS, 1);
	if (!holds)
		kpe_count(point, KPE_FILTERED, 1);
	return !holds;
}

static __always_inline void handle(struct kpe_point *point, struct kpe_hit *hit,
				   unsigned int context)
{
	if (likely(!point->program->condition) || !is_unwanted(point, hit, context))
		deliver_within_limits(point, hit, context);
}

static __always_inline void handle_entry(struct kpe_point *point, struct pt_regs *regs,
					 unsigned int context)
{
	struct kpe_hit hit __uninitialized;

	hit.regs = regs;
	hit.saved = NULL;
	hit.ip = kpe_shown_at(point);
	hit.is_return = false;
	hit.is_timed = false;
	hit.faults = 0;
	handle(point, &hit, context);
}

/* What it costs to come here and to return: nanoseconds, on usual machines */
#define BY_CALL		50
#define BY_BREAKPOINT	500
#define BY_RETURN	200

/**
 * kpe_hit_measured() - handle a hit that is measured
 * @point: as for kpe_hit_entry()
 * @regs: likewise
 * @context: which has begun
 *
 * Context: any, preemption off.
 */
void __no_stack_protector __kprobes
kpe_hit_measured(struct kpe_point *point, struct pt_regs *regs, unsigned int context)
{
	u64 start = trace_clock_local();

	handle_entry(point, regs, context);
	kpe_load_add(point->probe->event, start,
		     kpe_is_breakpoint(point) ? BY_BREAKPOINT : BY_CALL);
}

/**
 * kpe_hit_entry() - handle a hit
 * @point: armed; not of a return probe
 * @regs: as after a breakpoint
 *
 * It handles any hit; kpe_hit_direct() handles most.
 *
 * Context: any, preemption off.
 */
void __no_stack_protector __kprobes kpe_hit_entry(struct kpe_point *point,
						  struct pt_regs *regs)
{
	unsigned int context = kpe_context_now();

	if (!kpe_begin(point, context))
		return;
	if (unlikely(kpe_load_samples()))
		kpe_hit_measured(point, regs, context);
	else
		handle_entry(point, regs, context);
	kpe_end(context);
}

/**
 * kpe_hit_hook() - let the kernel hook a function's return
 * @point: of a return probe, armed
 * @regs: at function entry
 *
 * The kprobe core calls its handler only if no kprobe is running on this CPU, and others are
 * missed while the handler runs, also in interrupts. The same holds here. The handler calls
 * kpe_hit_save(); with lockdep also functions that may be probed.
 *
 * Context: any, preemption off; kpe_running_is_known().
 */
void __no_stack_protector __kprobes kpe_hit_hook(struct kpe_point *point,
						 struct pt_regs *regs)
{
	struct kprobe *kp = &point->kprobe->rp.kp;
	unsigned int context = kpe_context_now();
	unsigned int hooking = context << KPE_NR_CONTEXTS;

	if (unlikely(kpe_running())) {
		kpe_count(point, KPE_NESTED, 1);
		return;
	}
	if (!kpe_begin_unless(point, context | KPE_ALL_HOOKING, hooking))
		return;
	kp->pre_handler(kp, regs);
	kpe_end(hooking);
}

/**
 * kpe_hit_return() - handle a function return
 * @point: of a return probe
 * @hit: complete, and @hit->is_return
 *
 * Context: any, preemption off.
 */
void __no_stack_protector __kprobes kpe_hit_return(struct kpe_point *point,
						   struct kpe_hit *hit)
{
	unsigned int context = kpe_context_now();
	u64 start = 0;

	if (!kpe_begin(point, context))
		return;
	if (unlikely(kpe_load_samples()))
		start = trace_clock_local();
	handle(point, hit, context);
	if (unlikely(start))
		kpe_load_add(point->probe->event, start, BY_RETURN);
	kpe_end(context);
}

/**
 * kpe_hit_save() - save entry arguments for the return
 * @point: of a return probe
 * @regs: at function entry
 * @saved: filled, kpe_program_saved_size() bytes
 *
 * Context: any, preemption off. Return: false if this entry is missed.
 */
bool __kprobes kpe_hit_save(struct kpe_point *point, struct pt_regs *regs,
			    u8 *saved)
{
	unsigned int context = kpe_context_now();

	if (!kpe_begin(point, context))
		return false;
	kpe_program_enter(point->program, regs, saved);
	kpe_end(context);
	return true;
}
