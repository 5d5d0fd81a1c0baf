/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ftrace - callbacks of ftrace
 *
 * Contract: a hit looks up its points by their site. Only points/by_ftrace.c adds
 * and removes points.
 */
#ifndef KPE_FTRACE_H
#define KPE_FTRACE_H

#include <linux/ftrace.h>
#include <linux/hashtable.h>

#define KPE_SITES_BITS 11

/* by kpe_point.node; kpe_arm_mutex for changes; hits read it */
extern DECLARE_HASHTABLE(kpe_sites, KPE_SITES_BITS);

void kpe_ftrace_entry(unsigned long ip, unsigned long parent_ip,
		      struct ftrace_ops *ops, struct ftrace_regs *fregs);
void kpe_ftrace_nothing(unsigned long ip, unsigned long parent_ip,
			struct ftrace_ops *ops, struct ftrace_regs *fregs);
void kpe_ftrace_trial(unsigned long ip, unsigned long parent_ip,
		      struct ftrace_ops *ops, struct ftrace_regs *fregs);
unsigned long kpe_ftrace_trials(void);

#endif
