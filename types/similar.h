/* SPDX-License-Identifier: GPL-2.0 */
/*
 * similar - hints for names that are not found
 *
 * Contract: see resolve.h. A hint is valid until the next one.
 */
#ifndef KPE_SIMILAR_H
#define KPE_SIMILAR_H

#include "types/resolver.h"

const char *kpe_similar_member(struct kpe_tref type, const char *name, size_t len);
const char *kpe_similar_name(const struct resolver *r, const char *name);
const char *kpe_similar_struct(const char *module, const char *name);
const char *kpe_similar_number(const char *module, const char *name);

#endif
