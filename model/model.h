/* SPDX-License-Identifier: GPL-2.0 */
/*
 * model - which events and probes exist
 *
 * Contract: contains the data that all folders share. Only a transaction adds or
 * removes events and probes. Accessors for their lists assert a lock.
 */
#ifndef KPE_MODEL_H
#define KPE_MODEL_H

#include <linux/hashtable.h>
#include <linux/string.h>
#include <linux/stringhash.h>
#include "model/event.h"
#include "model/point.h"
#include "model/probe.h"

#define KPE_EVENTS_BITS 10

extern struct list_head kpe_probes;		/* kpe_mutex */
extern struct list_head kpe_known_events;	/* by kpe_event.known; event_mutex */
extern DECLARE_HASHTABLE(kpe_events, KPE_EVENTS_BITS);	/* by name; kpe_mutex */

static inline u32 kpe_name_hash(const char *name)
{
	return full_name_hash(NULL, name, strlen(name));
}

/* The list of an event's probes, by kpe_probe.sibling; kpe_mutex or event_mutex */
static inline const struct list_head *kpe_event_probes(const struct kpe_event *event)
{
	kpe_assert_model_or_event_mutex();
	return &event->probes;
}

/* The list of a probe's points, by kpe_point.list; kpe_mutex or kpe_arm_mutex */
static inline const struct list_head *kpe_probe_points(const struct kpe_probe *probe)
{
	kpe_assert_model_or_arm_mutex();
	return &probe->points;
}

#endif
