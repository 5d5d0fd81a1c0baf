/* SPDX-License-Identifier: GPL-2.0 */
/* fuzz_text - definitions at random: by the grammar, then damaged */
#ifndef KPE_FUZZ_TEXT_H
#define KPE_FUZZ_TEXT_H

#include <stddef.h>

#define FUZZ_LINE	1024	/* characters of a line, with room for damage */

/* A line without a newline, NUL-terminated; its length */
size_t fuzz_line(char *line);
/* The same of a definition that a tracer of the kernel's may take */
size_t fuzz_plain_line(char *line);

#endif
