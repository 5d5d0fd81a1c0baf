/* SPDX-License-Identifier: GPL-2.0 */
/*
 * trace_kprobe.h - the nouns that all rooms share
 *
 * event:  a trace event with its directory, fields and format (event.c)
 * probe:  one definition line; an event has one or more (transaction.c)
 * point:  one address where the kernel is stopped for a probe, which may have
 *         many (define.c, point.c)
 *
 * Locks, outermost first:
 *   kpe_mutex      the model: which events and probes exist. Held by every
 *                  transaction, every listing, and the module notifier.
 *   event_mutex    the kernel's; entered through gate.c. Held by the kernel
 *                  when it calls an event's ->reg(). An event's probe list
 *                  changes under both kpe_mutex and event_mutex, so either
 *                  is enough to walk it.
 *   kpe_arm_mutex  a point's state and its struct kprobe (point.c). A probe's
 *                  list of points changes under both kpe_mutex and this one.
 * The hit path takes none; it runs with preemption off.
 */
#ifndef TRACE_KPROBE_H
#define TRACE_KPROBE_H

#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/trace_events.h>
#include <linux/types.h>
#include "language/definition.h"
#include "model/locks.h"

/*
 * Where a record's own part begins: behind what all events have, which is no
 * multiple of a long on every kernel (PREEMPT_RT).
 */
#define KPE_RECORD_HEAD	ALIGN(sizeof(struct trace_entry), sizeof(long))

#define KPE_NAME "trace_kprobe"		/* of our own group and directory */

struct kpe_event;
struct kpe_owner;
struct kpe_probe;
struct kpe_program;

/**
 * struct kpe_counts - what happened at a point, per CPU
 * @hits: the kernel stopped here
 * @recorded: records written, into each buffer that wanted one
 * @filtered: records that a buffer's filter rejected
 * @dropped: records that a buffer did not take
 * @nested: hits inside too many other hits
 * @faults: arguments that could not be read
 */
struct kpe_counts {
	unsigned long hits;
	unsigned long recorded;
	unsigned long filtered;
	unsigned long dropped;
	unsigned long nested;
	unsigned long faults;
};

enum kpe_point_state {
	KPE_PENDING,		/* its module has not been seen yet */
	KPE_GONE,		/* its module has left */
	KPE_DISABLED,		/* registered, not armed */
	KPE_ARMED,
};

struct kpe_point;

/**
 * struct kpe_kprobe - what the kprobe core knows of a point
 * @rp: the kprobe is @rp.kp; filled anew before each registration
 * @is_registered: @rp is
 * @point: whose
 * @missed_entry: returns without a free instance, of former registrations; the
 *	current ones are in @rp
 * @missed_nested: hits inside a kprobe's handler, in the same way
 */
struct kpe_kprobe {
	struct kretprobe rp;
	bool is_registered;
	struct kpe_point *point;
	unsigned long missed_entry;
	unsigned long missed_nested;
};

/**
 * struct kpe_point - one address of a probe
 * @list: in kpe_probe.points
 * @probe: owner
 * @addr: where; 0 while pending or gone
 * @site: where the kernel stops for it, which may be behind a landing pad
 * @module: name of the module it lies in, owned; or "" for the kernel
 * @symbol: the function it lies in, NULL if that is not known yet; that of the
 *	probe's line, or owned
 * @offset: in @symbol
 * @nth: which of the functions named @symbol in its module, from 0
 * @owns_symbol: see @symbol
 * @in_init: it lies in init text of its module
 * @by_ftrace: armed by by_ftrace.c; while it is registered
 * @is_hooked: an address that by_ftrace.c has hooked for it, armed or not any more
 * @state: enum kpe_point_state; under kpe_arm_mutex
 * @node: by address, while it is registered and @by_ftrace
 * @at: by @addr, while it is registered; kpe_mutex
 * @line: the definition, read for this point, or NULL: for all alike; owned
 * @program: what a hit fetches; owned if @line is, else the probe's
 * @counts: per CPU; NULL until it is armed for the first time
 * @kprobe: NULL if the kprobe core is not needed; owned
 * @uncovered: hits where it stops the kernel that were not counted at a point,
 *	when it was registered
 */
struct kpe_point {
	struct list_head list;
	struct kpe_probe *probe;
	unsigned long addr;
	unsigned long site;
	const char *module;
	const char *symbol;
	unsigned long offset;
	unsigned int nth;
	bool owns_symbol;
	bool in_init;
	bool by_ftrace;
	bool is_hooked;
	u8 state;
	struct hlist_node node;
	struct hlist_node at;
	struct kpe_line *line;
	struct kpe_program *program;
	struct kpe_counts __percpu *counts;
	struct kpe_kprobe *kprobe;
	unsigned long uncovered;
};

/* A probe's or an event's way through a transaction; kpe_mutex. */
enum kpe_stage {
	KPE_LIVE,
	KPE_NEW,		/* takes effect when the transaction commits */
	KPE_DOOMED,		/* goes when it commits */
	KPE_REMOVED,		/* an event that the kernel does not know any more */
};

/**
 * struct kpe_probe - one definition
 * @link: in kpe_probes, in order of definition
 * @sibling: in @event->probes
 * @txn: in the running transaction's list of new or doomed probes
 * @stage: see enum kpe_stage
 * @event: its event
 * @line: what was written; owned
 * @program: what a hit of a point fetches that has none of its own; owned
 * @points: where, at least one; kpe_point.list
 * @number: higher than that of any probe that was defined before
 * @skipped: how many places were left out, by reason; NULL: none; owned
 */
struct kpe_probe {
	struct list_head link;
	struct list_head sibling;
	struct list_head txn;
	enum kpe_stage stage;
	struct kpe_event *event;
	struct kpe_line *line;
	struct kpe_program *program;
	struct list_head points;
	unsigned long number;
	u32 *skipped;
};

/**
 * struct kpe_event - a trace event made of probes
 * @node: in the table of events, by name; kpe_mutex
 * @known: in the list of those that the kernel knows; event_mutex
 * @leaving: in the table of those that are about to go (open_files.c); event_mutex
 * @ahead: the next of those that are about to be enabled together; event_mutex
 * @probes: kpe_probe.sibling; see the lock rules above
 * @staged: kpe_probe.sibling of those not yet committed; kpe_mutex
 * @txn: in the running transaction's list of new or of touched events
 * @blame: the line of the running transaction that deletes from it
 * @owner: what it dies with, or NULL
 * @stage: KPE_NEW until the kernel knows it, KPE_DOOMED while it is taken away,
 *	KPE_REMOVED from then on; changes under event_mutex, too
 * @is_return: its probes are return probes
 * @perf: perf wants records; written under event_mutex, read by hits
 * @is_armed: or is about to be, perhaps in advance of a user; event_mutex
 * @used: has been enabled since the last grace period; event_mutex
 * @users: enabled files and perf; event_mutex
 * @fields: those of the arguments, then aliases, then an empty one; owned
 * @files: enabled trace_event_files; RCU
 * @only: the file that is alone in @files, if perf wants nothing either; RCU
 * @known_fields: the same as the kernel knows them, which owns them
 * @name: owned; for the kernel this is where a struct tracepoint begins
 * @call: the kernel's event; its @class is class.c's, its @print_fmt print.c's
 */
struct kpe_event {
	struct hlist_node node;
	struct list_head known;
	struct hlist_node leaving;
	struct kpe_event *ahead;
	struct list_head probes;
	struct list_head staged;
	struct list_head txn;
	const struct kpe_line *blame;
	struct kpe_owner *owner;
	enum kpe_stage stage : 8;
	bool is_return;
	bool perf;
	bool is_armed : 1;
	bool used : 1;
	unsigned int users;
	struct kpe_field *fields;
	struct list_head known_fields;
	struct list_head files;
	struct trace_event_file *only;
	const char *name;
	struct trace_event_call call;
};

/* Bytes of a record before the first argument */
static inline unsigned int kpe_header_size(const struct kpe_event *event)
{
	return KPE_RECORD_HEAD +
	       (event->is_return ? 2 : 1) * sizeof(unsigned long);
}

static inline const char *kpe_event_group(const struct kpe_event *event)
{
	return event->call.class->system;
}

/* What a point fetches, as it was read for it */
static inline const struct kpe_line *kpe_point_line(const struct kpe_point *p)
{
	return p->line ? p->line : p->probe->line;
}

#endif
