/* SPDX-License-Identifier: GPL-2.0 */
/*
 * notes - find the build-id in ELF notes
 *
 * Contract: pure. The bytes may be anything.
 */
#ifndef KPE_NOTES_H
#define KPE_NOTES_H

#include "language/definition.h"

bool kpe_find_build_id(const void *data, size_t size, struct kpe_build_id *id);

#endif
