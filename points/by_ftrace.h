/* SPDX-License-Identifier: GPL-2.0 */
/*
 * by_ftrace - the ftrace_ops for points at function entries
 *
 * Contract: a point at an ftrace site is in a table while it is registered. One change of the
 * filter arms any number of points, or unhooks disarmed ones. All callers except hits hold
 * kpe_arm_mutex, but for kpe_pinned(). Without CONFIG_DYNAMIC_FTRACE by_ftrace.c is not built.
 */
#ifndef KPE_BY_FTRACE_H
#define KPE_BY_FTRACE_H

#include "model/point.h"

#ifdef CONFIG_DYNAMIC_FTRACE

int kpe_by_ftrace_init(void);
bool kpe_ftrace_is_on(void);
bool kpe_ftrace_is_dead(void);
int kpe_by_ftrace_add(struct kpe_point *point);
bool kpe_by_ftrace_del(struct kpe_point **points, unsigned int nr);
int kpe_by_ftrace_arm(struct kpe_point **points, unsigned int nr);
void kpe_by_ftrace_hold(unsigned long site);
void kpe_by_ftrace_give(struct kpe_point *point);
bool kpe_by_ftrace_is_left(void);
bool kpe_by_ftrace_sweep(void);
void kpe_by_ftrace_exit(void);
const char *kpe_pinned(void);

#else

/* Without ftrace every point has a kprobe, which is a breakpoint or a jump. */
static inline int kpe_by_ftrace_init(void)
{
	return 0;
}

static inline bool kpe_ftrace_is_on(void)
{
	return false;
}

static inline bool kpe_ftrace_is_dead(void)
{
	return false;
}

static inline int kpe_by_ftrace_add(struct kpe_point *point)
{
	return 0;
}

static inline bool kpe_by_ftrace_del(struct kpe_point **points, unsigned int nr)
{
	return false;
}

static inline int kpe_by_ftrace_arm(struct kpe_point **points, unsigned int nr)
{
	return nr ? -ENODEV : 0;
}

static inline void kpe_by_ftrace_hold(unsigned long site)
{
}

static inline void kpe_by_ftrace_give(struct kpe_point *point)
{
}

static inline bool kpe_by_ftrace_is_left(void)
{
	return false;
}

static inline bool kpe_by_ftrace_sweep(void)
{
	return false;
}

static inline void kpe_by_ftrace_exit(void)
{
}

static inline const char *kpe_pinned(void)
{
	return NULL;
}

#endif

#endif
