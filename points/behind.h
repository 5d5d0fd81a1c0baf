/* SPDX-License-Identifier: GPL-2.0 */
/*
 * behind - the means at a function's entry where ftrace is not to be had
 *
 * Contract: says whether a probe of the instruction behind an ftrace site is hit
 * when the function is entered, and at no other time.
 */
#ifndef KPE_BEHIND_H
#define KPE_BEHIND_H

#include <linux/types.h>

bool kpe_ftrace_is_on(void);
int kpe_behind(unsigned long site, unsigned long *addr);

#endif
