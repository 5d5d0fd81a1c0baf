/* SPDX-License-Identifier: GPL-2.0 */
/*
 * sections - places in a module that have no name of their own
 *
 * Contract: tells where a module's text and its sections begin, and in which
 * section an address lies. While a module is being loaded only its text and
 * its init text are known; of the others it is told when it is live.
 */
#ifndef KPE_SECTIONS_H
#define KPE_SECTIONS_H

#include <linux/types.h>

#define KPE_SECTION_NAME	64	/* bytes with the NUL; longer ones do not count */

bool kpe_section_is_late(const char *section);
unsigned long kpe_section_start(const char *module, const char *section);
bool kpe_section_at(const char *module, unsigned long addr, char *section,
		    unsigned long *offset);

#endif
