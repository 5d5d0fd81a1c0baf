/* SPDX-License-Identifier: GPL-2.0 */
/*
 * event - a trace event with its directory, fields and format (events/)
 */
#ifndef KPE_MODEL_EVENT_H
#define KPE_MODEL_EVENT_H

#include <linux/atomic.h>
#include <linux/list.h>
#include <linux/trace_events.h>
#include <linux/types.h>
#include "model/probe.h"

/*
 * Offset of the probe's part of a record. The size of struct trace_entry is not
 * a multiple of a long on PREEMPT_RT.
 */
#define KPE_RECORD_HEAD	ALIGN(sizeof(struct trace_entry), sizeof(long))

#define KPE_NAME "trace_kprobe"		/* of the module's group and directory */

struct kpe_field;
struct kpe_limits;
struct kpe_load;
struct kpe_owner;

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
