/* SPDX-License-Identifier: GPL-2.0 */
/*
 * sections - addresses of a module's sections
 *
 * Contract: while a module is loading, only its text and init text are known.
 */
#ifndef KPE_SECTIONS_H
#define KPE_SECTIONS_H

#include <linux/types.h>

struct seq_buf;

#define KPE_SECTION_NAME	64	/* bytes with NUL; longer names are ignored */

bool kpe_sections_are_known(void);
bool kpe_section_is_late(const char *section);
unsigned long kpe_section_start(const char *module, const char *section);
bool kpe_section_at(const char *module, unsigned long addr, char *section,
		    unsigned long *offset);
void kpe_symbol_print(struct seq_buf *s, unsigned long addr);

#endif
