/* SPDX-License-Identifier: GPL-2.0 */
/*
 * trace_kprobe.h - types and locks that all folders share
 *
 * event:  a trace event with its directory, fields and format (event.c)
 * probe:  one definition line; an event has one or more (staged.c)
 * point:  one address of a probe; a probe has one or more (define.c, point.c)
 *
 * Locks, outermost first:
 *   kpe_mutex      protects the set of events and probes. Transactions,
 *                  listings and the module notifier hold it.
 *   event_mutex    is the kernel's; gate.c enters it. The kernel holds it
 *                  when it calls an event's ->reg(). An event's probe list
 *                  changes under both kpe_mutex and event_mutex, so either
 *                  is enough to walk it.
 *   kpe_arm_mutex  protects a point's state and struct kprobe. A probe's list
 *                  of points changes under both kpe_mutex and kpe_arm_mutex.
 * A hit takes no lock; it runs with preemption off.
 */
#ifndef TRACE_KPROBE_H
#define TRACE_KPROBE_H

#include <linux/atomic.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/trace_events.h>
#include <linux/types.h>
#include "language/definition.h"
#include "model/locks.h"

/*
 * Offset of the probe's part of a record. The size of struct trace_entry is not
 * a multiple of a long on PREEMPT_RT.
 */
#define KPE_RECORD_HEAD	ALIGN(sizeof(struct trace_entry), sizeof(long))

#define KPE_NAME "trace_kprobe"		/* of the module's group and directory */

struct kpe_event;
struct kpe_limits;
struct kpe_load;
struct kpe_owner;
struct kpe_probe;
struct kpe_program;

/*
 * Counters of a point; the first KPE_NR_OFTEN change at a usual hit. When none is under way,
 * hits + copies = recorded + filtered + dropped + limited + unwatched + triggers only.
 */
enum kpe_count {
	KPE_HITS,		/* hits of the point */
	KPE_RECORDED,		/* records written, summed over buffers */
	KPE_NR_OFTEN,
	KPE_FILTERED = KPE_NR_OFTEN,	/* records rejected by a buffer's filter */
	KPE_DROPPED,		/* records for which a buffer had no room */
	KPE_NESTED,		/* hits missed inside another hit */
	KPE_FAULTS,		/* arguments that could not be read */
	KPE_LIMITED,		/* hits that budgets left out, or after the event has stopped */
	KPE_UNWATCHED,		/* hits whose task or CPU a buffer or perf does not watch */
	KPE_TRIGGERS_ONLY,	/* hits that at most triggers of a buffer want */
	KPE_COPIES,		/* buffers of hits, and perf, beyond the first of each hit */
	KPE_NR_COUNTS,
};

/**
 * struct kpe_counts - what a point needs to be armed
 * @shared: counts of all CPUs; the value of a counter is the sum of this and of its
 *	parts per CPU
 * @rare: per CPU, counters from KPE_NR_OFTEN on; NULL until one of them is busy; owned
 * @uncovered: kpe_point_uncovered() when the point was registered or first armed
 */
struct kpe_counts {
	atomic_long_t shared[KPE_NR_COUNTS];
	unsigned long __percpu *rare;
	unsigned long uncovered;
};

enum kpe_point_state {
	KPE_PENDING,		/* waits for its module */
	KPE_GONE,		/* unregistered */
	KPE_DISABLED,		/* registered, not armed */
	KPE_ARMED,
};

struct kpe_point;

/**
 * struct kpe_kprobe - the kprobe or return probe of a point
 * @rp: the kprobe is @rp.kp; filled again before each registration
 * @is_registered: @rp is registered
 * @point: owner
 * @missed_entry: returns without a free instance, in earlier registrations;
 *	@rp counts the current one
 * @missed_nested: hits inside a kprobe's handler, likewise
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
 * @addr: probe point; 0 while pending or gone
 * @site: address that is patched; it may follow a landing pad
 * @module: name of its module, owned; "" for the kernel
 * @symbol: its function, NULL if not known yet; the name in the probe's line,
 *	or a copy
 * @offset: in @symbol
 * @nth: index among the functions named @symbol in its module, at most 16; kpe_mutex,
 *	like the three next
 * @owns_symbol: @symbol is a copy
 * @in_init: it lies in init text of its module
 * @unreferenced: nothing referred to its function when that was searched for
 * @by_ftrace: by_ftrace.c arms it; valid while it is registered
 * @hooked: by_ftrace.c has @site in its filter for this point; kpe_arm_mutex
 * @state: enum kpe_point_state; kpe_arm_mutex
 * @node: at @site, while it is registered and @by_ftrace
 * @at: by @addr, while it is registered; kpe_mutex
 * @program: fetches arguments; owned, unless it is the probe's
 * @often: per CPU, the first KPE_NR_OFTEN counters; NULL until one is busy; owned
 * @counts: NULL until it is first armed; owned
 * @kprobe: NULL if the point needs no kprobe; owned
 */
struct kpe_point {
	struct list_head list;
	struct kpe_probe *probe;
	unsigned long addr;
	unsigned long site;
	const char *module;
	const char *symbol;
	u32 offset;
	u8 nth : 5;
	bool owns_symbol : 1;
	bool in_init : 1;
	bool unreferenced : 1;
	bool by_ftrace;
	bool hooked;
	u8 state;
	struct hlist_node node;
	struct hlist_node at;
	struct kpe_program *program;
	unsigned long __percpu *often;
	struct kpe_counts *counts;
	struct kpe_kprobe *kprobe;
};

/* State of a probe or an event in a transaction; kpe_mutex */
enum kpe_stage {
	KPE_LIVE,
	KPE_NEW,		/* takes effect when the transaction commits */
	KPE_DOOMED,		/* is deleted when it commits */
	KPE_REMOVED,		/* an event that has left the kernel */
};

/* The search for references to a probe's functions, of which warn.c tells; kpe_mutex */
enum kpe_search {
	KPE_SEARCH_NONE,	/* it is over, or there is nothing to search for */
	KPE_SEARCH_WAITS,
	KPE_SEARCH_RUNS,
};

/**
 * struct kpe_probe - one definition
 * @link: in kpe_probes, in order of definition
 * @sibling: in @event->probes
 * @txn: in the running transaction's list of new or doomed probes
 * @by_place: in the table of staged.c, from its definition until it is freed; kpe_mutex
 * @stage: see enum kpe_stage
 * @by_types: the types of the function were known when it was defined
 * @search: see enum kpe_search
 * @warns: a warning that comes of it is about a write
 * @number: sequence number of the definition
 * @event: its event
 * @line: the parsed definition; owned
 * @program: of the first point; for points without a program of their own; owned
 * @points: at least one; kpe_point.list
 * @skipped: number of places skipped, by error; NULL: none; owned
 */
struct kpe_probe {
	struct list_head link;
	struct list_head sibling;
	struct list_head txn;
	struct hlist_node by_place;
	enum kpe_stage stage : 8;
	enum kpe_search search : 8;
	unsigned long warns : 1;
	unsigned long by_types : 1;
	unsigned long number : 46;
	struct kpe_event *event;
	struct kpe_line *line;
	struct kpe_program *program;
	struct list_head points;
	u32 *skipped;
};

/**
 * struct kpe_file_link - an enabled event file
 * @list: in kpe_event.files
 * @file: the event file
 * @rcu: for freeing
 */
struct kpe_file_link {
	struct list_head list;
	struct trace_event_file *file;
	struct rcu_head rcu;
};

/* Why an event has disabled itself */
enum kpe_stopped {
	KPE_RUNS,		/* it has not, or was enabled again since */
	KPE_STOPPED_BY_BUDGET,	/* $stop */
	KPE_STOPPED_BY_LOAD,	/* max_hit_share */
	KPE_STOP_DONE = 0x80,	/* with one of them: it is disabled, and may start anew */
};

/**
 * struct kpe_event - a trace event made of probes
 * @node: in the table of events, by name; kpe_mutex
 * @known: in the list of events that the kernel knows; event_mutex
 * @leaving: in the table of events being removed (open_files.c); event_mutex
 * @probes: kpe_probe.sibling; see the lock rules above
 * @staged: kpe_probe.sibling of uncommitted probes; kpe_mutex
 * @txn: in the running transaction's list of new or of touched events
 * @blame: the line of the running transaction that deletes from it
 * @owner: the event ends with it; or NULL
 * @stage: KPE_NEW until the kernel knows it, KPE_DOOMED during its removal,
 *	KPE_REMOVED after that; also changes under event_mutex
 * @is_return: its probes are return probes
 * @perf: perf wants records; written under event_mutex, read by hits
 * @used: has been enabled since the last grace period; event_mutex
 * @users: number of enabled files and perf; event_mutex
 * @enabled_at: jiffies when it got its first user; event_mutex
 * @rests_since: kpe_hits_until_now() when it was last disabled; event_mutex
 * @fields: from kpe_fields_make(); owned
 * @files: enabled trace_event_files; RCU
 * @only: the only file in @files if @perf is false and the event has no limits and has
 *	not stopped, else NULL; RCU
 * @limits: of its budgets; NULL: none; owned
 * @stopped: enum kpe_stopped; set by a hit
 * @share: of a CPU's time that hits took, in percent, if that stopped it
 * @load_wanted: hits take so much time that they need @load
 * @load_begun: low half of the jiffies when @load_all was 0
 * @load: time that hits take, per CPU; NULL until it is wanted; owned
 * @known_fields: the fields in the kernel's form; the kernel owns them
 * @name: owned; the kernel reads it as the start of a struct tracepoint
 * @call: the kernel's event; its @print_fmt is print.c's
 * @load_all: time that hits take on all CPUs, without @load; nanoseconds
 */
struct kpe_event {
	struct hlist_node node;
	struct list_head known;
	struct hlist_node leaving;
	struct list_head probes;
	struct list_head staged;
	struct list_head txn;
	const struct kpe_line *blame;
	struct kpe_owner *owner;
	enum kpe_stage stage : 8;
	bool is_return;
	bool perf;
	bool used : 1;
	unsigned int users;
	unsigned long enabled_at;
	unsigned long rests_since;
	struct kpe_field *fields;
	struct list_head known_fields;
	struct list_head files;
	struct trace_event_file *only;
	struct kpe_limits *limits;
	u8 stopped;
	u8 share;
	bool load_wanted;
	u32 load_begun;
	struct kpe_load __percpu *load;
	const char *name;
	struct trace_event_call call;
	atomic_long_t load_all;
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

#endif
