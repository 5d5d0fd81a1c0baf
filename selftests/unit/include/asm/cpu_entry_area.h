/* SPDX-License-Identifier: GPL-2.0 */
/* cpu_entry_area - user-space stand-in for <asm/cpu_entry_area.h> */
#ifndef UNIT_ASM_CPU_ENTRY_AREA_H
#define UNIT_ASM_CPU_ENTRY_AREA_H

#define IRQ_STACK_SIZE	16384

struct exception_stacks {
	char nmi[4096];
};

#endif
