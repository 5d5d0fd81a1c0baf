/* SPDX-License-Identifier: GPL-2.0 */
/*
 * point - the means to stop the kernel at a point
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

void kpe_points_begin(void);
struct kpe_point *kpe_point_make(struct kpe_probe *probe);
void kpe_point_own(struct kpe_point *point, struct kpe_line *line,
		   struct kpe_program *program);
int kpe_point_set_module(struct kpe_point *point, const char *module);
int kpe_point_set_symbol(struct kpe_point *point, const char *symbol);
void kpe_point_drop(struct kpe_point *point);
void kpe_points_free(struct kpe_probe *probe);
const char *kpe_point_means(const struct kpe_point *point);
bool kpe_point_registered(const struct kpe_point *point);
int kpe_point_register(struct kpe_point *point, struct kpe_error *e);
void kpe_points_unregister(struct list_head *txn);
const struct kpe_point *kpe_point_at(unsigned long addr,
				     const struct kpe_point *last);
int kpe_points_arm(struct kpe_event *event);
void kpe_points_disarm(struct kpe_event *event);
struct kpe_counts kpe_point_counts(const struct kpe_point *point);
void kpe_point_missed(const struct kpe_point *point, unsigned long *entry,
		      unsigned long *nested);
unsigned long kpe_probe_hits(const struct kpe_probe *probe);
unsigned long kpe_probe_missed(const struct kpe_probe *probe);
unsigned int kpe_probe_maxactive(const struct kpe_probe *probe);
void kpe_points_leave(const char *module, bool killed);
void kpe_points_exit(void);

#endif
