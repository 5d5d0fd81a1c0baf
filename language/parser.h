/* SPDX-License-Identifier: GPL-2.0 */
/*
 * parser - what the files of the parser have in common: spans, words, numbers, errors
 *
 * Contract: pure, see line.h. A span lies in the normalised line, which does not change, so
 * its position is the caret column of its error. A function that returns an int returns 0, or
 * a negative errno with the error filled; what it fills may be filled partly then.
 */
#ifndef KPE_PARSER_H
#define KPE_PARSER_H

#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/types.h>
#include "language/definition.h"

#define DECIMAL		10
#define ANY_BASE	0

/* Text from @s up to, but not including, @end, in the normalised line */
struct span {
	const char *s;
	const char *end;
};

struct parser {
	const char *text;	/* normalised */
	struct kpe_definition *line;	/* result so far */
	bool entering;		/* within entry(): values at function entry */
	bool counting;		/* what says how many bytes a value has */
	bool of_path;		/* the value's type is "path", so it may end with a cast */
	struct kpe_error *e;
};

int kpe_args_parse(struct parser *p, struct span *word);
int kpe_budget_parse(struct parser *p, struct span *word);
int kpe_hist_parse(struct parser *p, struct span *word);
bool kpe_is_hist(struct span word);
int kpe_condition_parse(struct parser *p, struct span word);
int kpe_value_parse(struct parser *p, struct kpe_arg *arg, struct span t);
size_t kpe_casts_shorten(char *text);
int kpe_source_parse(struct parser *p, struct kpe_arg *arg, struct span t);
int kpe_members_parse(struct parser *p, struct kpe_arg *arg, struct span t);
struct span kpe_type_split(struct span *t);
struct span kpe_type_counter(struct span t, struct kpe_type *type);
int kpe_type_parse(struct parser *p, struct kpe_arg *arg, struct span t);
int kpe_count_parse(struct parser *p, struct span *t, u16 *count);

static inline struct span span(const char *s, const char *end)
{
	return (struct span){ .s = s, .end = end };
}

static inline size_t span_len(struct span t)
{
	return t.end - t.s;
}

static inline bool span_starts(struct span t, const char *with)
{
	size_t len = strlen(with);

	return span_len(t) >= len && !memcmp(t.s, with, len);
}

static inline bool span_is(struct span t, const char *what)
{
	return span_len(t) == strlen(what) && span_starts(t, what);
}

static inline const char *span_find(struct span t, char c)
{
	return memchr(t.s, c, span_len(t));
}

static inline const char *span_find_last(struct span t, char c)
{
	while (t.end > t.s) {
		if (*--t.end == c)
			return t.end;
	}
	return NULL;
}

static inline const char *find_sign(struct span t)
{
	for (; t.s < t.end; t.s++) {
		if (*t.s == '+' || *t.s == '-')
			return t.s;
	}
	return NULL;
}

#define KPE_MODULE_HYPHEN	"a module's name has _ where its file's has -"

static inline int refuse_with(struct parser *p, enum kpe_err code, int err,
			      const char *at)
{
	return kpe_fail(p->e, code, err, at - p->text);
}

static inline int refuse(struct parser *p, enum kpe_err code, const char *at)
{
	return refuse_with(p, code, -EINVAL, at);
}

static inline int no_memory(struct kpe_error *e)
{
	return kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
}

/* Part of the line from now on; zeroed */
static inline void *line_alloc(struct parser *p, size_t size)
{
	return kpe_pool_alloc(&p->line->pool, size);
}

static inline int copy_span(struct parser *p, struct span t, const char **out)
{
	*out = kpe_pool_text(&p->line->pool, t.s, span_len(t));
	return *out ? 0 : no_memory(p->e);
}

/* One more step of @arg, which has room for it; @at is its text. */
static inline struct kpe_op *add_op(struct parser *p, struct kpe_arg *arg,
				    enum kpe_op_code code, const char *at)
{
	struct kpe_op *op = &arg->ops[arg->nr_ops++];

	op->code = code;
	op->col = at - p->text;
	return op;
}

/* ASCII only. The kernel's ctype is Latin-1, where 0xe9 is a letter, which breaks UTF-8. */
static inline bool is_name_start(char c)
{
	return c == '_' || (isascii(c) && isalpha(c));
}

static inline bool is_name_char(char c)
{
	return is_name_start(c) || isdigit(c);
}

/* May @c be in the name of a module's file? A hyphen before a digit begins an offset. */
static inline bool is_file_char(const char *c)
{
	return is_name_char(*c) || (*c == '-' && is_name_start(c[1]));
}

static inline const char *symbol_end(struct span t)
{
	while (t.s < t.end && (is_name_char(*t.s) || *t.s == '.' || *t.s == '$'))
		t.s++;
	return t.s;
}

/* End of the characters of a name, or of @extra, that begin @t */
static inline const char *name_chars_end(struct span t, char extra)
{
	while (t.s < t.end && (is_name_char(*t.s) || *t.s == extra))
		t.s++;
	return t.s;
}

/* Is @t a C identifier? @extra is also allowed after the first character. */
static inline bool is_name(struct span t, char extra)
{
	return t.s < t.end && is_name_start(*t.s) && name_chars_end(t, extra) == t.end;
}

/* What mainline does not look at is accepted; the user is warned. */
static inline void ignore_text(struct parser *p, const char *at)
{
	if (!p->line->ignored_col)
		p->line->ignored_col = at - p->text;
}

/* As for mainline, some numbers may have a plus. */
static inline struct span without_plus(struct span t)
{
	return span(t.s + span_starts(t, "+"), t.end);
}

/* Parse all of @t; leading zeros may fill the length of an expression. */
static inline int parse_number(struct span t, unsigned int base,
			       unsigned long *value)
{
	char buf[KPE_MAX_ARG_TEXT + 1];
	size_t len = span_len(t);

	if (!len || !isdigit(*t.s))
		return -EINVAL;
	if (len >= sizeof(buf))
		return -ERANGE;
	memcpy(buf, t.s, len);
	buf[len] = '\0';
	return kstrtoul(buf, base, value);
}

static inline int parse_long(char sign, struct span digits, long *value)
{
	unsigned long n;
	int ret = parse_number(digits, ANY_BASE, &n);

	if (ret)
		return ret;
	if (n > (unsigned long)LONG_MAX + (sign == '-'))
		return -ERANGE;
	*value = sign == '-' ? -n : n;
	return 0;
}

/* As in mainline, a second sign may follow a plus. */
static inline int parse_signed(char sign, struct span t, long *value)
{
	if (sign == '+' && t.s < t.end && (*t.s == '+' || *t.s == '-'))
		sign = *t.s++;
	return parse_long(sign, t, value);
}

/* The quote that is open behind @c, if @quote was before it; 0: none */
static inline char quote_after(char quote, char c)
{
	if (quote)
		return c == quote ? '\0' : quote;
	return c == '"' || c == '\'' ? c : '\0';
}

/* The brace that closes the one at @t, or the end; braces in quotes do not count */
static inline const char *brace_end(struct span t)
{
	unsigned int depth = 0;
	char quote = '\0';

	for (; t.s < t.end; t.s++) {
		quote = quote_after(quote, *t.s);
		if (quote)
			continue;
		if (*t.s == '(')
			depth++;
		else if (*t.s == ')' && !--depth)
			return t.s;
	}
	return t.end;
}

/* Length of the word "const" or "volatile" at @c; 0: another word is there, or none */
static inline size_t qualifier_at(const char *c)
{
	size_t len = str_has_prefix(c, "const") ?: str_has_prefix(c, "volatile");

	return is_name_char(c[len]) ? 0 : len;
}

/* End of a cast as C writes it, with blanks, "(struct NAME *) "; NULL: @s does not begin one */
static inline const char *c_cast_end(const char *s)
{
	const char *c = s;
	bool tag = !strncmp(s, "(struct ", 8) || !strncmp(s, "(union ", 7) ||
		   qualifier_at(s + (*s == '('));

	if (*c++ != '(')
		return NULL;
	for (; is_name_char(*c) || (*c && strchr(" *,.", *c)); c++)
		tag |= *c == '*';
	return *c == ')' && tag ? c + 1 + (c[1] == ' ') : NULL;
}

/* The same in a word; @is_text is false at its start. There is no cast in a string. */
static inline const char *next_cast_end(const char *c, bool *is_text)
{
	*is_text |= *c == '"';
	return *is_text ? NULL : c_cast_end(c);
}

/* Only a cast contains blanks. */
static inline struct span word_at(const char *s)
{
	bool is_text = false;
	const char *c = s;

	while (*c && *c != ' ')
		c = next_cast_end(c, &is_text) ?: c + 1;
	return span(s, c);
}

static inline bool next_word(struct span *word)
{
	if (!*word->end)
		return false;
	*word = word_at(word->end + 1);
	return true;
}

#endif
