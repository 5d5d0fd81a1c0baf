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
struct kpe_line;
struct kpe_program;

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

#endif
