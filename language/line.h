/* SPDX-License-Identifier: GPL-2.0 */
/*
 * line - parse a line of text into a definition
 *
 * Contract: pure, may sleep (allocates GFP_KERNEL); also builds in user space. places/
 * and types/ handle what depends on the kernel or on a module.
 */
#ifndef KPE_LINE_H
#define KPE_LINE_H

#include "language/definition.h"

struct kpe_word;

int kpe_definition_parse(const char *text, size_t len, struct kpe_definition **linep,
			 char **normalised, struct kpe_error *e);
void kpe_definition_free(struct kpe_definition *line);
char *kpe_auto_event_name(const struct kpe_definition *line);
void kpe_distinct_event_name(const struct kpe_definition *line, char *name);
int kpe_definition_check_listed(const struct kpe_definition *line, const char *event,
				const struct kpe_args *args, struct kpe_error *e);
int kpe_place_print(const struct kpe_place *place, char *buf, size_t size);

bool kpe_same_text(const char *a, const char *b);
bool kpe_place_equal(const struct kpe_place *a, const struct kpe_place *b);
bool kpe_build_id_equal(const struct kpe_build_id *a,
			const struct kpe_build_id *b);
bool kpe_type_equal(const struct kpe_type *a, const struct kpe_type *b);
bool kpe_budget_equal(const struct kpe_budget *a, const struct kpe_budget *b);
bool kpe_hist_equal(const struct kpe_hist *a, const struct kpe_hist *b);
bool kpe_condition_equal(const struct kpe_condition *a, const struct kpe_condition *b);
int kpe_args_differ(const struct kpe_args *a, const struct kpe_args *b);

/* How a key is written, by enum kpe_shape; NULL: as it is */
extern const char * const kpe_shapes[];
int kpe_counted_arg(const struct kpe_hist_field *counted, const struct kpe_args *args);
int kpe_hist_check(const struct kpe_hist *hist, const struct kpe_args *args,
		   struct kpe_error *e);

bool kpe_arg_name_reserved(const char *name, size_t len);
bool kpe_arg_may_be_of_module(const struct kpe_arg *arg);
void kpe_arg_is_of_module(struct kpe_arg *arg);
const char *kpe_type_hint(const char *text, size_t len);
const char *kpe_type_name(const struct kpe_type *type);
struct kpe_op kpe_word_op(const struct kpe_word *word, unsigned int col);
struct kpe_op kpe_param_op(unsigned int index);

#endif
