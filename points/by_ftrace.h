/* SPDX-License-Identifier: GPL-2.0 */
/*
 * by_ftrace - the means at a function's entry: one ftrace_ops for all points
 *
 * Contract: a point at an ftrace site is known here while it is registered. Any
 * number of them are armed, or unhooked after they were disarmed, with one change
 * of the kernel's code. The caller's kpe_arm_mutex is held by all but hits.
 */
#ifndef KPE_BY_FTRACE_H
#define KPE_BY_FTRACE_H

#include "trace_kprobe.h"

bool kpe_ftrace_is_on(void);
unsigned long kpe_by_ftrace_site(unsigned long function);
void kpe_by_ftrace_add(struct kpe_point *point);
bool kpe_by_ftrace_del(struct kpe_point **points, unsigned int nr);
int kpe_by_ftrace_arm(struct kpe_point **points, unsigned int nr);
void kpe_by_ftrace_disarm(struct kpe_point **points, unsigned int nr);
bool kpe_by_ftrace_sweep(void);
void kpe_by_ftrace_exit(void);

#endif
