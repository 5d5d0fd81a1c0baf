/* SPDX-License-Identifier: GPL-2.0 */
/*
 * function - the function at a place, and its parameters
 *
 * Contract: see resolve.h.
 */
#ifndef KPE_FUNCTION_H
#define KPE_FUNCTION_H

#include "types/resolver.h"

bool kpe_function_known(struct resolver *r);
int kpe_function_missing(struct resolver *r, unsigned int col);
bool kpe_is_long_number(const struct kpe_op *op);
bool kpe_function_param(struct resolver *r, const char *name, struct kpe_param *param);
int kpe_params_write_out(struct resolver *r);

#endif
