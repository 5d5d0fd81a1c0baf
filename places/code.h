/* SPDX-License-Identifier: GPL-2.0 */
/*
 * code - what the code of a function says about probes of it
 *
 * Contract: reads the code as it is now, which others' probes may have changed.
 * What that leaves in doubt is taken for code that runs and that returns.
 */
#ifndef KPE_CODE_H
#define KPE_CODE_H

#include "kernel/symbols.h"

bool kpe_code_returns(unsigned long function, const struct kpe_symbol *sym);
bool kpe_code_is_padding(unsigned long addr, const struct kpe_symbol *sym);

#endif
