/* SPDX-License-Identifier: GPL-2.0 */
/*
 * builds - which builds the definitions of one write are meant for
 *
 * Contract: takes the build-id lines of a write and compares them with what
 * runs. A definition whose place is in a module that one of them names keeps
 * the id, for the module may come later, or come back as another build.
 */
#ifndef KPE_BUILDS_H
#define KPE_BUILDS_H

#include <linux/list.h>
#include "language/definition.h"

int kpe_builds_add(struct list_head *builds, const struct kpe_line *line,
		   struct kpe_error *e);
void kpe_builds_mark(const struct list_head *builds, const char *module,
		     struct kpe_line *line);
void kpe_builds_free(struct list_head *builds);
int kpe_builds_check(const struct kpe_line *line, const char *module,
		     struct kpe_error *e);

#endif
