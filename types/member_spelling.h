/* SPDX-License-Identifier: GPL-2.0 */
/*
 * member_spelling - find similar names of members, parameters and structures
 *
 * Contract: pure but for types.h. All hints use one buffer, valid until the next call;
 * NULL: no hint. Callers hold kpe_mutex.
 */
#ifndef KPE_MEMBER_SPELLING_H
#define KPE_MEMBER_SPELLING_H

#include "types/btf.h"

const char *kpe_spelling_member(struct kpe_tref type, const char *name, size_t len);
const char *kpe_spelling_param(struct kpe_tref func, const char *name);
const char *kpe_spelling_struct(const char *module, const char *name);

#endif
