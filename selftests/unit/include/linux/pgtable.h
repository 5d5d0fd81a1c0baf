/* SPDX-License-Identifier: GPL-2.0 */
/* pgtable - user-space stand-in: where x86-64 kernels and their modules are */
#ifndef UNIT_LINUX_PGTABLE_H
#define UNIT_LINUX_PGTABLE_H

#define __START_KERNEL_map	0xffffffff80000000UL
#define MODULES_VADDR		0xffffffffa0000000UL

#endif
