/* SPDX-License-Identifier: GPL-2.0 */
/* export_unit - what export.c writes, read again */
#ifndef EXPORT_UNIT_H
#define EXPORT_UNIT_H

#include "definition_unit.h"

/* Where the kernel's image lies, as export.c is told */
#define IMAGE_START	0xffffffff81000000UL
#define IMAGE_END	0xffffffff83000000UL

/* A definition with the arguments of @line as they are exported; 0 or why not */
int export_line(const struct kpe_args *args, char *buf, size_t size);

/*
 * Fails the case unless what is exported is exported so again, by who knows the types of @info and
 * by who knows none. That it means the same, random_hits() finds by running both. False: it cannot
 * be exported, as it would be too long or too deep.
 */
bool check_exported(const struct parsed *p, const struct kpe_function_info *info);

#endif
