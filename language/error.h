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

struct kpe_error {
	enum kpe_err code;	/* selects the text */
	int err;		/* result of the write, negative errno */
	unsigned int col;	/* caret: bytes from the start of the normalised line */
	const char *more;	/* hint to append to the text, until the next one; or NULL */
};

/* Fill @e. Return: @err */
static inline int kpe_fail(struct kpe_error *e, enum kpe_err code, int err,
			   unsigned int col)
{
	*e = (struct kpe_error){ .code = code, .err = err, .col = col };
	return err;
}

/* The same with a hint, or NULL */
static inline int kpe_fail_with(struct kpe_error *e, enum kpe_err code, int err,
				unsigned int col, const char *more)
{
	*e = (struct kpe_error){ .code = code, .err = err, .col = col, .more = more };
	return err;
}

#endif
