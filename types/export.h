/* SPDX-License-Identifier: GPL-2.0 */
/*
 * export - a resolved argument becomes text again, for another machine
 *
 * Contract: pure but for types.h and symbols.h, so it builds in user space. What resolve.c
 * made of names, members and parameters is written as registers, words and
 * offsets, which mean the same wherever the same kernel runs, with BTF or
 * without, and at whichever address.
 */
#ifndef KPE_EXPORT_H
#define KPE_EXPORT_H

#include "language/definition.h"

int kpe_arg_export(const struct kpe_line *line, const struct kpe_arg *arg,
		   char *buf, size_t size);

#endif
