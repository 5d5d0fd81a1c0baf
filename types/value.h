/* SPDX-License-Identifier: GPL-2.0 */
/*
 * value - the value of an expression, known by its type
 *
 * Contract: see resolve.h.
 */
#ifndef KPE_VALUE_H
#define KPE_VALUE_H

#include "types/resolver.h"

int kpe_value_begin(struct resolver *r, struct kpe_arg *arg, struct value *v,
		    const struct kpe_op *op);
int kpe_value_step(struct resolver *r, struct value *v, const struct kpe_op *op);
void kpe_value_load(struct value *v, unsigned int col);
void kpe_value_in_memory(struct value *v, long offset, unsigned int col);
bool kpe_is_v11_word(const char *text);

#endif
