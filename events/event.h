/* SPDX-License-Identifier: GPL-2.0 */
/*
 * event - the trace event of a definition, and what belongs to it
 *
 * Contract: an event's points are armed while it has users. Nothing is freed while a reader
 * may use it.
 */
#ifndef KPE_EVENT_H
#define KPE_EVENT_H

#include "language/definition.h"
#include "model/event.h"

struct kpe_tally;

/* kpe_mutex; may sleep */
struct kpe_event *kpe_event_alloc(const struct kpe_definition *line, const struct kpe_args *args,
				  const char *group, const char *name);
void kpe_event_free(struct kpe_event *event);
bool kpe_event_name_taken(const char *group, const char *name);

/* event_mutex; may sleep */
int kpe_event_add(struct kpe_event *event);
int kpe_event_remove(struct kpe_event *event);
int kpe_event_reg(struct trace_event_call *call, enum trace_reg type, void *data);
bool kpe_event_busy(struct kpe_event *event);

/* ids.c: the type ids of events, and their printers. event_mutex */
int kpe_id_take(struct kpe_event *event);
void kpe_id_reserve(const struct kpe_event *event);
void kpe_ids_exit(void);		/* no lock */

/*
 * open_files.c: files of events that are removed while a task opens them or has them open. Each
 * event is passed to kpe_open_files_add() and removed between kpe_open_files_detach() and
 * kpe_open_files_end(). Then none of its files can access freed memory. All calls are in one
 * call of the gate, but for those at init and exit.
 */
bool kpe_event_files_are_known(void);
void kpe_open_files_add(struct kpe_event *event);
void kpe_open_files_detach(void);
void kpe_open_files_end(void);
void kpe_open_files_exit(void);

/*
 * stop.c: when a hit has marked an event as stopped (limit.h), it is disabled soon, in all
 * instances. What only their users can take away stays: perf events, eprobes, synthetic events
 * and triggers other than hist.
 */
bool kpe_event_start(struct kpe_event *event);
int kpe_event_disable_everywhere(const char *group, const char *event, bool and_triggers);
void kpe_stop_init(void);
void kpe_stop_exit(void);

/*
 * tallies.c: the tables of events that count. A table has all its memory before the first hit,
 * and only hits change it (hit/tally.h): to clear it is to exchange it.
 */
struct kpe_tally *kpe_tally_make(const struct kpe_hist *hist, const struct kpe_args *args,
				 unsigned int header);
void kpe_tally_put(struct kpe_tally *tally);

/* kpe_mutex; may sleep */
struct kpe_tally *kpe_tally_get(const struct kpe_event *event);
int kpe_tally_clear(struct kpe_event *event);

#endif
