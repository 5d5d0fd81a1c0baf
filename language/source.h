/* SPDX-License-Identifier: GPL-2.0 */
/*
 * source - what the value of a fetch argument begins with, and its members
 *
 * Contract: see line.h.
 */
#ifndef KPE_SOURCE_H
#define KPE_SOURCE_H

#include "language/definition.h"

struct kpe_word;
struct parser;
struct span;

int kpe_source_parse(struct parser *p, struct kpe_arg *arg, struct span t);
int kpe_members_parse(struct parser *p, struct kpe_arg *arg, struct span t);
struct kpe_op kpe_word_op(const struct kpe_word *word, unsigned int col);
struct kpe_op kpe_param_op(unsigned int index);

#endif
