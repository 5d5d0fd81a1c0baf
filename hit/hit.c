// SPDX-License-Identifier: GPL-2.0
/*
 * hit - handle a hit of a point: write records
 *
 * If one buffer takes all records of an event, and their size is known, arguments
 * are fetched directly into the buffer. Otherwise a record is fetched into a
 * scratch buffer of this CPU, passed to the filters before any buffer is touched,
 * and copied into each buffer that takes it.
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
#include "arch/entry.h"
#include "compat/entry.h"
#include "compat/unaligned.h"
#include "hit/count.h"
#include "hit/decide.h"
#include "hit/hit.h"
#include "hit/limit.h"

/* A CPU can handle one hit in each of task, softirq, irq and NMI. */
#define NR_CONTEXTS 4

struct scratch {
	u8 record[NR_CONTEXTS][KPE_MAX_RECORD] __aligned(8);
};

static struct scratch __percpu *scratch;

/* A bit per context for a hit, and a bit per context for hooking a return */
static DEFINE_PER_CPU(unsigned int, handling);
static_assert(2 * NR_CONTEXTS <= BITS_PER_BYTE * sizeof(unsigned int));

/* ------------------------------------------------------------- contexts */

/* The bit of the current context */
static __always_inline unsigned int context_now(void)
{
	if (likely(!(preempt_count() &
		     (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET))))
		return BIT(0);
	return BIT(interrupt_context_level());
}

static __always_inline u8 *scratch_of(unsigned int context)
{
	return this_cpu_ptr(scratch)->record[__ffs(context)];
}

/*
 * Functions called by a hit may be probed. Such hits are missed, as in the
 * kprobe core, but hits in interrupts are not.
 */
static __always_inline bool begin_unless(struct kpe_point *point, unsigned int others,
					 unsigned int mine)
{
	if (unlikely(this_cpu_read(handling) & (others | mine))) {
		kpe_count_rare(point, KPE_NESTED, 1);
		return false;
	}
	this_cpu_or(handling, mine);
	barrier();
	return true;
}

static __always_inline bool begin(struct kpe_point *point, unsigned int context)
{
	return begin_unless(point, 0, context);
}

static __always_inline void end(unsigned int mine)
{
	barrier();
	this_cpu_and(handling, ~mine);
}

/* ------------------------------------------------------- hits without RCU */

#define MAX_UNCOVERED 64	/* places; there are only a few such functions */

/* A place is never freed, as its users cannot be waited for. */
static struct {
	unsigned long ip;
	atomic_long_t hits;
} uncovered[MAX_UNCOVERED];

/**
 * kpe_hit_not_covered() - count a hit that cannot be handled
 * @ip: place; not counted if there are MAX_UNCOVERED others
 *
 * Context: any.
 */
void __kprobes kpe_hit_not_covered(unsigned long ip)
{
	unsigned long there;
	unsigned int i;

	for (i = 0; i < MAX_UNCOVERED; i++) {
		there = READ_ONCE(uncovered[i].ip);
		if (!there)
			there = cmpxchg(&uncovered[i].ip, 0, ip) ?: ip;
		if (there != ip)
			continue;
		atomic_long_inc(&uncovered[i].hits);
		return;
	}
}

/**
 * kpe_hit_uncovered() - get the number of hits that were not handled
 * @ip: place
 *
 * Context: any. Return: hits since the module was loaded.
 */
unsigned long kpe_hit_uncovered(unsigned long ip)
{
	unsigned int i;

	for (i = 0; i < MAX_UNCOVERED && READ_ONCE(uncovered[i].ip); i++)
		if (uncovered[i].ip == ip)
			return atomic_long_read(&uncovered[i].hits);
	return 0;
}

/* --------------------------------------------------------- probed context */

/*
 * Did a breakpoint cause this hit? In an NMI it may also be a jump, so look at the
 * code. It changes while a probe is being optimized; then a hit in an NMI may be
 * recorded with the context that the NMI interrupted.
 */
static __always_inline bool is_breakpoint(const struct kpe_point *point)
{
	const struct kprobe *kp;

	if (likely(!kpe_arch_may_be_stopped()) || point->by_ftrace)
		return false;
	kp = &point->kprobe->rp.kp;
	return kpe_arch_is_breakpoint(*kp->addr);
}

/* For probes that are not return probes; returns have no breakpoint. */
static __always_inline unsigned int ctx_of(const struct kpe_point *point,
					   struct pt_regs *regs)
{
	if (unlikely(is_breakpoint(point)))
		return kpe_probed_ctx(kpe_arch_stopped_count(preempt_count()),
				      kpe_arch_stopped_irqs_off(regs));
	return kpe_trace_ctx();
}

/* -------------------------------------------------------------- records */

static __always_inline unsigned long shown_at(const struct kpe_point *point)
{
	return kpe_arch_shown(point->addr, point->site);
}

/**
 * struct record - a record for several buffers
 * @bytes: scratch of this CPU and context; valid after the trace entry
 * @size: bytes; 0 until it is fetched
 * @ctx: the probed context, see compat/entry.h
 */
struct record {
	u8 *bytes;
	unsigned int size;
	unsigned int ctx;
};

static __always_inline unsigned long *write_head(u8 *record, unsigned long ip)
{
	const size_t gap = KPE_RECORD_HEAD - sizeof(struct trace_entry);
	unsigned long *head = (unsigned long *)(record + KPE_RECORD_HEAD);

	if (gap)
		memset(record + sizeof(struct trace_entry), 0, gap);
	head[0] = ip;
	return head;
}

/* Fetch all of a record but the trace entry. Return: bytes. */
static __always_inline unsigned int fill(struct kpe_point *point,
					 struct kpe_hit *hit, u8 *record)
{
	unsigned long *head = write_head(record, hit->ip);
	unsigned int size;

	if (point->probe->event->is_return)
		head[1] = hit->ret_ip;
	size = kpe_program_run(point->program, hit, record);
	if (unlikely(hit->faults))
		kpe_count_rare(point, KPE_FAULTS, hit->faults);
	return size;
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
static __always_inline void copy_record(void *to, const struct record *record)
{
	const unsigned int head = sizeof(struct trace_entry);

	copy_bytes(to + head, record->bytes + head, record->size - head);
}

/* ---------------------------------------------- buffers that take everything */

/* A file with any of these flags may reject records. */
#define NOT_PLAIN (EVENT_FILE_FL_FILTERED | EVENT_FILE_FL_SOFT_DISABLED | \
		   EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_TRIGGER_COND | \
		   EVENT_FILE_FL_PID_FILTER)

static __always_inline bool is_plain(const struct trace_event_file *file)
{
	return !(file->flags & NOT_PLAIN);
}

/* The kernel may use its own buffer. It fills the entry, which is then corrected. */
static __always_inline void *reserve_any(struct trace_event_buffer *buffer,
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

/*
 * Like trace_event_buffer_reserve() for a plain file, but with the known
 * context.
 */
static __always_inline void *reserve(struct trace_event_buffer *buffer,
				     struct trace_event_file *file,
				     const struct kpe_event *event,
				     unsigned int size, unsigned int ctx)
{
	if (!kpe_entry_is_known())
		return reserve_any(buffer, file, size, ctx);
	buffer->trace_ctx = ctx;
	buffer->trace_file = file;
	buffer->event = trace_event_buffer_lock_reserve(&buffer->buffer, file,
							event->call.event.type,
							size, ctx);
	if (unlikely(!buffer->event))
		return NULL;
	buffer->entry = ring_buffer_event_data(buffer->event);
	return buffer->entry;
}

static __always_inline void commit(struct kpe_point *point,
				   struct trace_event_buffer *buffer,
				   struct pt_regs *regs)
{
	kpe_count(point, KPE_RECORDED);
	buffer->regs = regs;
	trace_event_buffer_commit(buffer);
}

/* Return: true if the record was written, as for the functions below */
static __always_inline bool write_record(struct kpe_point *point,
					 struct trace_event_file *file,
					 struct pt_regs *regs,
					 const struct record *record)
{
	struct trace_event_buffer buffer __uninitialized;
	void *entry = reserve(&buffer, file, point->probe->event, record->size,
			      record->ctx);

	if (unlikely(!entry)) {
		kpe_count_rare(point, KPE_DROPPED, 1);
		return false;
	}
	copy_record(entry, record);
	commit(point, &buffer, regs);
	return true;
}

/* Run a plain program directly into the buffer. */
static __always_inline bool write_plain(struct kpe_point *point,
					struct trace_event_file *file,
					struct pt_regs *regs, unsigned int ctx)
{
	const struct kpe_program *prog = point->program;
	struct trace_event_buffer buffer __uninitialized;
	struct kpe_comm comm __uninitialized;
	unsigned int faults, size = kpe_program_plain_size(prog, &comm);
	void *entry = reserve(&buffer, file, point->probe->event, size, ctx);

	if (unlikely(!entry)) {
		kpe_count_rare(point, KPE_DROPPED, 1);
		return false;
	}
	write_head(entry, shown_at(point));
	faults = kpe_program_run_plain(prog, regs, &comm, entry);
	if (unlikely(faults))
		kpe_count_rare(point, KPE_FAULTS, faults);
	commit(point, &buffer, regs);
	return true;
}

/* ------------------------------------------- buffers with filters or triggers */

static bool __kprobes matches(const struct trace_event_file *file, void *record)
{
	return filter_match_preds(rcu_dereference_sched(file->filter), record);
}

/*
 * Does the filter reject the record? The kernel checks that only after it has
 * touched the buffer. But triggers see rejected records, too.
 */
static __always_inline bool is_rejected(const struct kpe_point *point,
					const struct trace_event_file *file,
					const struct record *record)
{
	if (!(file->flags & EVENT_FILE_FL_FILTERED) ||
	    file->flags & EVENT_FILE_FL_TRIGGER_COND || !kpe_entry_is_known())
		return false;
	tracing_generic_entry_update((struct trace_entry *)record->bytes,
				     point->probe->event->call.event.type,
				     record->ctx);
	return !matches(file, record->bytes);
}

/* Does not repeat the check of is_rejected(). Return: true if the filter accepts it */
static __always_inline bool count_record(struct kpe_point *point,
					 const struct trace_event_file *file,
					 void *entry)
{
	if (file->flags & EVENT_FILE_FL_FILTERED &&
	    (file->flags & EVENT_FILE_FL_TRIGGER_COND ||
	     !kpe_entry_is_known()) && !matches(file, entry)) {
		kpe_count_rare(point, KPE_FILTERED, 1);
		return false;
	}
	if (!(file->flags & EVENT_FILE_FL_SOFT_DISABLED))
		kpe_count(point, KPE_RECORDED);
	return true;
}

/* What only triggers get counts as written. */
static noinline bool __no_stack_protector __kprobes
write_decided(struct kpe_point *point, struct trace_event_file *file,
	      struct pt_regs *regs, const struct record *record)
{
	struct trace_event_buffer buffer __uninitialized;
	void *entry;
	bool written;

	if (is_rejected(point, file, record)) {
		kpe_count_rare(point, KPE_FILTERED, 1);
		return false;
	}
	entry = reserve_any(&buffer, file, record->size, record->ctx);
	if (unlikely(!entry)) {
		kpe_count_rare(point, KPE_DROPPED, 1);
		return false;
	}
	copy_record(entry, record);
	written = count_record(point, file, entry);
	buffer.regs = regs;
	trace_event_buffer_commit(&buffer);
	return written;
}

/* -------------------------------------------------------------- perf and BPF */

static noinline bool __no_stack_protector __kprobes
write_perf(struct kpe_point *point, struct pt_regs *regs,
	   const struct record *record)
{
	struct trace_event_call *call = &point->probe->event->call;
	struct hlist_head *head = this_cpu_ptr(call->perf_events);
	unsigned int size = record->size, padded;
	void *entry;
	int rctx;

	/* perf adds a u32 and requires an aligned sum. */
	padded = ALIGN(size + sizeof(u32), sizeof(u64)) - sizeof(u32);
	entry = perf_trace_buf_alloc(padded, NULL, &rctx);
	if (!entry) {
		kpe_count_rare(point, KPE_DROPPED, 1);
		return false;
	}
	kpe_count(point, KPE_RECORDED);
	copy_record(entry, record);
	memset(entry + size, 0, padded - size);
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
	return READ_ONCE(event->perf) &&
	       (!hlist_empty(this_cpu_ptr(event->call.perf_events)) ||
		bpf_prog_array_valid(&event->call));
}

/* ------------------------------------------------------------- all buffers */

/* Fetch at the first call. */
static __always_inline void fetch_once(struct kpe_point *point,
				       struct kpe_hit *hit,
				       struct record *record)
{
	if (!record->size)
		record->size = fill(point, hit, record->bytes);
}

/* Return: true if a buffer has recorded the hit at least */
static __always_inline bool deliver(struct kpe_point *point, struct kpe_hit *hit,
				    u8 *bytes, unsigned int ctx)
{
	struct kpe_event *event = point->probe->event;
	struct record record = { .bytes = bytes, .ctx = ctx };
	struct kpe_file_link *link;
	bool written = false;

	list_for_each_entry_rcu(link, &event->files, list) {
		struct trace_event_file *file = link->file;

		if (likely(is_plain(file))) {
			fetch_once(point, hit, &record);
			written |= write_record(point, file, hit->regs, &record);
		} else if (!trace_trigger_soft_disabled(file)) {
			fetch_once(point, hit, &record);
			written |= write_decided(point, file, hit->regs, &record);
		}
	}
	if (perf_listens(event)) {
		fetch_once(point, hit, &record);
		written |= write_perf(point, hit->regs, &record);
	}
	return written;
}

/* Not for return probes */
static noinline bool __no_stack_protector __kprobes
deliver_entry(struct kpe_point *point, struct pt_regs *regs,
	      unsigned int context)
{
	struct kpe_hit hit __uninitialized;

	hit.regs = regs;
	hit.ip = shown_at(point);
	hit.is_timed = false;
	hit.faults = 0;
	return deliver(point, &hit, scratch_of(context), ctx_of(point, regs));
}

static __always_inline bool all_are_plain(const struct kpe_event *event)
{
	const struct kpe_file_link *link;

	list_for_each_entry_rcu(link, &event->files, list)
		if (unlikely(!is_plain(link->file)))
			return false;
	return true;
}

/* A program that only copies registers needs no scratch. */
static __always_inline bool deliver_to_any(struct kpe_point *point, struct pt_regs *regs,
					   unsigned int context)
{
	const struct kpe_event *event = point->probe->event;
	const struct kpe_file_link *link;
	bool written = false;
	unsigned int ctx;

	if (READ_ONCE(event->perf) || !point->program->steady ||
	    !all_are_plain(event))
		return deliver_entry(point, regs, context);
	ctx = ctx_of(point, regs);
	list_for_each_entry_rcu(link, &event->files, list)
		written |= write_plain(point, link->file, regs, ctx);
	return written;
}

/*
 * May a hit of an event with limits be recorded? Without users there is nothing to be
 * counted, which start_anew() in enable.c relies on.
 */
static __always_inline bool is_within_limits(struct kpe_point *point, u32 *second)
{
	struct kpe_event *event = point->probe->event;

	/* pairs with the release in enable.c */
	if (!smp_load_acquire(&event->users))
		return false;
	if (kpe_limit_take(event, second))
		return true;
	kpe_count_rare(point, KPE_LIMITED, 1);
	return false;
}

/* Several buffers, or perf, or limits */
static noinline void __no_stack_protector __kprobes
deliver_several(struct kpe_point *point, struct pt_regs *regs,
		unsigned int context)
{
	struct kpe_event *event = point->probe->event;
	bool is_limited = kpe_is_limited(event), written;
	u32 second = 0;

	if (unlikely(is_limited) && !is_within_limits(point, &second))
		return;
	written = deliver_to_any(point, regs, context);
	if (unlikely(is_limited))
		kpe_limit_settle(event, second, written);
}

static __always_inline void deliver_return(struct kpe_point *point, struct kpe_hit *hit,
					   unsigned int context)
{
	struct kpe_event *event = point->probe->event;
	bool is_limited = kpe_is_limited(event), written;
	u32 second = 0;

	if (unlikely(is_limited) && !is_within_limits(point, &second))
		return;
	written = deliver(point, hit, scratch_of(context),
			  kpe_probed_ctx(kpe_arch_returned_count(preempt_count()),
					 kpe_arch_returned_irqs_off(hit->regs)));
	if (unlikely(is_limited))
		kpe_limit_settle(event, second, written);
}

/* ---------------------------------------------------------- entry points */

/* Nothing has been fetched yet, and no buffer touched. */
static noinline bool __no_stack_protector __kprobes
is_unwanted(struct kpe_point *point, struct kpe_hit *hit, unsigned int context)
{
	bool faulted = false;
	bool holds = kpe_condition_holds(point->program, hit, scratch_of(context), &faulted);

	if (unlikely(faulted))
		kpe_count_rare(point, KPE_FAULTS, 1);
	if (!holds)
		kpe_count_rare(point, KPE_FILTERED, 1);
	return !holds;
}

static __always_inline bool entry_is_unwanted(struct kpe_point *point,
					      struct pt_regs *regs, unsigned int context)
{
	struct kpe_hit hit __uninitialized;

	if (likely(!point->program->condition))
		return false;
	hit.regs = regs;
	hit.saved = NULL;
	return is_unwanted(point, &hit, context);
}

static __always_inline void handle_entry(struct kpe_point *point, struct pt_regs *regs,
					 unsigned int context)
{
	struct trace_event_file *file = READ_ONCE(point->probe->event->only);

	if (unlikely(entry_is_unwanted(point, regs, context)))
		;
	else if (unlikely(!file))
		deliver_several(point, regs, context);
	else if (likely(is_plain(file) && point->program->plain))
		write_plain(point, file, regs, ctx_of(point, regs));
	else
		deliver_entry(point, regs, context);
}

/* What it costs to come here and to return: nanoseconds, on usual machines */
#define BY_CALL		50
#define BY_BREAKPOINT	500
#define BY_RETURN	200

static noinline void __no_stack_protector __kprobes
measure_entry(struct kpe_point *point, struct pt_regs *regs, unsigned int context)
{
	u64 start = trace_clock_local();

	handle_entry(point, regs, context);
	kpe_load_add(point->probe->event, start,
		     is_breakpoint(point) ? BY_BREAKPOINT : BY_CALL);
}

/**
 * kpe_hit_entry() - handle a hit
 * @point: armed; not of a return probe
 * @regs: as after a breakpoint
 *
 * Context: any, preemption off.
 */
void __no_stack_protector __kprobes kpe_hit_entry(struct kpe_point *point,
						  struct pt_regs *regs)
{
	unsigned int context = context_now();

	if (!begin(point, context))
		return;
	if (unlikely(kpe_count_hit(point)))
		measure_entry(point, regs, context);
	else
		handle_entry(point, regs, context);
	end(context);
}

/**
 * kpe_hit_hook() - let the kernel hook a function's return
 * @point: of a return probe, armed
 * @regs: at function entry
 *
 * With lockdep the kernel's handler calls functions that may be probed. Their returns
 * must not be hooked meanwhile; for breakpoints the kprobe core prevents that. The
 * handler calls kpe_hit_save().
 *
 * Context: any, preemption off.
 */
void __no_stack_protector __kprobes kpe_hit_hook(struct kpe_point *point,
						 struct pt_regs *regs)
{
	struct kprobe *kp = &point->kprobe->rp.kp;
	unsigned int context = context_now();
	unsigned int hooking = context << NR_CONTEXTS;

	if (!begin_unless(point, context, hooking))
		return;
	kp->pre_handler(kp, regs);
	end(hooking);
}

/**
 * kpe_hit_return() - handle a function return
 * @point: of a return probe
 * @hit: complete
 *
 * Context: any, preemption off.
 */
void __no_stack_protector __kprobes kpe_hit_return(struct kpe_point *point,
						   struct kpe_hit *hit)
{
	unsigned int context = context_now();
	u64 start = 0;

	if (!begin(point, context))
		return;
	if (unlikely(kpe_count_hit(point)))
		start = trace_clock_local();
	if (!point->program->condition || !is_unwanted(point, hit, context))
		deliver_return(point, hit, context);
	if (unlikely(start))
		kpe_load_add(point->probe->event, start, BY_RETURN);
	end(context);
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
	unsigned int context = context_now();

	if (!begin(point, context))
		return false;
	kpe_program_enter(point->program, regs, saved);
	end(context);
	return true;
}

/**
 * kpe_hit_init() - allocate the scratch records
 *
 * Context: module init. Return: 0 or -ENOMEM.
 */
int kpe_hit_init(void)
{
	scratch = alloc_percpu(struct scratch);
	return scratch ? 0 : -ENOMEM;
}

/**
 * kpe_hit_exit() - undo kpe_hit_init()
 *
 * Context: module exit; no point is left.
 */
void kpe_hit_exit(void)
{
	free_percpu(scratch);
}
