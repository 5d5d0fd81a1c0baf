/* SPDX-License-Identifier: GPL-2.0 */
/*
 * event - the trace event of a definition
 *
 * Contract: adds and removes trace events under event_mutex, and has their fields, print
 * format, printers, and the buffers that record them. Nothing is freed while a reader
 * may use it.
 */
#ifndef KPE_EVENT_H
#define KPE_EVENT_H

#include "language/definition.h"
#include "model/event.h"

struct kpe_event *kpe_event_alloc(const struct kpe_line *line, const struct kpe_args *args,
				  const char *group, const char *name);
void kpe_event_free(struct kpe_event *event);
bool kpe_event_name_taken(const char *group, const char *name);
int kpe_event_add(struct kpe_event *event);
int kpe_event_remove(struct kpe_event *event);

#endif
