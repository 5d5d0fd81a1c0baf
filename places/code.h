/* SPDX-License-Identifier: GPL-2.0 */
/*
 * code - check a function's code before probing it
 *
 * Contract: reads the current code, which may contain other probes. In doubt, code is
 * taken to be executed, to return, and to refer to something.
 */
#ifndef KPE_CODE_H
#define KPE_CODE_H

#include <linux/types.h>

struct kpe_symbol;

bool kpe_code_returns(unsigned long function, const struct kpe_symbol *sym);
bool kpe_code_is_padding(unsigned long addr, const struct kpe_symbol *sym);
bool kpe_code_is_operand(unsigned long addr, const struct kpe_symbol *sym);
bool kpe_code_has_frame(unsigned long function, unsigned long offset);

#endif
