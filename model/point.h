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

#endif
