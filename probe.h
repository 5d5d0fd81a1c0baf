/* SPDX-License-Identifier: GPL-2.0 */
/*
 * probe - the means to stop the kernel at a point
 *
 * Contract: a point is registered disarmed, armed and disarmed while its
 * event is enabled or not, and unregistered in batches that share one grace
 * period. A struct kprobe is never touched while it is registered, and filled
 * anew before each registration. A point whose module leaves is unregistered
 * and comes back with the module; the module is never pinned.
 */
#ifndef KPE_PROBE_H
#define KPE_PROBE_H

#include "trace_kprobe.h"

int kpe_point_init(struct kpe_probe *probe);
void kpe_point_free(struct kpe_probe *probe);
int kpe_point_register(struct kpe_probe *probe, struct kpe_error *e);
void kpe_points_unregister(struct list_head *txn);
int kpe_points_arm(struct kpe_event *event);
void kpe_points_disarm(struct kpe_event *event);
struct kpe_counts kpe_point_counts(const struct kpe_probe *probe);
unsigned long kpe_point_missed(const struct kpe_probe *probe);
unsigned int kpe_point_maxactive(const struct kpe_probe *probe);
int kpe_modules_watch(void);
void kpe_modules_unwatch(void);

#endif
