// SPDX-License-Identifier: GPL-2.0
#include <linux/jhash.h>
#include <linux/kallsyms.h>
#include "language/line.h"
#include "language/parser.h"

/* --------------------------------------------------- the line and its words */

/* The result is never longer than @text. Only in a condition may a quoted text have blanks. */
static char *normalise(const char *text, size_t len)
{
	char *out = kmalloc(len + 1, GFP_KERNEL);
	bool gap = false, compares = false;
	char quote = '\0';
	size_t i, n = 0;

	if (!out)
		return NULL;
	for (i = 0; i < len && text[i] && (quote || text[i] != '#'); i++) {
		/* ASCII only: to the kernel's ctype 0xa0 is a blank, which breaks UTF-8 */
		if (isascii(text[i]) && isspace(text[i]) && !quote) {
			gap = n > 0;
			compares |= n > 3 && !memcmp(out + n - 3, " if", 3);
			continue;
		}
		if (gap)
			out[n++] = ' ';
		gap = false;
		if (compares)
			quote = quote_after(quote, text[i]);
		out[n++] = text[i];
	}
	out[n] = '\0';
	return out;
}

/* ------------------------------------------------------------ [GRP/][EVENT] */

/*
 * Files that a kernel may have where directories of groups and events are, or in these. A
 * directory of such a name hides or replaces the file. No automatic name is one of them.
 */
static const char * const file_names[] = {
	"btf_ids", "enable", "filter", "format", "header_event", "header_page",
	"hist", "hist_debug", "id", "inject", "trigger",
};

static int parse_one_name(struct parser *p, struct span t, bool group)
{
	bool defines = p->line->verb == KPE_DEFINE;
	struct span name = t;
	size_t i;

	if (t.s == t.end)
		return refuse(p, group ? KPE_ERR_NO_GROUP_NAME :
					 KPE_ERR_NO_EVENT_NAME, t.s);
	if (span_len(t) > KPE_MAX_NAME)
		return refuse(p, group ? KPE_ERR_GROUP_TOO_LONG :
					 KPE_ERR_EVENT_TOO_LONG, t.s);
	/* As in mainline, a hyphen may be anywhere in a group's. */
	while (group && name.s < name.end && *name.s == '-')
		name.s++;
	if (defines && !is_name(name, group ? '-' : '_'))
		return refuse(p, group ? KPE_ERR_BAD_GROUP_NAME :
					 KPE_ERR_BAD_EVENT_NAME, t.s);
	for (i = 0; defines && i < ARRAY_SIZE(file_names); i++)
		if (span_is(t, file_names[i]))
			return refuse(p, KPE_ERR_FILE_NAME, t.s);
	return copy_span(p, t, group ? &p->line->group : &p->line->event);
}

/* Names after the colon of the first word; "GRP/" gives no event */
static int parse_names(struct parser *p, struct span t)
{
	const char *sep = span_find(t, '/');
	int ret;

	if (!sep && p->line->verb == KPE_DEFINE)
		sep = span_find(t, '.');
	p->line->name_col = t.s - p->text;
	if (sep) {
		ret = parse_one_name(p, span(t.s, sep), true);
		if (ret)
			return ret;
		t.s = sep + 1;
		if (t.s == t.end)
			return 0;
	}
	return parse_one_name(p, t, false);
}

/* --------------------------------------------------------------- first word */

/* p[:NAMES] or r[MAXACTIVE][:NAMES] */
static int parse_define_word(struct parser *p, struct span word)
{
	const char *colon = span_find(word, ':');
	struct span digits = span(word.s + 1, colon ?: word.end);
	unsigned long n;

	if (*word.s == 'p' && isdigit(*digits.s))
		return refuse(p, KPE_ERR_BAD_MAXACT_TYPE, digits.s);
	if (*word.s != 'r' && *word.s != 'p')
		return refuse(p, KPE_ERR_BAD_COMMAND, word.s);
	p->line->is_return = *word.s == 'r';
	if (digits.s != digits.end && !isdigit(*digits.s)) {
		ignore_text(p, digits.s);
	} else if (digits.s != digits.end) {
		if (parse_number(digits, ANY_BASE, &n) || !n || n > UINT_MAX)
			return refuse(p, KPE_ERR_BAD_MAXACT, digits.s);
		if (n > KPE_MAX_MAXACTIVE)
			return refuse(p, KPE_ERR_MAXACT_TOO_BIG, digits.s);
		p->line->maxactive = n;
	}
	return colon ? parse_names(p, span(colon + 1, word.end)) : 0;
}

/* ---------------------------------------------------- build-id[!] HEX [MOD] */

static unsigned int digit(char c)
{
	return isdigit(c) ? c - '0' : tolower(c) - 'a' + 10;
}

static int parse_hex(struct parser *p, struct span t)
{
	struct kpe_build_id *id = &p->line->build_id;
	const char *c;

	for (c = t.s; c < t.end; c++) {
		if (!isascii(*c) || !isxdigit(*c))
			return refuse(p, KPE_ERR_BAD_BUILD_ID, c);
	}
	if (span_len(t) > 2 * KPE_MAX_BUILD_ID)
		return refuse(p, KPE_ERR_BUILD_ID_TOO_LONG,
			      t.s + 2 * KPE_MAX_BUILD_ID);
	if (span_len(t) % 2)
		return refuse(p, KPE_ERR_BAD_BUILD_ID, t.end);
	for (c = t.s; c < t.end; c += 2)
		id->bytes[id->len++] = digit(c[0]) << 4 | digit(c[1]);
	return 0;
}

static int parse_build_id(struct parser *p, struct span word)
{
	int ret;

	p->line->force = span_is(word, "build-id!");
	if (!next_word(&word))
		return refuse(p, KPE_ERR_NO_BUILD_ID, word.end);
	ret = parse_hex(p, word);
	if (ret || !next_word(&word))
		return ret;
	if (!span_is(word, KPE_KERNEL_NAME)) {
		/* Here the hyphens of a module's file do. */
		if (name_chars_end(word, '-') < word.end || span_len(word) >= MODULE_NAME_LEN)
			return refuse(p, KPE_ERR_MODULE_NAME, word.s);
		ret = copy_span(p, word, &p->line->module);
	}
	if (!ret && next_word(&word))
		ret = refuse(p, KPE_ERR_BUILD_ID_WORDS, word.s);
	return ret;
}

/* ------------------------------------------------------- second word: place */

static int bad_place(struct parser *p)
{
	return refuse(p, KPE_ERR_BAD_PROBE_ADDR, p->text + p->line->place.col);
}

/* An offset is a sign and digits, up to the end of @t. */
static int parse_place_offset(struct parser *p, struct span t)
{
	struct kpe_place *place = &p->line->place;

	if (parse_long(*t.s, span(t.s + 1, t.end), &place->offset) ||
	    place->offset > (long)UINT_MAX || place->offset < -(long)UINT_MAX)
		return bad_place(p);
	return 0;
}

static bool is_glob(struct span t)
{
	return span_find(t, '*') || span_find(t, '?') || span_find(t, '[');
}

/* Cut @N or @* off a symbol, or the ".*" off "SYM.*" if the rest is no glob */
static int parse_choice(struct parser *p, struct span *t)
{
	struct kpe_place *place = &p->line->place;
	const char *at = span_find(*t, '@');
	struct span which, base;
	unsigned long n;

	if (!at) {
		base = span(t->s, t->end - min_t(size_t, span_len(*t), 2));
		if (base.s < base.end && !is_glob(base) && span_is(span(base.end, t->end), ".*")) {
			place->choice = KPE_CLONE;
			*t = base;
		} else if (is_glob(*t)) {
			place->choice = KPE_GLOB;
		}
		return 0;
	}
	which = span(at + 1, t->end);
	t->end = at;
	if (is_glob(*t))
		return refuse(p, KPE_ERR_BAD_CHOICE, at);
	place->choice = KPE_ALL;
	if (span_is(which, "*"))
		return 0;
	if (parse_number(which, DECIMAL, &n) || !n || n > UINT_MAX)
		return refuse(p, KPE_ERR_BAD_CHOICE, at);
	place->choice = KPE_NTH;
	place->nth = n;
	return 0;
}

/* SYM[@N|@*][+OFFS|-OFFS]; a name must not begin with a digit */
static int parse_symbol(struct parser *p, struct span t)
{
	struct kpe_place *place = &p->line->place;
	/* A sign in the brackets of a glob means a range. */
	const char *sign = find_sign(span(span_find_last(t, ']') ?: t.s, t.end));
	struct span name = span(t.s, sign ?: t.end);
	int ret = 0;

	if (name.s == name.end || isdigit(*name.s) || span_find(name, ':') ||
	    span_find(name, '/'))
		return bad_place(p);
	if (sign)
		ret = parse_place_offset(p, span(sign, t.end));
	if (ret)
		return ret;
	place->kind = KPE_PLACE_SYMBOL;
	ret = parse_choice(p, &name);
	if (ret)
		return ret;
	if (name.s == name.end)
		return bad_place(p);
	if (place->choice == KPE_GLOB && place->offset)
		return refuse(p, KPE_ERR_GLOB_OFFSET, sign);
	return copy_span(p, name, &place->symbol);
}

/* .section[+OFFS] */
static int parse_section(struct parser *p, struct span t)
{
	struct kpe_place *place = &p->line->place;
	const char *sign = find_sign(t);
	struct span name = span(t.s, sign ?: t.end);

	if (span_len(name) == 1 || span_find(name, ':') || (sign && *sign == '-'))
		return bad_place(p);
	if (sign && parse_place_offset(p, span(sign, t.end)))
		return p->e->err;
	place->kind = KPE_PLACE_SECTION;
	return copy_span(p, name, &place->symbol);
}

/* ADDR or [MOD:]SYM.. or MOD:OFFS or MOD:.section.., each with or without %return */
static int parse_place(struct parser *p, struct span t)
{
	const char *suffix = span_find(t, '%'), *colon;
	struct kpe_place *place = &p->line->place;
	unsigned long offset;
	struct span module;

	place->col = t.s - p->text;
	if (suffix) {
		if (!span_is(span(suffix, t.end), "%return"))
			return refuse(p, KPE_ERR_BAD_ADDR_SUFFIX, suffix);
		p->line->is_return = true;
		t.end = suffix;
	}
	colon = span_find(t, ':');
	if (!colon && t.s < t.end && isdigit(*t.s)) {
		place->kind = KPE_PLACE_ADDRESS;
		return parse_number(t, ANY_BASE, &place->addr) ? bad_place(p) : 0;
	}
	if (!colon)
		return parse_symbol(p, t);
	module = span(t.s, colon);
	/* It may start with a digit. */
	if (name_chars_end(module, '.') < colon || module.s == colon) {
		bad_place(p);
		if (span_find(module, '-'))
			p->e->more = KPE_MODULE_HYPHEN;
		else if (span_find(module, '/'))
			p->e->more = "a program's file is for uprobe_events";
		return p->e->err;
	}
	if (copy_span(p, module, &place->scope.name))
		return -ENOMEM;
	place->scope = kpe_scope_of(place->scope.name);
	t.s = colon + 1;
	if (place->scope.kind == KPE_IN_MODULE && span_starts(t, "."))
		return parse_section(p, t);
	if (place->scope.kind == KPE_IN_KERNEL || t.s == t.end || !isdigit(*t.s))
		return parse_symbol(p, t);
	if (parse_number(t, ANY_BASE, &offset) || offset > UINT_MAX)
		return bad_place(p);
	place->kind = KPE_PLACE_MODULE;
	place->offset = offset;
	return 0;
}

static int parse_words(struct parser *p)
{
	struct span word = word_at(p->text);
	struct kpe_definition *line = p->line;
	int ret;

	if (span_is(word, "build-id") || span_is(word, "build-id!")) {
		line->verb = KPE_BUILD_ID;
		return parse_build_id(p, word);
	}
	if (*word.s == '-') {
		line->verb = KPE_DELETE;
		if (span_is(word, "-"))
			return refuse(p, KPE_ERR_NO_EVENT_NAME, word.end);
		if (!span_starts(word, "-:"))
			return refuse(p, KPE_ERR_BAD_COMMAND, word.s);
		ret = parse_names(p, span(word.s + 2, word.end));
	} else {
		ret = parse_define_word(p, word);
	}
	if (ret)
		return ret;
	if (!next_word(&word)) {
		if (line->verb == KPE_DELETE)
			return 0;
		return refuse(p, KPE_ERR_NO_PLACE, word.end);
	}
	ret = parse_place(p, word);
	if (!ret)
		ret = kpe_args_parse(p, &word);
	if (!ret)
		ret = kpe_budget_parse(p, &word);
	if (!ret)
		ret = kpe_hist_parse(p, &word);
	/* all else ends here, so this is "if" */
	if (!ret && next_word(&word))
		ret = kpe_condition_parse(p, word);
	return ret;
}

/*
 * Parse one line without newline, which may hold anything. @linep: set to the
 * line; NULL on error, or if it has only blanks and comment. @normalised: set to the normalised
 * line, or the beginning of one that is too long, to be freed with kfree(), also on errors;
 * NULL if there is no memory. @e: columns are bytes of @normalised. Return: 0; -EINVAL, -E2BIG
 * or -EOPNOTSUPP for errors in the line; -ENOMEM.
 */
int kpe_definition_parse(const char *text, size_t len, struct kpe_definition **linep,
			 char **normalised, struct kpe_error *e)
{
	struct parser p = { .e = e };
	int ret;

	*linep = NULL;
	*e = (struct kpe_error){ };
	*normalised = normalise(text, min_t(size_t, len, KPE_MAX_LINE));
	if (!*normalised)
		return no_memory(e);
	if (len > KPE_MAX_LINE)
		return kpe_fail(e, KPE_ERR_LINE_TOO_LONG, -EINVAL, 0);
	if (memchr(text, '\0', len))
		return kpe_fail(e, KPE_ERR_NUL_BYTE, -EINVAL, strlen(*normalised));
	if (!**normalised)
		return 0;
	p.text = *normalised;
	p.line = kzalloc(struct_size(p.line, text, strlen(p.text) + 1), GFP_KERNEL);
	if (!p.line)
		return no_memory(e);
	strcpy(p.line->text, p.text);
	ret = parse_words(&p);
	if (ret)
		kpe_definition_free(p.line);
	else
		*linep = p.line;
	return ret;
}

void kpe_definition_free(struct kpe_definition *line)
{
	if (!line)
		return;
	kfree(line->place.found);
	kpe_pool_free(&line->pool);
	kfree(line);
}

/* ---------------------------------------------------------------- as listed */

#define CHOICE_SIZE	sizeof("@4294967295")
#define DISTINCT_SIZE	strlen("_01234567")

static const char *choice_text(const struct kpe_place *place, char *buf,
			       size_t size)
{
	switch (place->choice) {
	case KPE_NTH:
		snprintf(buf, size, "@%u", place->nth);
		return buf;
	case KPE_ALL:
		return "@*";
	case KPE_CLONE:
		return place->found ? "" : ".*";
	default:
		return "";
	}
}

static const char *symbol_text(const struct kpe_place *place)
{
	return place->found ?: place->symbol ?: "";
}

/*
 * Make a name for an event: p_SYM_OFF, p_MOD_SYM_OFF or p_0xADDR (r for return probes). OFF is
 * decimal, mOFF if negative; ADDR is shown as %p. Other characters become '_'. The name is cut
 * at 63 characters. Return: the name, to be freed with kfree(), or NULL.
 */
char *kpe_auto_event_name(const struct kpe_definition *line)
{
	const struct kpe_place *place = &line->place;
	const char *module = place->scope.name;
	char kind = line->is_return ? 'r' : 'p';
	char choice[CHOICE_SIZE];
	char *name, *c;

	name = kmalloc(KPE_MAX_NAME + 1, GFP_KERNEL);
	if (!name)
		return NULL;
	if (place->kind == KPE_PLACE_ADDRESS)
		snprintf(name, KPE_MAX_NAME + 1, "%c_0x%p", kind,
			 (void *)place->addr);
	else
		snprintf(name, KPE_MAX_NAME + 1, "%c_%s%s%s%s_%s%ld", kind,
			 module ?: "", module ? "_" : "", symbol_text(place),
			 choice_text(place, choice, sizeof(choice)),
			 place->offset < 0 ? "m" : "",
			 place->offset < 0 ? -place->offset : place->offset);
	for (c = name; *c; c++) {
		if (!is_name_char(*c))
			*c = '_';
	}
	return name;
}

/* Put a hash of the place at the end of an automatic name, instead of a long one's last part */
void kpe_distinct_event_name(const struct kpe_definition *line, char *name)
{
	const struct kpe_place *place = &line->place;
	const char *module = place->scope.name;
	u32 hash = place->nth + place->choice;

	hash = jhash(symbol_text(place), strlen(symbol_text(place)), hash);
	hash = jhash(&place->offset, sizeof(place->offset), hash);
	if (module)
		hash = jhash(module, strlen(module), hash);
	sprintf(name + min_t(size_t, strlen(name), KPE_MAX_NAME - DISTINCT_SIZE), "_%08x", hash);
}

/* Print a place as listed; an address prints as "". Return: as snprintf() does */
int kpe_place_print(const struct kpe_place *place, char *buf, size_t size)
{
	const char *module = place->scope.name;
	char choice[CHOICE_SIZE], offset[24] = "";

	if (place->kind == KPE_PLACE_MODULE)
		return snprintf(buf, size, "%s:0x%lx", module, place->offset);
	if (place->offset)
		snprintf(offset, sizeof(offset), "%+ld", place->offset);
	return snprintf(buf, size, "%s%s%s%s%s", module ?: "", module ? ":" : "",
			symbol_text(place),
			choice_text(place, choice, sizeof(choice)), offset);
}

static int add_listed(size_t *len, size_t part, unsigned int col, struct kpe_error *e)
{
	*len += part;
	return *len > KPE_MAX_LINE ? kpe_fail(e, KPE_ERR_LISTED_TOO_LONG, -E2BIG, col) : 0;
}

/* Does the listed form of a definition fit a line, with the longest maxactive? */
int kpe_definition_check_listed(const struct kpe_definition *line, const char *event,
				const struct kpe_args *args, struct kpe_error *e)
{
	const struct kpe_condition *cond = line->condition;
	const struct kpe_budget *budget = line->budget;
	const struct kpe_arg *arg;
	size_t len;
	int ret;

	len = strlen("p:/ ") + strlen(line->group ?: KPE_DEFAULT_GROUP) + strlen(event);
	if (line->is_return)
		len += snprintf(NULL, 0, "%u", KPE_MAX_MAXACTIVE);
	if (line->place.kind == KPE_PLACE_ADDRESS)
		len += snprintf(NULL, 0, "0x%lx", line->place.addr);
	else
		len += kpe_place_print(&line->place, NULL, 0);
	ret = add_listed(&len, 0, line->place.col, e);
	for (arg = args->args; !ret && arg < args->args + args->nr_args; arg++)
		ret = add_listed(&len, strlen(" =") + strlen(arg->name) + strlen(arg->text),
				 arg->col, e);
	if (!ret && budget)
		ret = add_listed(&len, strlen(" ") + strlen(budget->text), budget->col, e);
	if (!ret && line->hist)
		ret = add_listed(&len, strlen(" ") + strlen(line->hist->text), line->hist->col, e);
	if (!ret && cond)
		ret = add_listed(&len, strlen(" if ") + strlen(cond->text), cond->col, e);
	return ret;
}

/* ------------------------------------------------------------ what is equal */

/* Or both none? */
bool kpe_same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* SYM.* also equals the symbol that it was resolved to. */
static bool same_symbol(const struct kpe_place *a, const struct kpe_place *b)
{
	if (a->choice == KPE_CLONE && b->choice == KPE_THE_ONE)
		return kpe_same_text(a->found, b->symbol);
	if (a->choice == KPE_THE_ONE && b->choice == KPE_CLONE)
		return kpe_same_text(a->symbol, b->found);
	return a->choice == b->choice && a->nth == b->nth &&
	       kpe_same_text(a->symbol, b->symbol);
}

bool kpe_place_equal(const struct kpe_place *a, const struct kpe_place *b)
{
	return a->kind == b->kind && a->addr == b->addr && a->offset == b->offset &&
	       kpe_same_text(a->scope.name, b->scope.name) && same_symbol(a, b);
}

bool kpe_condition_equal(const struct kpe_condition *a, const struct kpe_condition *b)
{
	return a == b || (a && b && !strcmp(a->text, b->text));
}

/* False if one is empty */
bool kpe_build_id_equal(const struct kpe_build_id *a,
			const struct kpe_build_id *b)
{
	return a->len && a->len == b->len && !memcmp(a->bytes, b->bytes, a->len);
}

/* The record holds the extracted value of a bitfield. */
static enum kpe_kind shown_kind(const struct kpe_type *type)
{
	if (type->kind == KPE_SIGNED_BITFIELD)
		return KPE_SIGNED;
	return type->kind == KPE_BITFIELD ? KPE_UNSIGNED : type->kind;
}

/* Do two types have the same record format and text? */
bool kpe_type_equal(const struct kpe_type *a, const struct kpe_type *b)
{
	return shown_kind(a) == shown_kind(b) && a->size == b->size &&
	       a->count == b->count;
}

/*
 * Return: index of the first argument whose name or type differs, or which only one definition
 * has; -1 if all are the same in record and text.
 */
int kpe_args_differ(const struct kpe_args *a, const struct kpe_args *b)
{
	unsigned int i;

	if (a->nr_args != b->nr_args)
		return min(a->nr_args, b->nr_args);
	for (i = 0; i < a->nr_args; i++) {
		const struct kpe_names *names = a->args[i].names, *others = b->args[i].names;

		if (strcmp(a->args[i].name, b->args[i].name) ||
		    !kpe_type_equal(&a->args[i].type, &b->args[i].type))
			return i;
		if (names != others && (!names || !others || names->bytes != others->bytes ||
					memcmp(names, others, names->bytes)))
			return i;
	}
	return -1;
}
