/* SPDX-License-Identifier: GPL-2.0 */
/* percpu - user-space stand-in for <linux/percpu.h>: one CPU, whose copy is at
 * unit_cpu_offset from what a variable's address says
 */
#ifndef UNIT_LINUX_PERCPU_H
#define UNIT_LINUX_PERCPU_H

extern unsigned long unit_cpu_offset;

#define __percpu
#define this_cpu_ptr(ptr) ((void *)((unsigned long)(ptr) + unit_cpu_offset))

#endif
