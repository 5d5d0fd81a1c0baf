/* SPDX-License-Identifier: GPL-2.0 */
/* definition_rows - lines, and what is to come of them */
#ifndef DEFINITION_ROWS_H
#define DEFINITION_ROWS_H

#include <stddef.h>

#include "definition_unit.h"

/**
 * struct good - a line that is taken, or an argument
 * @line: it
 * @shown: what dump_head() or dump_arg() makes of it
 */
struct good {
	const char *line;
	const char *shown;
};

/* Commands, names, places */
extern const struct bad bad_heads[];
extern const size_t nr_bad_heads;
extern const struct good good_heads[];
extern const size_t nr_good_heads;

/* Lines that are refused for their arguments */
extern const struct bad bad_args[];
extern const size_t nr_bad_args;
/* As the first argument of a return probe */
extern const struct good good_args[];
extern const size_t nr_good_args;

#endif
