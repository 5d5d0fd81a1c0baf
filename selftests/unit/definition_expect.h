/* SPDX-License-Identifier: GPL-2.0 */
/* definition_expect - what the definition tests say their wants with */
#ifndef DEFINITION_EXPECT_H
#define DEFINITION_EXPECT_H

#include "definition_unit.h"

/* Each fails the case unless it is so. Code 0: the line is taken. */
void expect_line(const char *line, enum kpe_err code);
/* Takes the line over. */
void expect(char *line, enum kpe_err code);
void expect_string(const char *about, const char *got, const char *want);
void expect_number(const char *about, unsigned long got, unsigned long want);

/* @n times @c, up to 8191; lasts until the fourth call from now */
const char *many(char c, size_t n);

#endif
