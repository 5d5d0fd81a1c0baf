/* SPDX-License-Identifier: GPL-2.0 */
/* kallsyms - user-space stand-in for <linux/kallsyms.h>, sizes as in 6.1 */
#ifndef UNIT_LINUX_KALLSYMS_H
#define UNIT_LINUX_KALLSYMS_H

#include <linux/kernel.h>

#define MODULE_NAME_LEN		56
#define BUILD_ID_SIZE_MAX	20
#define KSYM_NAME_LEN		512
#define KSYM_SYMBOL_LEN		(sizeof("%s+%#lx/%#lx [%s %s]") + \
				 (KSYM_NAME_LEN - 1) + \
				 2 * (BITS_PER_LONG * 3 / 10) + \
				 (MODULE_NAME_LEN - 1) + \
				 (BUILD_ID_SIZE_MAX * 2) + 1)

int sprint_symbol(char *buffer, unsigned long address);
int sprint_symbol_no_offset(char *buffer, unsigned long address);

#endif
