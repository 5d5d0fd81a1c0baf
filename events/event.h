/* SPDX-License-Identifier: GPL-2.0 */
/*
 * event - the trace event of a definition
 *
 * Contract: adds and removes trace events, lists the enabled files of an event, and arms its
 * points while it has users. Nothing is freed while a reader may use it.
 */
#ifndef KPE_EVENT_H
#define KPE_EVENT_H

#include "language/definition.h"
#include "model/event.h"

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

#endif
