/* SPDX-License-Identifier: GPL-2.0 */
/*
 * arg_type - the type of a fetch argument
 *
 * Contract: see line.h.
 */
#ifndef KPE_ARG_TYPE_H
#define KPE_ARG_TYPE_H

#include "language/definition.h"

struct parser;
struct span;

struct span kpe_type_split(struct span *t);
int kpe_type_parse(struct parser *p, struct kpe_arg *arg, struct span t);
int kpe_count_parse(struct parser *p, struct span *t, u16 *count);
const char *kpe_type_hint(const char *text, size_t len);
const char *kpe_type_name(const struct kpe_type *type);
bool kpe_arg_may_be_of_module(const struct kpe_arg *arg);
void kpe_arg_is_of_module(struct kpe_arg *arg);

#endif
