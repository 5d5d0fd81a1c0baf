/* SPDX-License-Identifier: GPL-2.0 */
/*
 * argument - the fetch arguments of a definition
 *
 * Contract: see line.h.
 */
#ifndef KPE_ARGUMENT_H
#define KPE_ARGUMENT_H

#include "language/definition.h"

struct kpe_word;
struct parser;
struct span;

int kpe_args_parse(struct parser *p, struct span *word);
int kpe_arg_parse_value(struct parser *p, struct kpe_arg *arg, struct span t);
void kpe_arg_free(struct kpe_arg *arg);
void kpe_ops_free(struct kpe_arg *arg);
struct kpe_op kpe_word_op(const struct kpe_word *word, unsigned int col);
struct kpe_op kpe_param_op(unsigned int index);
const char *kpe_type_hint(const char *text, size_t len);
const char *kpe_type_name(const struct kpe_type *type);
bool kpe_arg_may_be_of_module(const struct kpe_arg *arg);
void kpe_arg_is_of_module(struct kpe_arg *arg);
bool kpe_arg_name_reserved(const char *name, size_t len);

#endif
