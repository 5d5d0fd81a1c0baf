/* SPDX-License-Identifier: GPL-2.0 */
/*
 * member_spelling - what members, parameters and structures have names like that of none
 *
 * Contract: pure but for types.h. A hint lies in one buffer, so it is good until the
 * next is asked for; NULL: there is none. Callers hold kpe_mutex.
 */
#ifndef KPE_MEMBER_SPELLING_H
#define KPE_MEMBER_SPELLING_H

#include "types/btf.h"

const char *kpe_spelling_member(struct kpe_tref type, const char *name, size_t len);
const char *kpe_spelling_param(struct kpe_tref func, const char *name);
const char *kpe_spelling_struct(const char *module, const char *name);

#endif
