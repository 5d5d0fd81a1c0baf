/* SPDX-License-Identifier: GPL-2.0 */
/*
 * builds - check the build-ids of the definitions of an open file
 *
 * Contract: compares the build-id lines of a file with the running kernel and its
 * modules. A definition in a named module keeps the id, as the module may be
 * loaded later, or loaded again as another build.
 */
#ifndef KPE_BUILDS_H
#define KPE_BUILDS_H

#include <linux/list.h>
#include "language/definition.h"

int kpe_builds_add(struct list_head *builds, const struct kpe_definition *line,
		   struct kpe_error *e);
int kpe_builds_refuse(const struct list_head *builds, unsigned int col, struct kpe_error *e);
void kpe_builds_mark(const struct list_head *builds, const char *module,
		     struct kpe_definition *line);
void kpe_builds_free(struct list_head *builds);
int kpe_builds_check(const struct kpe_definition *line, const char *module,
		     struct kpe_error *e);

#endif
