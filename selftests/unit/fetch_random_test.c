// SPDX-License-Identifier: GPL-2.0
/*
 * fetch_random_test - random definitions on random memory, against the model
 *
 * The seed is fixed: every run of the test is the same.
 */
#include <stdarg.h>
#include <stdio.h>

#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/string.h>
#include <linux/thread_info.h>

#include "definition_unit.h"
#include "fetch_hits.h"
#include "random.h"
#include "unit.h"

#define ROUNDS_PER_MEMORY	512
#define MAX_RANDOM_ARGS		8

/**
 * struct writer - a definition being written
 * @text: it
 * @len: bytes of @text
 * @is_return: of a return probe
 * @start: where in @text the current expression starts
 * @entering: within entry()
 */
struct writer {
	char text[KPE_MAX_LINE + 1];
	size_t len;
	bool is_return;
	size_t start;
	bool entering;
};

static void __printf(2, 3) put(struct writer *w, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	w->len += vsnprintf(w->text + w->len, sizeof(w->text) - w->len, fmt, ap);
	va_end(ap);
}

static void put_string(struct writer *w)
{
	unsigned int n = below(percent(10) ? 150 : 20);

	put(w, "\\\"");
	while (n--)
		put(w, "%c", 'a' + below(26));
	put(w, "\"");
}

/* What a type may be put on: as the source, or as the last step, leaves it */
enum leaves {
	A_TEXT, A_CONSTANT, A_ADDRESS, A_WORD, A_STACK_POINTER, A_MEMORY, A_USER, A_TYPED
};

static enum leaves put_constant(struct writer *w)
{
	switch (below(8)) {
	case 0:
		put(w, "$comm");
		return A_TEXT;
	case 1:
		put_string(w);
		return A_TEXT;
	case 2:
		put(w, "\\%s%d", percent(50) ? "-" : "", below(1000));
		return A_CONSTANT;
	case 3:
		put(w, "\\0x%lx", random_address());
		return A_CONSTANT;
	case 4:
		put(w, "@0x%lx", random_address());
		return A_MEMORY;
	case 5:
		put(w, "$current");
		return A_WORD;
	case 6:
		put(w, "&%s%+d", percent(50) ? "known" : "theirs", (int)below(9000) - 4500);
		return A_ADDRESS;
	default:
		put(w, "@%s%s%+d", percent(20) ? "mod:" : "",
		    percent(50) ? "known" : "theirs", (int)below(9000) - 4500);
		return A_MEMORY;
	}
}

static enum leaves put_source(struct writer *w)
{
	switch (below(!w->is_return ? 7 : w->entering ? 8 : 9)) {
	case 0:
	case 1:
		put(w, "%%%s", register_name(8 * below(21)));
		return A_WORD;
	case 2:
		put(w, "$arg%u", 1 + below(percent(80) ? 8 : NR_PARAMS));
		return A_WORD;
	case 3:
		put(w, "a%u", below(percent(80) ? 8 : NR_PARAMS));
		return A_WORD;
	case 4:
		put(w, "%s%u", percent(50) ? "$stack" : "s", below(percent(80) ? 16 : 2049));
		return A_WORD;
	case 5:
		put(w, "$stack");
		return A_STACK_POINTER;
	case 6:
		return put_constant(w);
	case 7:
		put(w, "ra");
		return A_WORD;
	default:
		put(w, percent(50) ? "$retval" : "rv");
		return A_WORD;
	}
}

static enum leaves put_expression(struct writer *w, unsigned int depth);

static enum leaves put_percpu(struct writer *w, unsigned int depth)
{
	bool read = percent(50);
	size_t start = w->len;

	put(w, "this_cpu_%s(", read ? "read" : "ptr");
	if (depth > 1 && percent(70)) {
		if (put_expression(w, depth - 1) == A_TEXT) {
			w->len = start;
			return put_expression(w, depth);
		}
	} else {
		put(w, "@percpu%+d", (int)below(5000) - 100);
	}
	put(w, ")");
	return read ? A_MEMORY : A_WORD;
}

static void put_type(struct writer *w, enum leaves leaves);

/* By itself it may have a type; something done with it makes it a word. */
static enum leaves put_entry(struct writer *w, unsigned int depth)
{
	size_t start = w->len;
	bool whole = start == w->start;
	enum leaves inner;

	put(w, "entry(");
	w->entering = true;
	inner = put_expression(w, depth - 1);
	if (whole && percent(50)) {
		put_type(w, inner);
		inner = A_TYPED;
	}
	w->entering = false;
	put(w, ")");
	if (whole || inner != A_TEXT)
		return whole ? inner : A_WORD;
	w->len = start;
	return put_expression(w, depth);
}

static enum leaves put_expression(struct writer *w, unsigned int depth)
{
	bool user = percent(30);
	size_t start = w->len;
	enum leaves inner;

	if (!depth)
		return put_source(w);
	if (w->is_return && !w->entering && percent(40))
		return put_entry(w, depth);
	if (percent(12))
		return put_percpu(w, depth);
	put(w, "%c%s%u(", percent(50) ? '+' : '-', user ? "u" : "",
	    percent(98) ? below(65) : 100000);
	inner = put_expression(w, depth - 1);
	if (inner == A_TEXT) {
		/* No steps on texts: try another. */
		w->len = start;
		return put_expression(w, depth);
	}
	put(w, ")");
	return user ? A_USER : A_MEMORY;
}

static void put_number_type(struct writer *w)
{
	static const char *const names[] = {
		"u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64",
		"x8", "x16", "x32", "x64", "be16", "be32", "be64", "char", "symbol",
	};
	unsigned int size, width;

	if (percent(75)) {
		put(w, ":%s", names[below(ARRAY_SIZE(names))]);
		return;
	}
	size = 8U << below(4);
	width = 1 + below(size);
	put(w, ":%sb%u@%u/%u", percent(50) ? "s" : "", width, below(size - width + 1), size);
}

static bool is_of_entry(const struct writer *w)
{
	return w->entering || !strncmp(w->text + w->start, "entry(", 6);
}

/* What says how many bytes there are */
static void put_count(struct writer *w)
{
	const char *begin = percent(50) ? "hex[" : percent(50) ? "string(" : "ustring(";

	put(w, ":%s", begin);
	if (percent(50))
		put(w, "len");
	else if (percent(30))
		put(w, "\\%u", below(40));
	else
		put(w, "%s%u:be16", percent(50) ? "s" : "a", below(NR_PARAMS));
	put(w, *begin == 'h' ? "]" : ")");
}

static bool put_string_type(struct writer *w, enum leaves leaves)
{
	bool value = leaves == A_WORD || leaves == A_MEMORY;
	bool text = leaves == A_CONSTANT || leaves == A_MEMORY || leaves == A_USER;

	if (value && percent(text ? 20 : 40)) {
		put(w, ":symstr");
		return false;
	}
	if (text && leaves != A_CONSTANT && !is_of_entry(w) && percent(20)) {
		put_count(w);
		return false;
	}
	if (text && leaves != A_CONSTANT && percent(20)) {
		put(w, percent(50) ? ":dentry" : ":sockaddr");
		return false;
	}
	if (text)
		put(w, percent(30) ? ":ustring" : ":string");
	return text;
}

static void put_type(struct writer *w, enum leaves leaves)
{
	bool memory = leaves == A_MEMORY || leaves == A_USER;
	bool may_be_array = memory;

	if (leaves == A_TEXT) {
		if (percent(50))
			put(w, ":string");
		return;
	}
	if (leaves == A_TYPED || percent(10))
		return;
	if (percent(40))
		may_be_array &= put_string_type(w, leaves);
	else
		put_number_type(w);
	if (may_be_array && percent(25))
		put(w, "[%u]", 1 + below(percent(80) ? 6 : KPE_MAX_ARRAY));
}

/* By itself, or as it was at entry */
static void put_stack(struct writer *w)
{
	bool old = w->is_return && percent(50);

	put(w, old ? "entry($%cstack[%u])" : "$%cstack[%u]", percent(50) ? 'k' : 'u',
	    1 + below(percent(80) ? 2 * NR_CALLS : KPE_MAX_ARRAY));
}

static void write_program(struct writer *w)
{
	unsigned int i, n = 1 + below(MAX_RANDOM_ARGS);

	w->len = 0;
	w->is_return = percent(40);
	put(w, "%c f len=%%%s", w->is_return ? 'r' : 'p', register_name(8 * below(21)));
	put_number_type(w);
	for (i = 0; i < n; i++) {
		unsigned int depth = percent(80) ? below(3) :
					below(KPE_MAX_NESTED + 1);

		put(w, " n%u=", i);
		w->start = w->len;
		if (w->is_return && percent(5)) {
			put(w, "$elapsed");
			put_number_type(w);
		} else if (percent(5)) {
			put_stack(w);
		} else {
			put_type(w, put_expression(w, depth));
		}
	}
}

static void run_program(const char *text)
{
	struct fetched f;

	fetched_compile(&f, text);
	if (f.line && !random_hits(&f))
		unit_fail("%s: cannot be exported", text);
	fetched_close(&f);
}

UNIT_CASE(test_random, "fetch: 100000 random programs")
{
	static struct writer w;
	unsigned int i;

	random_seed(0x6b7072696e746621ULL);
	for (i = 0; i < 100000; i++) {
		if (i % ROUNDS_PER_MEMORY == 0)
			fill_memory();
		write_program(&w);
		run_program(w.text);
	}
}
