/* SPDX-License-Identifier: GPL-2.0 */
/*
 * buildid - which build of the kernel runs, and of a module
 *
 * Contract: answers from what is loaded, by exported calls only. The kernel's
 * is read at load; a module's anew each time, also while it is still coming, when
 * sysfs does not show it yet.
 */
#ifndef KPE_BUILDID_H
#define KPE_BUILDID_H

#include "language/definition.h"

int kpe_build_id_init(void);
bool kpe_build_id_of(const char *module, struct kpe_build_id *id);

#endif
