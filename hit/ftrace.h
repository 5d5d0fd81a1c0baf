/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ftrace - what ftrace calls at a hit
 *
 * Contract: points by their sites, for a hit to find. Points are added and removed by
 * points/by_ftrace.c only.
 */
#ifndef KPE_FTRACE_H
#define KPE_FTRACE_H

#include <linux/ftrace.h>
#include <linux/hashtable.h>

#define KPE_SITES_BITS 11

/* by kpe_point.node; hits read it, kpe_arm_mutex for changes */
extern DECLARE_HASHTABLE(kpe_sites, KPE_SITES_BITS);

void kpe_ftrace_entry(unsigned long ip, unsigned long parent_ip,
		      struct ftrace_ops *ops, struct ftrace_regs *fregs);
void kpe_ftrace_nothing(unsigned long ip, unsigned long parent_ip,
			struct ftrace_ops *ops, struct ftrace_regs *fregs);

#endif
