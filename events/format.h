/* SPDX-License-Identifier: GPL-2.0 */
/*
 * format - how values are shown, in the print format and in the trace
 *
 * Contract: a table with a row for each kind of value. Both texts show the same.
 */
#ifndef KPE_FORMAT_H
#define KPE_FORMAT_H

#include <linux/types.h>
#include "language/definition.h"

struct seq_buf;
struct trace_seq;

/**
 * struct kpe_shown - a value in a record
 * @type: its type
 * @names: of an enum
 * @record: the record; may hold any bytes
 * @size: bytes of @record
 * @at: the value; within @record
 * @room: characters that a string may have
 */
struct kpe_shown {
	const struct kpe_type *type;
	const struct kpe_names *names;
	const u8 *record;
	unsigned int size;
	const u8 *at;
	unsigned int room;
};

const char *kpe_format_conversion(const struct kpe_type *type);
void kpe_format_value(struct seq_buf *s, const struct kpe_arg *arg, const char *value);
void kpe_format_print(struct trace_seq *s, const struct kpe_shown *v);

#endif
