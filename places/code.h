/* SPDX-License-Identifier: GPL-2.0 */
/*
 * code - the code of functions
 *
 * Contract: reads the current code, which may contain other probes. In doubt, it refers to
 * something.
 */
#ifndef KPE_CODE_H
#define KPE_CODE_H

#include <linux/types.h>

struct kpe_symbol;

bool kpe_code_is_operand(unsigned long addr, const struct kpe_symbol *sym);

#endif
