/* SPDX-License-Identifier: GPL-2.0 */
/*
 * condition - the condition of a definition, behind "if"
 *
 * Contract: see line.h. A condition is a list of comparisons; each says which one is next
 * if it is true, and which if it is false.
 */
#ifndef KPE_CONDITION_H
#define KPE_CONDITION_H

#include "language/definition.h"

struct parser;
struct span;

int kpe_condition_parse(struct parser *p, struct span word);
bool kpe_condition_equal(const struct kpe_condition *a, const struct kpe_condition *b);

#endif
