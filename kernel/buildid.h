/* SPDX-License-Identifier: GPL-2.0 */
/*
 * buildid - build-ids of the kernel and of modules
 *
 * Contract: uses exported calls only. A module's build-id is known while it is loading, too.
 */
#ifndef KPE_BUILDID_H
#define KPE_BUILDID_H

#include "language/definition.h"

int kpe_build_id_init(void);
/* pure; the bytes may be anything; in notes.c, which also builds in user space */
bool kpe_find_build_id(const void *data, size_t size, struct kpe_build_id *id);
bool kpe_build_id_of(const char *module, struct kpe_build_id *id);

#endif
