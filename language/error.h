/* SPDX-License-Identifier: GPL-2.0 */
/*
 * error - every refusal has a code, a text and a caret column
 *
 * Contract: whoever refuses fills a struct kpe_error; the transaction that reads the
 * line hands it to kpe_error_log() once. The texts are in error_list.h.
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
 * struct kpe_error - why a line was refused
 * @code: which text
 * @err: what the write returns, negative errno
 * @col: caret column, bytes from the start of the normalised line
 * @more: what there is to add to the text in this case, or NULL; from hint.h,
 *	so it is to be logged before the next is asked for
 */
struct kpe_error {
	enum kpe_err code;
	int err;
	unsigned int col;
	const char *more;
};

/**
 * kpe_fail() - fill @e and hand back its errno, for "return kpe_fail(...)"
 * @e: filled
 * @code: text
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
