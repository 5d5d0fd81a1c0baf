/* SPDX-License-Identifier: GPL-2.0 */
/*
 * argument - the fetch arguments of a definition
 *
 * Contract: see line.h.
 */
#ifndef KPE_ARGUMENT_H
#define KPE_ARGUMENT_H

#include "language/definition.h"

struct parser;
struct span;

int kpe_args_parse(struct parser *p, struct span *word);
bool kpe_arg_name_reserved(const char *name, size_t len);

#endif
