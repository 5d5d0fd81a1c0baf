/* SPDX-License-Identifier: GPL-2.0 */
/*
 * print - fields, print format and text of a record
 *
 * Contract: a record may hold any bytes (it may be an old one of another event with the same
 * id), so every offset is checked against its size.
 */
#ifndef KPE_PRINT_H
#define KPE_PRINT_H

#include "language/definition.h"
#include "model/event.h"

struct seq_buf;

/* A field of an event, which owns the texts */
struct kpe_field {
	const char *name;		/* NULL ends the list */
	const char *kind;		/* for the kernel: "u64", "u8[4]", "__data_loc char[]" */
	struct kpe_type type;
	unsigned int offset;		/* bytes from the start of the record */
	bool alias;			/* of another one, or the end of all; not printed */
	const struct kpe_names *names;	/* of an enum */
};

void kpe_print_init(void);
struct kpe_field *kpe_fields_make(const struct kpe_args *args, unsigned int header);
void kpe_fields_free(struct kpe_field *fields);
int kpe_fields_define(struct kpe_event *event, bool only_aliases);
struct trace_event_fields *kpe_fields_array(const struct kpe_event *event,
					    struct trace_event_fields *last);
char *kpe_print_fmt(const struct kpe_args *args);
enum print_line_t kpe_print_record(struct trace_iterator *iter, int flags,
				   const struct kpe_event *event);

/* A value in a record */
struct kpe_shown {
	const struct kpe_type *type;
	const struct kpe_names *names;	/* of an enum */
	const u8 *record;		/* may hold any bytes */
	unsigned int size;		/* of the record */
	const u8 *at;			/* within the record */
	unsigned int room;		/* characters that a string may have */
};

/* format.c: how values are shown, in the print format and in the trace, which show the same */
const char *kpe_format_conversion(const struct kpe_type *type);
void kpe_format_value(struct seq_buf *s, const struct kpe_arg *arg, const char *value);
void kpe_format_print(struct trace_seq *s, const struct kpe_shown *v);

#endif
