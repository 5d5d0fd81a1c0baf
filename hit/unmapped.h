/* SPDX-License-Identifier: GPL-2.0 */
/*
 * hole - is there nothing at a user's address
 *
 * Contract: looks without reading, in any context with preemption off.
 */
#ifndef KPE_UNMAPPED_H
#define KPE_UNMAPPED_H

#include <linux/types.h>

bool kpe_is_unmapped(unsigned long addr);

#endif
