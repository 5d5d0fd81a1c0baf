/* SPDX-License-Identifier: GPL-2.0 */
/*
 * probe - one definition; an event has one or more (transaction/)
 */
#ifndef KPE_MODEL_PROBE_H
#define KPE_MODEL_PROBE_H

#include <linux/list.h>
#include <linux/types.h>
#include "model/locks.h"

struct kpe_event;
struct kpe_definition;
struct kpe_program;

/* State of a probe or an event in a transaction; kpe_mutex */
enum kpe_stage {
	KPE_LIVE,
	KPE_NEW,		/* takes effect when the transaction commits */
	KPE_TO_DELETE,		/* is deleted when it commits */
	KPE_REMOVED,		/* an event that has left the kernel */
};

/* The search for references to a probe's functions, of which warn.c tells; kpe_mutex */
enum kpe_search {
	KPE_SEARCH_NONE,	/* it is over, or there is nothing to search for */
	KPE_SEARCH_WAITS,
	KPE_SEARCH_RUNS,
};

struct kpe_probe {
	struct list_head link;		/* in kpe_probes, in order of definition */
	struct list_head sibling;	/* in its event's probes, or staged */
	struct list_head txn;		/* in the transaction's list of new or to_delete probes */
	struct hlist_node by_place;	/* in the table of staged.c; kpe_mutex */
	enum kpe_stage stage : 8;
	enum kpe_search search : 8;
	unsigned long warns : 1;	/* a warning that comes of it is about a write */
	unsigned long by_types : 1;	/* the function's types were known when it was defined */
	unsigned long refused : 8;	/* why its module has no place for it: enum kpe_err */
	unsigned long number : 38;	/* of the definition */
	struct kpe_event *event;
	struct kpe_definition *line;		/* owned */
	struct kpe_program *program;	/* of the first point, and of all like it; owned */
	struct list_head points;	/* kpe_point.list; at least one */
	u32 *skipped;			/* number of places skipped, by error; or NULL; owned */
};

#endif
