/* SPDX-License-Identifier: GPL-2.0 */
/*
 * event - a trace event with its directory, fields and format (events/)
 */
#ifndef KPE_MODEL_EVENT_H
#define KPE_MODEL_EVENT_H

#include <linux/list.h>
#include <linux/trace_events.h>
#include <linux/types.h>
#include "model/probe.h"

/* Before the probe's part of a record. On PREEMPT_RT the entry is no multiple of a long. */
#define KPE_RECORD_HEAD	ALIGN(sizeof(struct trace_entry), sizeof(long))

#define KPE_NAME "trace_kprobe"		/* of the module's group and directory */

/* A CPU can handle one hit in each of task, softirq, irq and NMI. */
#define KPE_NR_CONTEXTS 4

struct kpe_field;
struct kpe_limits;
struct kpe_load;
struct kpe_owner;
struct kpe_tally;

/* An enabled event file */
struct kpe_file_link {
	struct list_head list;		/* in kpe_event.files */
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

struct kpe_event {
	struct hlist_node node;		/* in the table of events, by name; kpe_mutex */
	struct list_head known;		/* of those that the kernel knows; event_mutex */
	struct hlist_node leaving;	/* of those being removed (open_files.c); event_mutex */
	struct list_head probes;	/* kpe_probe.sibling; kpe_mutex and event_mutex */
	struct list_head staged;	/* those that are not committed; kpe_mutex */
	struct list_head txn;		/* in the transaction's list of new or of touched events */
	const struct kpe_definition *failed_line;	/* that deletes from it */
	struct kpe_owner *owner;	/* it ends with that one; or NULL */
	/* KPE_NEW until the kernel knows it; also changes under event_mutex */
	enum kpe_stage stage : 8;
	bool is_return;			/* its probes are return probes */
	bool perf;			/* wants records; written under event_mutex, read by hits */
	bool is_plain;			/* its programs of BPF get registers, not arguments */
	bool used : 1;			/* enabled since the last grace period; event_mutex */
	unsigned int users;		/* enabled files, and perf; event_mutex */
	unsigned long enabled_at;	/* jiffies of the first user; event_mutex */
	unsigned long rests_since;	/* kpe_hits_until_now() when disabled; event_mutex */
	struct kpe_field *fields;	/* owned */
	struct list_head files;		/* kpe_file_link.list; RCU */
	/* the only file, if it records, has no limits, no perf and has not stopped; RCU */
	struct trace_event_file *only;
	struct trace_event_file *counting;	/* @only, of an event that counts; RCU */
	struct kpe_limits *limits;	/* of its budgets, or NULL; owned */
	struct kpe_tally __rcu *tally;	/* it counts instead of recording, or NULL; kpe_mutex */
	u8 stopped;			/* enum kpe_stopped; set by a hit */
	u8 share;			/* percent of a CPU's time that hits took, if that did it */
	struct kpe_load __percpu *load;	/* time that hits take; NULL until first armed; owned */
	const char *name;		/* owned; the start of a struct tracepoint */
	struct trace_event_call call;	/* its print_fmt is print.c's */
	struct trace_event_class class;	/* its system is the group */
};

/* Bytes of a record before the first argument */
static inline unsigned int kpe_header_size(const struct kpe_event *event)
{
	return KPE_RECORD_HEAD +
	       (event->is_return ? 2 : 1) * sizeof(unsigned long);
}

/*
 * Do its programs of BPF get registers? While perf uses an event without arguments that has
 * few points; then these have all registers.
 */
static inline bool kpe_event_passes_registers(const struct kpe_event *event)
{
	return READ_ONCE(event->call.flags) & TRACE_EVENT_FL_KPROBE;
}

static inline const char *kpe_event_group(const struct kpe_event *event)
{
	return event->class.system;
}

static inline struct kpe_event *kpe_event_of(struct trace_event_call *call)
{
	return container_of(call, struct kpe_event, call);
}

#endif
