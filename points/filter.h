/* SPDX-License-Identifier: GPL-2.0 */
/*
 * filter - the functions that call kpe_ftrace_entry()
 *
 * Contract: functions are added all or none. All is under kpe_arm_mutex, and may sleep. An
 * errno -ENODEV is ftrace's, when it has disabled itself. filter.c is part of the module if the
 * kernel changes a filter as a whole; else filters.c is.
 */
#ifndef KPE_FILTER_H
#define KPE_FILTER_H

#include <linux/types.h>

struct ftrace_ops;

int kpe_filter_init(void);
bool kpe_filter_is_used(void);
int kpe_filter_add(unsigned long *ips, unsigned int n);
int kpe_filter_drop(unsigned long *ips, unsigned int n);
/* @ips[0] is not the caller's */
int kpe_filter_keep(unsigned long *ips, unsigned int n);
/* While @keep, turning ftrace off is refused with EBUSY, if that has not begun. Context: in use */
void kpe_filter_keep_ftrace_on(bool keep);
/* With @unregister. Context: in use. Return: 0, or an errno, and the kernel keeps an ftrace_ops */
int kpe_filter_end(int (*unregister)(struct ftrace_ops *ops));
void kpe_filter_exit(void);

#endif
