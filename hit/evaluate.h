/* SPDX-License-Identifier: GPL-2.0 */
/*
 * evaluate - decide by its condition whether a hit is recorded
 *
 * Contract: see fetch.h. Only the operands that decide are fetched.
 */
#ifndef KPE_EVALUATE_H
#define KPE_EVALUATE_H

#include "hit/fetch.h"

bool kpe_condition_holds(const struct kpe_program *prog, struct kpe_hit *hit, u8 *scratch,
			 bool *faulted);

#endif
