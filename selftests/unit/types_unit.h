/* SPDX-License-Identifier: GPL-2.0 */
/* types_unit - types.h for tests, which say what is known */
#ifndef TYPES_UNIT_H
#define TYPES_UNIT_H

#include "types/types.h"

/* The module that has a BTF of its own, if any has */
#define UNIT_MODULE	"mod"

/* Either may be NULL; they stay the caller's. */
void types_are(const struct kpe_btf *kernel, const struct kpe_btf *module);
/* Nothing is known while @hide. */
void types_hide(bool hide);
/* There is no memory for what is there while @miss. */
void types_miss(bool miss);

#endif
