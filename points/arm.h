/* SPDX-License-Identifier: GPL-2.0 */
/*
 * arm - the means to stop the kernel at a point
 *
 * Contract: a point is registered disarmed, armed and disarmed while its
 * event is enabled or not, and unregistered in batches that share one grace
 * period. A struct kprobe is never touched while it is registered, and filled
 * anew before each registration. A point whose module leaves is unregistered
 * and comes back with the module; the module is never pinned.
 */
#ifndef KPE_ARM_H
#define KPE_ARM_H

#include "trace_kprobe.h"

void kpe_points_begin(void);
const char *kpe_point_means(const struct kpe_point *point);
int kpe_point_register(struct kpe_point *point, struct kpe_error *e);
void kpe_points_unregister(struct list_head *txn);
void kpe_points_leave(const char *module, bool killed);
const struct kpe_point *kpe_point_at(unsigned long addr,
				     const struct kpe_point *last);
int kpe_points_arm(struct kpe_event *event);
void kpe_points_disarm(struct kpe_event *event);
void kpe_points_exit(void);

#endif
