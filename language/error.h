/* SPDX-License-Identifier: GPL-2.0 */
/*
 * error - code, text and caret column of an error
 *
 * Contract: the code that finds an error fills a struct kpe_error; the transaction
 * that reads the line logs it once with kpe_error_log(). error_list.h has the texts.
 */
#ifndef KPE_ERROR_H
#define KPE_ERROR_H

#include <linux/types.h>

enum kpe_err {
	KPE_ERR_NONE,
#define KPE_ERROR(code, text) KPE_ERR_##code,
#include "language/error_list.h"
#undef KPE_ERROR
	KPE_NR_ERRS
};

/**
 * struct kpe_error - an error in a line
 * @code: selects the text
 * @err: result of the write, negative errno
 * @col: caret column, bytes from the start of the normalised line
 * @more: hint to append to the text, or NULL; hint.h reuses its buffer, so log it
 *	before the next call
 */
struct kpe_error {
	enum kpe_err code;
	int err;
	unsigned int col;
	const char *more;
};

/**
 * kpe_fail() - fill @e and return its errno
 * @e: error to fill
 * @code: error code
 * @err: negative errno
 * @col: caret column
 *
 * Pure. Return: @err.
 */
static inline int kpe_fail(struct kpe_error *e, enum kpe_err code, int err,
			   unsigned int col)
{
	e->code = code;
	e->err = err;
	e->col = col;
	e->more = NULL;
	return err;
}

#endif
