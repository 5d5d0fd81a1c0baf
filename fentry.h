/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fentry - the means at a function's entry: one ftrace_ops for all points
 *
 * Contract: a point whose kprobe lies on an ftrace site is known here while it
 * is registered. Any number of them are armed or disarmed with one change of
 * the kernel's code. The caller's kpe_arm_mutex is held by all but hits.
 */
#ifndef KPE_FENTRY_H
#define KPE_FENTRY_H

#include "trace_kprobe.h"

bool kpe_fentry_fits(const struct kpe_point *point);
void kpe_fentry_add(struct kpe_point *point);
void kpe_fentry_del(struct kpe_point *point);
int kpe_fentry_arm(struct kpe_point **points, unsigned int nr);
void kpe_fentry_disarm(struct kpe_point **points, unsigned int nr);
void kpe_fentry_exit(void);
void kpe_anchor(void);

#endif
