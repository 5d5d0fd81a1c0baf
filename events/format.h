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

/* A value in a record */
struct kpe_shown {
	const struct kpe_type *type;
	const struct kpe_names *names;	/* of an enum */
	const u8 *record;		/* may hold any bytes */
	unsigned int size;		/* of the record */
	const u8 *at;			/* within the record */
	unsigned int room;		/* characters that a string may have */
};

const char *kpe_format_conversion(const struct kpe_type *type);
void kpe_format_value(struct seq_buf *s, const struct kpe_arg *arg, const char *value);
void kpe_format_print(struct trace_seq *s, const struct kpe_shown *v);

#endif
