/* SPDX-License-Identifier: GPL-2.0 */
/*
 * point - one address of a probe; a probe has one or more (points/)
 */
#ifndef KPE_MODEL_POINT_H
#define KPE_MODEL_POINT_H

#include <linux/atomic.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/types.h>
#include "model/locks.h"

struct kpe_probe;
struct kpe_program;

/* Counters of a point */
enum kpe_count {
	KPE_FILTERED,		/* records rejected by a buffer's filter */
	KPE_DROPPED,		/* records for which a buffer had no room */
	KPE_NESTED,		/* hits missed inside another hit */
	KPE_FAULTS,		/* arguments that could not be read */
	KPE_LIMITED,		/* hits that budgets left out, or after the event has stopped */
	KPE_UNWATCHED,		/* hits whose task or CPU a buffer or perf does not watch */
	KPE_TRIGGERS_ONLY,	/* hits that at most triggers of a buffer want */
	KPE_COPIES,		/* buffers of hits, and perf, beyond the first of each hit */
	KPE_NR_SHARED,		/* all CPUs share those before */
	KPE_RECORDED = KPE_NR_SHARED,	/* records written, summed over buffers */
	KPE_HITS,		/* hits of the point: all outcomes, less the copies */
	KPE_NR_COUNTS,
};

/* What a point needs to be armed */
struct kpe_counts {
	atomic_long_t shared[KPE_NR_SHARED];
	unsigned long without_rcu;	/* kpe_point_without_rcu() when registered or first armed */
};

enum kpe_point_state {
	KPE_PENDING,		/* waits for its module */
	KPE_GONE,		/* unregistered */
	KPE_DISABLED,		/* registered, not armed */
	KPE_ARMED,
};

/* The kprobe or return probe of a point; filled again before each registration */
struct kpe_kprobe {
	struct kretprobe rp;		/* the kprobe is rp.kp */
	bool is_registered;
	struct kpe_point *point;
	/* of earlier registrations; rp counts those of the current one */
	unsigned long missed_entry;	/* returns without a free instance */
	unsigned long missed_nested;	/* hits inside a kprobe's handler */
};

/* One address of a probe. "Owned" is what is freed with it. */
struct kpe_point {
	struct list_head list;		/* in kpe_probe.points */
	struct kpe_probe *probe;
	unsigned long addr;		/* 0 while pending or gone */
	unsigned long site;		/* is patched; it may follow a landing pad */
	const char *module;		/* owned; "" for the kernel */
	const char *symbol;		/* its function, NULL if unknown; owned */
	u32 offset;			/* in the function */
	/* kpe_mutex */
	u8 nth : 5;			/* of functions of that name in the module; at most 16 */
	bool in_init : 1;		/* in init text of its module */
	bool unreferenced : 1;		/* nothing was found that refers to its function */
	bool by_ftrace;			/* by_ftrace.c arms it; valid while it is registered */
	bool hooked;			/* by_ftrace.c's filter has its site; kpe_arm_mutex */
	u8 state;			/* enum kpe_point_state; kpe_arm_mutex */
	struct hlist_node node;		/* by site, while it is registered and by_ftrace */
	struct hlist_node at;		/* by addr, while it is registered; kpe_mutex */
	struct kpe_program *program;	/* owned, unless it is the probe's */
	unsigned long __percpu *recorded;	/* with counts; owned */
	struct kpe_counts *counts;	/* NULL until it is first armed; owned */
	struct kpe_kprobe *kprobe;	/* NULL: it needs none; owned */
};

#endif
