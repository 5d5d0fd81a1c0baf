/* SPDX-License-Identifier: GPL-2.0 */
/*
 * expression - the value of a fetch argument: a source, the steps around it, a type
 *
 * Contract: see line.h.
 */
#ifndef KPE_EXPRESSION_H
#define KPE_EXPRESSION_H

#include "language/definition.h"

struct parser;
struct span;

int kpe_value_parse(struct parser *p, struct kpe_arg *arg, struct span t);
size_t kpe_casts_shorten(char *text);

#endif
