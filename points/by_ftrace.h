/* SPDX-License-Identifier: GPL-2.0 */
/*
 * by_ftrace - the means at a function's entry: one ftrace_ops for all points
 *
 * Contract: a point at an ftrace site is known here while it is registered. Any
 * number of them are armed, or unhooked after they were disarmed, with one change
 * of the kernel's code. The caller's kpe_arm_mutex is held by all but hits.
 */
#ifndef KPE_FENTRY_H
#define KPE_FENTRY_H

#include "trace_kprobe.h"

bool kpe_ftrace_is_on(void);
unsigned long kpe_fentry_site(unsigned long function);
void kpe_fentry_add(struct kpe_point *point);
bool kpe_fentry_del(struct kpe_point **points, unsigned int nr);
int kpe_fentry_arm(struct kpe_point **points, unsigned int nr);
void kpe_fentry_disarm(struct kpe_point **points, unsigned int nr);
bool kpe_fentry_sweep(void);
void kpe_fentry_exit(void);

#endif
