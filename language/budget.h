/* SPDX-License-Identifier: GPL-2.0 */
/*
 * budget - $every=N, $rate=N and $stop=N: how many hits are recorded
 *
 * Contract: see line.h. They follow the arguments, in any order, each at most once.
 */
#ifndef KPE_BUDGET_H
#define KPE_BUDGET_H

#include <linux/types.h>
#include "language/definition.h"

struct parser;
struct span;

bool kpe_is_budget(const char *word);
int kpe_budget_parse(struct parser *p, struct span *word);
bool kpe_budget_equal(const struct kpe_budget *a, const struct kpe_budget *b);

#endif
