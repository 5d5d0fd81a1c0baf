/* SPDX-License-Identifier: GPL-2.0 */
/* definition_unit - what the definition tests share */
#ifndef DEFINITION_UNIT_H
#define DEFINITION_UNIT_H

#include "types/resolve.h"

/**
 * struct parsed - what kpe_definition_parse() and kpe_definition_resolve() hand back
 * @info: where the definition's place is
 * @ret: of the first of them that refused the line
 * @line: owned; NULL if it was refused
 * @args: of a definition; owned
 * @normalised: owned
 * @e: error
 */
struct parsed {
	const struct kpe_function_info *info;
	int ret;
	struct kpe_definition *line;
	struct kpe_args *args;
	char *normalised;
	struct kpe_error e;
};

/* @text is copied to an allocation of just @len bytes, for ASan to watch. */
struct parsed parse_at(const char *text, size_t len, const struct kpe_function_info *info);
/* At the entry of a function that nobody knows the types of */
struct parsed parse_bytes(const char *text, size_t len);
struct parsed parse_text(const char *text);
void parsed_free(struct parsed *r);
/* Is a function's entry hit, as far as the grammar says? */
bool line_is_at_entry(const struct kpe_definition *line);

const char *error_name(enum kpe_err code);

/**
 * struct bad - lines that are refused alike
 * @head: how they begin
 * @code: which error
 * @err: errno
 * @lines: what follows the head, up to a NULL, each with a '^' just before the column of
 *	the caret, as in the kernel's ftrace selftests
 */
struct bad {
	const char *head;
	enum kpe_err code;
	int err;
	const char * const *lines;
};

#define REFUSED(head, code, err, ...) \
	{ head, KPE_ERR_##code, err, (const char * const []){ __VA_ARGS__, NULL } }
#define LINE			""
#define PROBE			"p vfs_read "
#define RETURN			"r vfs_read "
#define BAD(head, code, ...)	REFUSED(head, code, -EINVAL, __VA_ARGS__)
#define BIG(head, code, ...)	REFUSED(head, code, -E2BIG, __VA_ARGS__)
#define FAR(head, code, ...)	REFUSED(head, code, -ERANGE, __VA_ARGS__)
#define NONE(head, code, ...)	REFUSED(head, code, -ENOENT, __VA_ARGS__)
#define NO(head, code, ...)	REFUSED(head, code, -EOPNOTSUPP, __VA_ARGS__)
#define BTF(head, ...)		NO(head, NOSUP_BTFARG, __VA_ARGS__)
#define DOT(head, ...)		NO(head, NOSUP_DAT_ARG, __VA_ARGS__)
#define EIGHT(inner)		"+0(+0(+0(+0(+0(+0(+0(+0(" inner "))))))))"

/* Fails the case unless @parse refuses each of these lines as its row says, and as promised. */
void check_bad(const struct bad *rows, size_t n, struct parsed (*parse)(const char *line));

/* Lets each allocation fail in turn; fails the case unless that is said, and all is freed. */
void fail_each_allocation(const char *line, struct parsed (*parse)(const char *line));

/* To be freed with free() */
__printf(1, 2) char *format(const char *fmt, ...);
/* NULL: there is none at @offset of struct pt_regs */
const char *register_name(unsigned long offset);

/* "p 16 group/event mod:sym+4": '-' for what is not there; "build-id ab mod" */
void dump_head(const struct kpe_definition *line, char *buf, size_t size);
/* "name = source step.. : type" */
void dump_arg(const struct kpe_arg *arg, char *buf, size_t size);
/* Is that what a row of a table wants, which may be without "arg1 = "? */
bool is_wanted(const char *shown, const char *wanted);

/* Fails the case if what came back breaks a promise of the header. */
void check_promises(const char *text, size_t len, const struct parsed *r);

#endif
