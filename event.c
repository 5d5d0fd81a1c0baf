// SPDX-License-Identifier: GPL-2.0
/*
 * event - the trace event of a definition
 *
 * Lifetime: the kernel knows an event from kpe_event_add() to
 * kpe_event_remove(). The call, its class, its field names and its print
 * format live in struct kpe_event and are freed after that, once no hit can
 * be running and no open file points here (kpe_tracefs_forget()).
 * Each event that the kernel knows holds a reference on this module.
 *
 * Locks: adding, removing, enabling and disabling run under event_mutex. The
 * list of enabled files is read by hits under preemption-off RCU. A disabled
 * file's link is freed by RCU; the file itself is the kernel's, which waits
 * for a grace period before it frees one, as kpe_event_remove()'s caller does.
 *
 * A hit fetches its arguments once: into the buffer that wants it, if that is
 * one without a filter and nothing has to be fetched to know the record's size,
 * else into a scratch record of its CPU. That is shown to the filters, before
 * any buffer is touched, and copied into each buffer that wants it.
 */
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/trace_events.h>
#include <linux/trace_seq.h>
#include "compat/entry.h"
#include "compat/unaligned.h"
#include "event.h"
#include "gate.h"
#include "ids.h"
#include "owner.h"
#include "print.h"
#include "probe.h"

/**
 * struct file_link - an enabled event file
 * @list: in kpe_event.files
 * @file: the kernel's
 * @rcu: for freeing
 */
struct file_link {
	struct list_head list;
	struct trace_event_file *file;
	struct rcu_head rcu;
};

/* Task, softirq, irq and NMI may each be in a hit on one CPU, and only one. */
#define NR_CONTEXTS 4

struct scratch {
	u8 record[NR_CONTEXTS][KPE_MAX_RECORD] __aligned(8);
};

static struct scratch __percpu *scratch;

static struct kpe_event *event_of(struct trace_event_call *call)
{
	return container_of(call, struct kpe_event, call);
}

/* Bytes of a record before the first argument */
static unsigned int header_size(bool is_return)
{
	return KPE_RECORD_HEAD +
	       (is_return ? 2 : 1) * sizeof(unsigned long);
}

/* ------------------------------------------------------------------ hits */

/**
 * struct record - what a hit fetches, for more than one to take
 * @bytes: of this CPU and context; only what is behind the trace entry counts
 * @size: 0 until it is fetched
 */
struct record {
	u8 *bytes;
	unsigned int size;
};

/* All of a record that is ours. Return: bytes. */
static __always_inline unsigned int fill(struct kpe_point *point,
					 struct kpe_hit *hit, u8 *record)
{
	const struct kpe_event *event = point->probe->event;
	const size_t gap = KPE_RECORD_HEAD - sizeof(struct trace_entry);
	unsigned long *head = (unsigned long *)(record + KPE_RECORD_HEAD);
	unsigned int size;

	if (gap)
		memset(record + sizeof(struct trace_entry), 0, gap);
	head[0] = hit->ip;
	if (event->is_return)
		head[1] = hit->ret_ip;
	size = kpe_program_run(point->program, hit, record);
	if (unlikely(hit->faults))
		this_cpu_add(point->counts->faults, hit->faults);
	return size;
}

/* Once, when the first asks */
static __always_inline void fetch_once(struct kpe_point *point,
				       struct kpe_hit *hit,
				       struct record *record)
{
	if (!record->size)
		record->size = fill(point, hit, record->bytes);
}

/* Not even a byte more: what is behind it in the scratch is nobody's to see. */
static __always_inline void copy_bytes(u8 *to, const u8 *from, unsigned int n)
{
	for (; n >= 8; n -= 8, to += 8, from += 8)
		put_unaligned(get_unaligned((const u64 *)from), (u64 *)to);
	if (n & 4) {
		put_unaligned(get_unaligned((const u32 *)from), (u32 *)to);
		to += 4;
		from += 4;
	}
	if (n & 2) {
		put_unaligned(get_unaligned((const u16 *)from), (u16 *)to);
		to += 2;
		from += 2;
	}
	if (n & 1)
		*to = *from;
}

/*
 * The kernel fills the trace entry itself; the rest is ours. Without a @record
 * it is fetched to where it is wanted, which is when it has no strings.
 */
static __always_inline void put_record(struct kpe_point *point,
				       struct kpe_hit *hit, void *to,
				       const struct record *record)
{
	const unsigned int head = sizeof(struct trace_entry);

	if (record)
		copy_bytes(to + head, record->bytes + head,
			   record->size - head);
	else
		fill(point, hit, to);
}

static __always_inline unsigned int size_of(const struct kpe_point *point,
					    const struct record *record)
{
	return record ? record->size : point->program->size;
}

static bool __kprobes matches(const struct trace_event_file *file, void *record)
{
	return filter_match_preds(rcu_dereference_sched(file->filter), record);
}

/*
 * Is that what would become of the record? The kernel's own decision comes too
 * late: when it has been made. But triggers get what the filter rejects.
 */
static __always_inline bool is_unwanted(struct kpe_point *point,
					const struct trace_event_file *file,
					const struct record *record)
{
	if (!(file->flags & EVENT_FILE_FL_FILTERED) ||
	    file->flags & EVENT_FILE_FL_TRIGGER_COND || !kpe_entry_is_known())
		return false;
	kpe_entry_fill((struct trace_entry *)record->bytes,
		       point->probe->event->call.event.type);
	if (matches(file, record->bytes))
		return false;
	this_cpu_inc(point->counts->filtered);
	return true;
}

/* Will the commit throw it away? What has been decided is not asked again. */
static __always_inline void count_record(struct kpe_point *point,
					 const struct trace_event_file *file,
					 void *entry)
{
	if (unlikely(file->flags & EVENT_FILE_FL_FILTERED) &&
	    (file->flags & EVENT_FILE_FL_TRIGGER_COND ||
	     !kpe_entry_is_known()) && !matches(file, entry))
		this_cpu_inc(point->counts->filtered);
	else if (!(file->flags & EVENT_FILE_FL_SOFT_DISABLED))
		this_cpu_inc(point->counts->recorded);
}

static __always_inline void write_buffer(struct kpe_point *point,
					 struct trace_event_file *file,
					 struct kpe_hit *hit,
					 const struct record *record)
{
	struct trace_event_buffer buffer;
	void *entry;

	entry = trace_event_buffer_reserve(&buffer, file,
					   size_of(point, record));
	if (unlikely(!entry)) {
		this_cpu_inc(point->counts->dropped);
		return;
	}
	put_record(point, hit, entry, record);
	count_record(point, file, entry);
	buffer.regs = hit->regs;
	trace_event_buffer_commit(&buffer);
}

static void __kprobes write_perf(struct kpe_point *point, struct kpe_hit *hit,
				 const struct record *record)
{
	struct trace_event_call *call = &point->probe->event->call;
	struct hlist_head *head = this_cpu_ptr(call->perf_events);
	unsigned int size = size_of(point, record), padded;
	void *entry;
	int rctx;

	/* perf puts a u32 before it and wants the sum aligned. */
	padded = ALIGN(size + sizeof(u32), sizeof(u64)) - sizeof(u32);
	entry = perf_trace_buf_alloc(padded, NULL, &rctx);
	if (!entry) {
		this_cpu_inc(point->counts->dropped);
		return;
	}
	this_cpu_inc(point->counts->recorded);
	put_record(point, hit, entry, record);
	memset(entry + size, 0, padded - size);
	perf_trace_buf_submit(entry, padded, rctx, call->event.type, 1,
			      hit->regs, head, NULL);
}

static __always_inline bool perf_listens(const struct kpe_event *event)
{
	return READ_ONCE(event->perf) &&
	       !hlist_empty(this_cpu_ptr(event->call.perf_events));
}

/* Several may want it, or a filter has to see it. */
static void __kprobes deliver(struct kpe_point *point, struct kpe_hit *hit,
			      struct record *record)
{
	struct kpe_event *event = point->probe->event;
	struct file_link *link;

	list_for_each_entry_rcu(link, &event->files, list) {
		if (trace_trigger_soft_disabled(link->file))
			continue;
		fetch_once(point, hit, record);
		if (!is_unwanted(point, link->file, record))
			write_buffer(point, link->file, hit, record);
	}
	if (perf_listens(event)) {
		fetch_once(point, hit, record);
		write_perf(point, hit, record);
	}
}

/*
 * The one file that wants all records, if there is no other and none of perf's;
 * NULL: it is not that simple.
 */
static __always_inline struct trace_event_file *
only_file(const struct kpe_event *event)
{
	const struct list_head *first = READ_ONCE(event->files.next);
	struct trace_event_file *file;

	if (READ_ONCE(event->perf) || first == &event->files ||
	    READ_ONCE(first->next) != &event->files)
		return NULL;
	file = list_entry(first, struct file_link, list)->file;
	return file->flags & EVENT_FILE_FL_FILTERED ? NULL : file;
}

static void __kprobes write_one(struct kpe_point *point,
				struct trace_event_file *file,
				struct kpe_hit *hit)
{
	if (!trace_trigger_soft_disabled(file))
		write_buffer(point, file, hit, NULL);
}

/**
 * kpe_event_hit() - a point was hit: write the record where it is wanted
 * @point: which
 * @hit: registers and places
 * @level: interrupt_context_level()
 *
 * Context: any, preemption off; not while a hit is handled in the same context
 * on this CPU.
 */
void __kprobes kpe_event_hit(struct kpe_point *point, struct kpe_hit *hit,
			     unsigned int level)
{
	struct trace_event_file *file = only_file(point->probe->event);
	struct record record;

	if (file && !point->program->nr_strings) {
		write_one(point, file, hit);
		return;
	}
	record.bytes = this_cpu_ptr(scratch)->record[level];
	record.size = 0;
	deliver(point, hit, &record);
}

/* ------------------------------------------------------ enable and disable */

static int enable_file(struct kpe_event *event, struct trace_event_file *file)
{
	struct file_link *link = kzalloc(sizeof(*link), GFP_KERNEL);

	if (!link)
		return -ENOMEM;
	link->file = file;
	list_add_tail_rcu(&link->list, &event->files);
	kpe_gate_remember(file);
	return 0;
}

/*
 * A file that was ever enabled makes the kernel wipe the whole buffer when its
 * event or, later, any module goes: lest records be taken for another event's.
 * As long as we are here, the event's id is not given out again, so others'
 * records may stay.
 */
static void disable_file(struct kpe_event *event, struct trace_event_file *file)
{
	struct file_link *link;

	clear_bit(EVENT_FILE_FL_WAS_ENABLED_BIT, &file->flags);
	list_for_each_entry(link, &event->files, list) {
		if (link->file == file) {
			list_del_rcu(&link->list);
			kfree_rcu(link, rcu);
			return;
		}
	}
}

static void leave(struct kpe_event *event, struct trace_event_file *file)
{
	if (file)
		disable_file(event, file);
	else
		WRITE_ONCE(event->perf, false);
}

static int disable(struct kpe_event *event, struct trace_event_file *file)
{
	leave(event, file);
	WRITE_ONCE(event->users, event->users - 1);
	if (!event->users)
		kpe_points_disarm(event);
	return 0;
}

static int enable(struct kpe_event *event, struct trace_event_file *file)
{
	int ret = 0;

	if (file)
		ret = enable_file(event, file);
	else
		WRITE_ONCE(event->perf, true);
	if (ret)
		return ret;
	event->used = true;
	/* In this order: see probe.c on points that are registered meanwhile. */
	WRITE_ONCE(event->users, event->users + 1);
	if (event->users == 1)
		ret = kpe_points_arm(event);
	if (ret)
		disable(event, file);
	return ret;
}

/* Called by the kernel under event_mutex. */
static int event_reg(struct trace_event_call *call, enum trace_reg type,
		     void *data)
{
	switch (type) {
	case TRACE_REG_REGISTER:
		return enable(event_of(call), data);
	case TRACE_REG_UNREGISTER:
		return disable(event_of(call), data);
	case TRACE_REG_PERF_REGISTER:
		return enable(event_of(call), NULL);
	case TRACE_REG_PERF_UNREGISTER:
		return disable(event_of(call), NULL);
	default:
		return 0;
	}
}

/**
 * kpe_event_busy() - see whether anybody uses an event
 * @event: which
 *
 * Enabled in any instance, opened by perf, or named by a trigger, an eprobe or
 * a synthetic event.
 *
 * Context: event_mutex. Return: true if it must not be removed.
 */
bool kpe_event_busy(struct kpe_event *event)
{
	if (event->users || event->call.perf_refcount)
		return true;
#ifdef CONFIG_DYNAMIC_EVENTS
	return atomic_read(&event->call.refcnt) != 0;
#else
	return false;
#endif
}

/* ------------------------------------------------- adding and taking away */

static int define_fields(struct trace_event_call *call)
{
	struct kpe_event *event = event_of(call);

	/* The kernel may ignore what we return: remember it. */
	event->field_error = kpe_fields_define(event);
	return event->field_error;
}

static struct trace_event_fields fields_by_function[] = {
	{ .type = TRACE_FUNCTION_TYPE, { .define_fields = define_fields } },
	{}
};

static void fill_call(struct kpe_event *event)
{
	event->class.system = event->group;
	event->class.reg = event_reg;
	event->class.fields_array = event->array ? event->array :
						   fields_by_function;
	INIT_LIST_HEAD(&event->class.fields);
	event->call.class = &event->class;
	event->call.name = event->name;
	event->call.print_fmt = event->print_fmt;
	/* No printer there: the kernel would give up the id with the event. */
#ifdef CONFIG_DYNAMIC_EVENTS
	event->call.flags = TRACE_EVENT_FL_DYNAMIC;
#endif
}

/**
 * kpe_event_alloc() - make an event that the kernel does not know yet
 * @line: its first definition, which decides its fields; not kept
 * @group: copied
 * @name: copied
 *
 * Context: may sleep. Return: the event, or NULL if there is no memory.
 */
struct kpe_event *kpe_event_alloc(const struct kpe_line *line,
				  const char *group, const char *name)
{
	struct kpe_event *event = kzalloc(sizeof(*event), GFP_KERNEL);

	if (!event)
		return NULL;
	INIT_HLIST_NODE(&event->node);
	INIT_LIST_HEAD(&event->probes);
	INIT_LIST_HEAD(&event->staged);
	INIT_LIST_HEAD(&event->files);
	INIT_LIST_HEAD(&event->txn);
	event->stage = KPE_NEW;
	event->is_return = line->is_return;
	event->nr_args = line->nr_args;
	event->header = header_size(line->is_return);
	event->group = kstrdup(group, GFP_KERNEL);
	event->name = kstrdup(name, GFP_KERNEL);
	event->fields = kpe_fields_make(line, event->header);
	event->print_fmt = kpe_print_fmt(line);
	if (!event->group || !event->name || !event->fields ||
	    !event->print_fmt || kpe_fields_array(event, define_fields)) {
		kpe_event_free(event);
		return NULL;
	}
	fill_call(event);
	return event;
}

/**
 * kpe_event_free() - free an event that the kernel does not know
 * @event: has no probes; no hit can be running
 */
void kpe_event_free(struct kpe_event *event)
{
	kpe_fields_free(event->fields);
	kfree(event->array);
	kfree(event->print_fmt);
	kfree(event->name);
	kfree(event->group);
	kpe_owner_put(event->owner);
	kfree(event);
}

/**
 * kpe_event_name_taken() - see whether another tracer has an event so named
 * @group: its system
 * @name: its name
 *
 * Context: may sleep; takes event_mutex, so not inside the gate.
 * Return: true if it has.
 */
bool kpe_event_name_taken(const char *group, const char *name)
{
	struct trace_event_file *file = trace_get_event_file(NULL, group, name);

	if (!IS_ERR(file)) {
		trace_put_event_file(file);
		return true;
	}
	/* EBUSY: it exists, but its module is on the way out. */
	return PTR_ERR(file) == -EBUSY;
}

/**
 * kpe_event_add() - make an event known to the kernel
 * @event: new
 *
 * Context: event_mutex; may sleep. Return: 0 or a negative errno.
 */
int kpe_event_add(struct kpe_event *event)
{
	int ret;

	event->field_error = 0;
	ret = kpe_id_take(event);
	if (ret)
		return ret;
	ret = trace_add_event_call(&event->call);
	if (!ret && event->field_error) {
		trace_remove_event_call(&event->call);
		ret = event->field_error;
	}
	if (ret) {
		kpe_id_drop(event);
		return ret;
	}
#ifndef CONFIG_DYNAMIC_EVENTS
	/* The kernel has just cleared it; perf and triggers pin what it names. */
	event->call.module = THIS_MODULE;
#endif
	__module_get(THIS_MODULE);
	event->stage = KPE_LIVE;
	return 0;
}

/**
 * kpe_event_remove() - take an event away from the kernel
 * @event: not busy; no hit that saw it enabled is running any more
 *
 * Context: event_mutex; may sleep. Return: 0, or -EBUSY with nothing changed.
 */
int kpe_event_remove(struct kpe_event *event)
{
	int ret;

	kpe_id_hide(event);
	ret = trace_remove_event_call(&event->call);
	if (ret) {
		kpe_id_show(event);
		return ret;
	}
	kpe_id_bury(event);
	module_put(THIS_MODULE);
	return 0;
}

/**
 * kpe_event_init() - make the scratch records
 *
 * Context: module init. Return: 0 or -ENOMEM.
 */
int kpe_event_init(void)
{
	scratch = alloc_percpu(struct scratch);
	return scratch ? 0 : -ENOMEM;
}

/**
 * kpe_event_exit() - undo kpe_event_init()
 *
 * Context: module exit; no event is left.
 */
void kpe_event_exit(void)
{
	kpe_ids_exit();
	free_percpu(scratch);
}
