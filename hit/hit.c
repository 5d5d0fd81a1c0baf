// SPDX-License-Identifier: GPL-2.0
/*
 * A record is made in the scratch of this CPU and context, once, when the first buffer wants
 * it. The buffer's filter sees it there, before the buffer is touched, and it is copied into
 * each buffer that takes it.
 *
 * The kernel unwinds the stack of a hit if it is to show one, so there are few
 * functions between its caller and the kernel's.
 *
 * All functions of this folder are marked __kprobes, as a probe in them would recurse forever.
 * The kernel functions that they call may be probed; such a hit is missed.
 */
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/rculist.h>
#include <linux/trace_events.h>
#include "compat/unaligned.h"
#include "hit/fetch.h"
#include "hit/hit.h"
#include "hit/limit.h"
#include "hit/tally.h"
#include "hit/write.h"
#include "kernel/programs.h"

struct kprobe * __percpu *kpe_running_kprobe __ro_after_init;

struct kpe_without_rcu kpe_without_rcu[KPE_MAX_WITHOUT_RCU];

/* Count a hit that cannot be handled, unless there are KPE_MAX_WITHOUT_RCU other places. */
void __kprobes kpe_hit_without_rcu(unsigned long ip)
{
	unsigned long there;
	unsigned int i;

	for (i = 0; i < KPE_MAX_WITHOUT_RCU; i++) {
		there = READ_ONCE(kpe_without_rcu[i].ip);
		if (!there)
			there = cmpxchg(&kpe_without_rcu[i].ip, 0, ip) ?: ip;
		if (there != ip)
			continue;
		atomic_long_inc(&kpe_without_rcu[i].hits);
		return;
	}
}

/* ------------------------------------------------------------------ records */

/* A record for any number of buffers */
struct record {
	u8 *bytes;		/* scratch of this CPU and context */
	unsigned int size;	/* 0 until it is made */
};

/* Make a record, but for the trace entry, unless it has been made. */
static __always_inline void make_record(struct kpe_point *point, struct kpe_hit *hit,
					struct record *record)
{
	if (record->size)
		return;
	if (point->program->quick != KPE_NO_WAY) {
		record->size = point->program->size;
		kpe_copy_registers(point->program, hit->regs, record->bytes);
	} else {
		record->size = kpe_program_run(point->program, hit, record->bytes);
	}
	kpe_write_head(record->bytes, point, hit->way, hit->ret_ip);
	if (unlikely(hit->faults))
		kpe_count(point, KPE_FAULTS, hit->faults);
}

/* The kernel fills the trace entry. Behind the record the scratch has old data. */
static __always_inline void copy_record(u8 *to, const struct record *record)
{
	const u8 *from = record->bytes, *end = from + record->size;

	from += sizeof(struct trace_entry);
	to += sizeof(struct trace_entry);
	for (; end - from >= 8; from += 8, to += 8)
		put_unaligned(get_unaligned((u64 *)from), (u64 *)to);
	kpe_put_bytes(to, get_unaligned((u64 *)from), end - from);
}

/*
 * Triggers see rejected records, too. Return: false if the filter rejects it, or there is no
 * room; for budgets, what only triggers get counts as written
 */
static __always_inline bool write_record(struct kpe_point *point, struct trace_event_file *file,
					 const struct kpe_hit *hit, const struct record *record)
{
	const unsigned int ctx = kpe_ctx_of(hit->way, hit->count, hit->regs);
	const struct kpe_event *event = point->probe->event;
	const unsigned long flags = READ_ONCE(file->flags);
	struct trace_event_buffer buffer __uninitialized;
	struct trace_event_file plain __uninitialized;
	bool rejected = false;

	if (unlikely(flags & EVENT_FILE_FL_FILTERED)) {
		rejected = kpe_is_rejected(event, file, record->bytes, ctx);
		if (rejected && !(flags & EVENT_FILE_FL_TRIGGER_COND)) {
			kpe_count(point, KPE_FILTERED, 1);
			return false;
		}
		if (!(flags & (EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_TRIGGER_COND)))
			file = kpe_file_accepted(file, flags, &plain);
	}
	if (unlikely(!kpe_reserve(point, event, &buffer, file, record->size, ctx)))
		return false;
	copy_record(buffer.entry, record);
	if (likely(!(flags & (EVENT_FILE_FL_FILTERED | EVENT_FILE_FL_SOFT_DISABLED))))
		kpe_count_recorded(point);
	else if (rejected)
		kpe_count(point, KPE_FILTERED, 1);
	else if (flags & EVENT_FILE_FL_SOFT_DISABLED)
		kpe_count(point, KPE_TRIGGERS_ONLY, 1);
	else
		kpe_count_recorded(point);
	kpe_commit(&buffer, hit->regs);
	return !rejected;
}

/* ------------------------------------------------------------- perf and BPF */

static noinline bool __no_stack_protector __kprobes
write_perf(struct kpe_point *point, const struct kpe_hit *hit, const struct record *record)
{
	struct kpe_event *event = point->probe->event;
	struct trace_event_call *call = &event->call;
	struct hlist_head *head = this_cpu_ptr(call->perf_events);
	struct pt_regs *regs;
	unsigned int padded;
	void *entry = NULL;
	int rctx;

	/* perf adds a u32 and requires an aligned sum. */
	padded = ALIGN(record->size + sizeof(u32), sizeof(u64)) - sizeof(u32);
	/* it warns of a record that is too large for it, as long ones are on some kernels */
	if (KPE_MAX_RECORD + sizeof(u64) <= PERF_MAX_TRACE_SIZE || padded <= PERF_MAX_TRACE_SIZE)
		entry = perf_trace_buf_alloc(padded, &regs, &rctx);
	if (!entry) {
		kpe_count(point, KPE_DROPPED, 1);
		return false;
	}
	kpe_count_recorded(point);
	/* what the record does not overwrite is padding */
	put_unaligned(0ULL, (u64 *)(entry + padded - sizeof(u64)));
	copy_record(entry, record);
	regs = kpe_arch_all_regs(hit->regs, regs);
	if (unlikely(bpf_prog_array_valid(call)) && !kpe_event_passes_registers(event))
		perf_trace_run_bpf_submit(entry, padded, rctx, call, 1, regs,
					  head, NULL);
	else
		perf_trace_buf_submit(entry, padded, rctx, call->event.type, 1,
				      regs, head, NULL);
	return true;
}

/*
 * Programs that get registers run here, others with the record. One is attached to one perf
 * event, but runs on all CPUs. Return: false if perf does not want the hit, which is counted
 */
static __always_inline bool perf_wants_hit(struct kpe_point *point, const struct kpe_hit *hit)
{
	struct trace_event_call *call = &point->probe->event->call;
	bool has_programs = bpf_prog_array_valid(call);

	if (unlikely(has_programs) && kpe_event_passes_registers(point->probe->event)) {
		if (!kpe_programs_run(call, hit->regs)) {
			kpe_count(point, KPE_FILTERED, 1);
			return false;
		}
		has_programs = false;
	}
	if (has_programs || !hlist_empty(this_cpu_ptr(call->perf_events)))
		return true;
	kpe_count(point, KPE_UNWATCHED, 1);
	return false;
}

/* --------------------------------------------------------------------- hits */

/*
 * Triggers that need no record run here. Those that do see nothing of tasks that are not
 * watched. Return: false if the buffer does not want the hit, which is counted
 */
static __always_inline bool wants_hit(struct kpe_point *point, struct trace_event_file *file)
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

/* Return: true if perf has the record */
static __always_inline bool deliver_to_perf(struct kpe_point *point, struct kpe_hit *hit,
					    struct record *record)
{
	if (!perf_wants_hit(point, hit))
		return false;
	make_record(point, hit, record);
	return write_perf(point, hit, record);
}

/* @n: what became of a hit in buffers, perf and a table */
static __always_inline void count_fates(struct kpe_point *point, unsigned int n)
{
	if (likely(n == 1))
		return;
	if (n)
		kpe_count(point, KPE_COPIES, n - 1);
	else
		kpe_count(point, KPE_UNWATCHED, 1);
}

/* Return: true if a buffer has recorded the hit at least */
static __always_inline bool deliver_hit(struct kpe_point *point, struct kpe_hit *hit,
					u8 *scratch)
{
	struct kpe_event *event = point->probe->event;
	struct record record = { .bytes = scratch };
	struct kpe_file_link *link;
	unsigned int asked = 0;
	bool written = false;

	list_for_each_entry_rcu(link, &event->files, list) {
		asked++;
		if (READ_ONCE(link->file->flags) & KPE_NOT_PLAIN &&
		    !wants_hit(point, link->file))
			continue;
		make_record(point, hit, &record);
		written |= write_record(point, link->file, hit, &record);
	}
	/* pairs with enable_event() */
	if (smp_load_acquire(&event->perf)) {
		asked++;
		written |= deliver_to_perf(point, hit, &record);
	}
	count_fates(point, asked);
	return written;
}

/*
 * Would a buffer that is not plain take a hit for the table? @fates: another one is added if
 * what its triggers get is one, too
 */
static noinline bool __kprobes takes_hit(struct kpe_point *point, struct trace_event_file *file,
					 struct kpe_hit *hit, struct record *record,
					 unsigned int *fates)
{
	const unsigned long flags = READ_ONCE(file->flags);
	const unsigned int ctx = kpe_ctx_of(hit->way, hit->count, hit->regs);

	make_record(point, hit, record);
	if (flags & EVENT_FILE_FL_TRIGGER_COND) {
		if (!write_record(point, file, hit, record) ||
		    flags & EVENT_FILE_FL_SOFT_DISABLED)
			return false;
		++*fates;
		return true;
	}
	if (!(flags & EVENT_FILE_FL_FILTERED) ||
	    !kpe_is_rejected(point->probe->event, file, record->bytes, ctx))
		return true;
	kpe_count(point, KPE_FILTERED, 1);
	return false;
}

/*
 * A hit of an event that counts. Its table takes the hit if any buffer would. Only a trigger
 * that needs a record has one written, for as long as it is there. Return: true if it is counted
 */
static noinline bool __no_stack_protector __kprobes
count_hit(struct kpe_point *point, struct kpe_hit *hit, u8 *scratch, unsigned int context)
{
	struct kpe_event *event = point->probe->event;
	struct record record = { .bytes = scratch };
	unsigned int fates = 0, takers = 0;
	const struct kpe_file_link *link;
	bool counted = false;

	list_for_each_entry_rcu(link, &event->files, list) {
		fates++;
		if (likely(!(READ_ONCE(link->file->flags) & KPE_NOT_PLAIN)))
			takers++;
		else if (wants_hit(point, link->file))
			takers += takes_hit(point, link->file, hit, &record, &fates);
	}
	/* as in deliver_hit() */
	if (smp_load_acquire(&event->perf)) {
		fates++;
		deliver_to_perf(point, hit, &record);
	}
	if (takers) {
		fates -= takers - 1;
		make_record(point, hit, &record);
		counted = kpe_tally_add(rcu_dereference_raw_check(event->tally), record.bytes,
					context);
		if (likely(counted))
			kpe_count_recorded(point);
		else
			kpe_count(point, KPE_DROPPED, 1);
	}
	count_fates(point, fates);
	return counted;
}

/* Nothing has been fetched yet, and no buffer touched. */
static noinline bool __no_stack_protector __kprobes
is_unwanted(struct kpe_point *point, struct kpe_hit *hit, u8 *scratch)
{
	bool faulted = false;
	bool holds = kpe_condition_holds(point->program, hit, scratch, &faulted);

	if (unlikely(faulted))
		kpe_count(point, KPE_FAULTS, 1);
	if (!holds)
		kpe_count(point, KPE_FILTERED, 1);
	return !holds;
}

/* Without users there is nothing to be counted, which kpe_event_start() relies on. */
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

static __always_inline void handle_hit(struct kpe_point *point, struct kpe_hit *hit)
{
	const unsigned int context = kpe_context_now();
	struct kpe_event *event = point->probe->event;
	bool is_limited, written;
	u8 *scratch;
	u64 start;
	u32 second;

	if (!kpe_begin(point, context, 0))
		return;
	start = kpe_load_start();
	scratch = kpe_scratch_of(context);
	if (point->program->condition && is_unwanted(point, hit, scratch))
		goto end;
	is_limited = kpe_is_limited(event);
	if (unlikely(is_limited) && !is_within_limits(point, &second))
		goto end;
	if (unlikely(rcu_access_pointer(event->tally)))
		written = count_hit(point, hit, scratch, context);
	else
		written = deliver_hit(point, hit, scratch);
	if (unlikely(is_limited))
		kpe_limit_settle(event, second, written);
end:
	if (unlikely(start))
		kpe_load_add(event, start, hit->way);
	kpe_end(context);
}

/*
 * For all that kpe_write_registers() and kpe_tally_hit() leave. @count: preempt count of the probed
 * code. @saved, by kpe_hit_save(), and @ret_ip: of a return. Context: any, preemption off.
 */
void __no_stack_protector __kprobes
kpe_hit_any(struct kpe_point *point, struct pt_regs *regs, enum kpe_way way,
	    unsigned int count, const u8 *saved, unsigned long ret_ip)
{
	struct kpe_hit hit __uninitialized;

	hit.regs = regs;
	hit.count = count;
	hit.way = way;
	hit.saved = saved;
	hit.ret_ip = ret_ip;
	hit.is_timed = false;
	hit.faults = 0;
	handle_hit(point, &hit);
}

/* A bit per context for hooking a return, behind those for hits */
#define ALL_HOOKING	GENMASK(2 * KPE_NR_CONTEXTS - 1, KPE_NR_CONTEXTS)

/*
 * Let the kernel hook a function's return, at its entry. As in the kprobe core, its handler is only
 * called if no kprobe is running on this CPU, and others are missed meanwhile, also in interrupts.
 * The handler calls kpe_hit_save(); with lockdep also functions that may be probed. Context: any,
 * preemption off; kpe_running_is_known().
 */
void __no_stack_protector __kprobes kpe_hit_hook(struct kpe_point *point,
						 struct pt_regs *regs)
{
	struct kprobe *kp = &point->kprobe->rp.kp;
	const unsigned int context = kpe_context_now();
	const unsigned int hooking = context << KPE_NR_CONTEXTS;

	if (unlikely(raw_cpu_read(*kpe_running_kprobe))) {
		kpe_count(point, KPE_NESTED, 1);
		return;
	}
	if (!kpe_begin(point, hooking, context | ALL_HOOKING))
		return;
	kp->pre_handler(kp, regs);
	kpe_end(hooking);
}

/* @saved: kpe_program_saved_size() bytes, for the return. Return: false if this entry is missed */
bool __kprobes kpe_hit_save(struct kpe_point *point, struct pt_regs *regs,
			    u8 *saved)
{
	const unsigned int context = kpe_context_now();

	if (!kpe_begin(point, context, 0))
		return false;
	kpe_program_enter(point->program, regs, saved);
	kpe_end(context);
	return true;
}
