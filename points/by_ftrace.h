/* SPDX-License-Identifier: GPL-2.0 */
/*
 * by_ftrace - one ftrace_ops for all points at function entries
 *
 * Contract: a point at an ftrace site is in a table while it is registered. One
 * change of the filter arms any number of points, or unhooks disarmed ones. All
 * callers except hits hold kpe_arm_mutex.
 */
#ifndef KPE_BY_FTRACE_H
#define KPE_BY_FTRACE_H

#include "trace_kprobe.h"

bool kpe_ftrace_is_on(void);
void kpe_by_ftrace_add(struct kpe_point *point);
bool kpe_by_ftrace_del(struct kpe_point **points, unsigned int nr);
int kpe_by_ftrace_arm(struct kpe_point **points, unsigned int nr);
void kpe_by_ftrace_disarm(struct kpe_point **points, unsigned int nr);
bool kpe_by_ftrace_sweep(void);
void kpe_by_ftrace_exit(void);

#endif
