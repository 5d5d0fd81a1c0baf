/* SPDX-License-Identifier: GPL-2.0 */
/*
 * value_type - the type that a value is shown as
 *
 * Contract: see resolve.h.
 */
#ifndef KPE_VALUE_TYPE_H
#define KPE_VALUE_TYPE_H

#include "types/resolver.h"

/* Of what has no other type */
#define KPE_WORD_TYPE	((struct kpe_type){ .kind = KPE_HEX, .size = sizeof(long) })

int kpe_value_type(struct resolver *r, struct value *v, struct kpe_arg *arg);
int kpe_value_part_of_word(struct resolver *r, struct value *v, struct kpe_arg *arg);
int kpe_value_fits(struct resolver *r, const struct kpe_arg *arg);
bool kpe_is_typedef(struct resolver *r, const char *name);

#endif
