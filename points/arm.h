/* SPDX-License-Identifier: GPL-2.0 */
/*
 * arm - register and arm probe points
 *
 * Contract: a point is registered disarmed, armed while its event is enabled, and unregistered in
 * batches that share one grace period. A struct kprobe does not change while it is registered, and
 * is filled again before each registration. A point is unregistered when its module is unloaded and
 * registered when it is loaded again; the module is never pinned.
 */
#ifndef KPE_ARM_H
#define KPE_ARM_H

#include "language/error.h"
#include "model/event.h"
#include "model/point.h"

/* kpe_mutex; those that unregister sleep for a grace period or two */
const char *kpe_point_means(const struct kpe_point *point);
const struct kpe_point *kpe_point_at(unsigned long addr, const struct kpe_point *last);
int kpe_point_register(struct kpe_point *point, struct kpe_error *e);
void kpe_points_unregister(struct list_head *txn);
void kpe_points_leave(const char *module, bool killed);
/* event_mutex */
bool kpe_points_can_move(struct kpe_event *event);
int kpe_points_arm(struct kpe_event *event);
void kpe_points_disarm(struct kpe_event *event);
void kpe_points_exit(void);
/* module init; in running.c */
void kpe_running_init(void);

#endif
