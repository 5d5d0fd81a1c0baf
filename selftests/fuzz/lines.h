/* SPDX-License-Identifier: GPL-2.0 */
/* lines - any text as a line, at the place that it names */
#ifndef FUZZ_LINES_H
#define FUZZ_LINES_H

#include "definition_unit.h"

/**
 * struct fuzz_line - a text and what became of it
 * @text: not NUL-terminated
 * @len: bytes of @text
 * @info: of its place, if it has one
 * @module: for @info
 * @symbol: for @info
 * @parsed: resolved, if it is a definition
 */
struct fuzz_line {
	const char *text;
	size_t len;
	struct kpe_function_info info;
	char module[64];
	char symbol[128];
	struct parsed parsed;
};

/* Fails unless what came back keeps the promises. */
void fuzz_line_open(struct fuzz_line *l, const char *text, size_t len);
void fuzz_line_close(struct fuzz_line *l);

#endif
