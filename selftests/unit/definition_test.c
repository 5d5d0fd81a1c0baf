// SPDX-License-Identifier: GPL-2.0
/*
 * definition_test - text in, struct kpe_definition or error out
 *
 * The tables say what a line means.
 */
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/string.h>

#include "definition_expect.h"
#include "definition_rows.h"
#include "language/line.h"
#include "unit.h"

UNIT_CASE(test_errors, "definition: errors and their columns")
{
	check_bad(bad_heads, ARRAY_SIZE(bad_heads), parse_text);
	check_bad(bad_args, ARRAY_SIZE(bad_args), parse_text);
}

/* Refusals of other rooms, and those that a table of texts cannot show. */
static bool is_of_this_table(enum kpe_err code)
{
	switch (code) {
	case KPE_ERR_NON_UNIQ_SYMBOL:
	case KPE_ERR_BAD_RETPROBE ... KPE_ERR_DIFF_ARG_TYPE:
	case KPE_ERR_TOO_MANY_ARGS:
	case KPE_ERR_BAD_TYPE4STR:
	case KPE_ERR_EVENT_TOO_BIG:
	case KPE_ERR_NOFENTRY_ARGS:
	case KPE_ERR_NO_BTF_ENTRY ... KPE_ERR_NO_PTR_STRCT:
	case KPE_ERR_NO_RETVAL:
	case KPE_ERR_TYPECAST_NOT_ALIGNED:
	case KPE_ERR_NO_ARRAY:
	case KPE_ERR_INDEX_RANGE:
	case KPE_ERR_NOSUP_DAT_ARG:
	case KPE_ERR_LINE_TOO_LONG ... KPE_ERR_LISTED_TOO_LONG:
	case KPE_ERR_HIST_NUMBER ... KPE_ERR_HIST_ARRAY:
	case KPE_ERR_TOO_MANY_TESTS:
		return false;
	default:
		return code > KPE_ERR_NONE && code < KPE_ERR_NO_SUCH_EVENT;
	}
}

UNIT_CASE(test_every_error, "definition: every error has a row")
{
	bool seen[KPE_NR_ERRS] = { };
	unsigned int code;

	for_each_row(row, bad_heads)
		seen[row->code] = true;
	for_each_row(row, bad_args)
		seen[row->code] = true;
	for (code = 0; code < KPE_NR_ERRS; code++) {
		if (is_of_this_table(code) && !seen[code])
			unit_fail("%s has no row", error_name(code));
	}
}

UNIT_CASE(test_heads, "definition: commands, names, places")
{
	char shown[1024];

	for_each_row(row, good_heads) {
		const char *line = row->line;
		struct parsed r = parse_text(line);

		if (r.line) {
			dump_head(r.line, shown, sizeof(shown));
			expect_string(line, shown, row->shown);
		} else {
			unit_fail("%s: %s", line, error_name(r.e.code));
		}
		check_promises(line, strlen(line), &r);
		parsed_free(&r);
	}
}

UNIT_CASE(test_arguments, "definition: arguments and types")
{
	char shown[1024];

	for_each_row(row, good_args) {
		char *line = format("r:ev vfs_read %s %%dx", row->line);
		struct parsed r = parse_text(line);

		if (r.line && r.args->nr_args == 2) {
			dump_arg(&r.args->args[0], shown, sizeof(shown));
			if (!is_wanted(shown, row->shown))
				unit_fail("%s: %s, not %s", line, shown, row->shown);
			dump_arg(&r.args->args[1], shown, sizeof(shown));
			expect_string(line, shown, "arg2 = %dx : x8");
		} else {
			unit_fail("%s: %s", line, error_name(r.e.code));
		}
		check_promises(line, strlen(line), &r);
		parsed_free(&r);
		free(line);
	}
}

UNIT_CASE(test_nothing, "definition: blank lines and comments")
{
	static const char * const lines[] = {
		"", " ", "\t\v\f\r\n ", "#", "# p vfs_read", "   #x", "\0p f",
	};
	struct parsed r;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		r = parse_text(lines[i]);
		if (r.ret || r.line || r.e.code)
			unit_fail("line %zu: %d", i, r.ret);
		expect_string("nothing", r.normalised, "");
		parsed_free(&r);
	}
}

static void expect_normalised(const char *text, size_t len, const char *want)
{
	struct parsed r = parse_bytes(text, len);

	expect_string("normalised", r.normalised, want);
	check_promises(text, len, &r);
	parsed_free(&r);
}

UNIT_CASE(test_normalised, "definition: normalised lines")
{
	expect_normalised("  p:x\t\tf  %ax ", 14, "p:x f %ax");
	expect_normalised("p f # %ax", 9, "p f");
	expect_normalised("p f %ax#%bx", 11, "p f %ax");
	expect_normalised("p f \\\"a#b\"", 10, "p f \\\"a");
	expect_normalised("p f\r\n", 5, "p f");
	/* a no-break space is no blank, least of all one half of a letter */
	expect_normalised("p\xa0 \xc3\xa0", 5, "p\xa0 \xc3\xa0");
	expect_normalised("\x01\xff", 2, "\x01\xff");
}

UNIT_CASE(test_nul, "definition: bytes that are NUL")
{
	static const struct {
		const char *text;
		size_t len;
		unsigned int col;
	} lines[] = {
		{ "\0", 1, 0 }, { "p f\0", 4, 3 }, { " p  f\0 %ax", 10, 3 }, { "p f # x\0", 8, 3 },
		{ "-:e\0 f", 6, 3 },
	};
	struct parsed r;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		r = parse_bytes(lines[i].text, lines[i].len);
		if (r.ret != -EINVAL || r.e.code != KPE_ERR_NUL_BYTE || r.e.col != lines[i].col)
			unit_fail("line %zu: %d at %u", i, r.ret, r.e.col);
		check_promises(lines[i].text, lines[i].len, &r);
		parsed_free(&r);
	}
}

/* Errors count columns of what is normalised, not of what came in. */
UNIT_CASE(test_column_of_normalised, "definition: columns are of the normalised line")
{
	struct parsed r = parse_text(" \t p  vfs_read \t $none # x");

	expect_number("column", r.e.col, strlen("p vfs_read "));
	expect_string("line", r.normalised, "p vfs_read $none");
	parsed_free(&r);
}

UNIT_CASE(test_columns, "definition: columns of what is right")
{
	const char *line = "p:g/e vfs_read x=+0(-8(@sym)):u8 %ax $comm:string";
	struct parsed r = parse_text(line);
	const struct kpe_arg *args;

	if (!r.line || r.args->nr_args != 3) {
		unit_fail("%s: %s", line, error_name(r.e.code));
		return parsed_free(&r);
	}
	args = r.args->args;
	expect_number("names", r.line->name_col, 2);
	expect_number("place", r.line->place.col, 6);
	expect_number("first", args[0].col, 15);
	expect_number("its expression", args[0].body_col, 17);
	expect_number("its type", args[0].type_col, 30);
	expect_number("its source", args[0].ops[0].col, 23);
	expect_number("second", args[1].col, 33);
	expect_number("its expression", args[1].body_col, 33);
	expect_number("its type", args[1].type_col, 33);
	expect_number("third", args[2].col, 37);
	expect_number("its type", args[2].type_col, 43);
	expect_string("text", args[0].text, "+0(-8(@sym)):u8");
	expect_string("text", args[1].text, "%ax");
	parsed_free(&r);
	r = parse_text("p vfs_read");
	expect_number("no names", r.line->name_col, 0);
	parsed_free(&r);
}

/* What a name of a register, a type or a module is taken for */
UNIT_CASE(test_hints, "definition: hints")
{
	static const struct {
		const char *line;
		const char *hint;
	} rows[] = {
		{ "p f %rdi", "did you mean %di" }, { "p f %edi", "did you mean %di" },
		{ "p f %RAX", "did you mean %ax" }, { "p f %AX", "did you mean %ax" },
		{ "p f %r8d", "did you mean %r8" }, { "p f %r15b", "did you mean %r15" },
		{ "p f %rflags", "did you mean %flags" },
		{ "p f %xmm0", NULL }, { "p f %", NULL }, { "p f %r", NULL },
		{ "p f %rrdi", NULL }, { "p f %dib", NULL }, { "p f %r16", NULL },
		{ "p f %di:ints", "did you mean int" }, { "p f %di:unsigned", "did you mean uint" },
		{ "p f %di:size_t", "did you mean ulong" }, { "p f %di:byte", "did you mean u8" },
		{ "p f %di:uint64_t[2]", "did you mean u64" },
		{ "p f %di:uint8", "did you mean u8" }, { "p f %di:int64", "did you mean s64" },
		{ "p f +0(%di):stirng", "did you mean string" },
		{ "p f %di:u33", "did you mean u32" },
		{ "p f %di:nothing_like_it", NULL }, { "p f %di:", NULL },
		{ "p f %di:a_type_of_twenty_one", NULL },
		{ "p f (struct file", "a cast is (NAME)VALUE->MEMBER, in one word" },
		{ "p f (union file* %di->x", "a cast is (NAME)VALUE->MEMBER, in one word" },
		{ "p f (file%di->x", NULL },
		{ "p my-mod:f", "a module's name has _ where its file's has -" },
		{ "p f $pid", "write $current->pid" }, { "r f $ret", "write $retval" },
		{ "p f if $tgid == 1", "write $current->tgid" },
		{ "p f %dx > 5", "a condition begins with if" },
		{ "p f if %dx == /etc/passwd", "text is written in quotes" },
		{ "p my+mod:f", NULL }, { "p /bin/ls:4", "a program's file is for uprobe_events" },
	};

	for_each_row(row, rows) {
		struct parsed r = parse_text(row->line);

		if (!r.ret)
			unit_fail("%s: taken", row->line);
		expect_string(row->line, r.e.more ?: "-", row->hint ?: "-");
		parsed_free(&r);
	}
}

UNIT_CASE(test_argument_names, "definition: names of arguments")
{
	static const char * const want[] = {
		"a0", "arg2", "rv", "y", "s1", "arg6", "arg7", "ra",
	};
	static const char line[] = "r f a0 a0 rv:s8 y=ra s1 +0(s1) rv ra";
	struct parsed r = parse_text(line);
	size_t i;

	if (!r.line || r.args->nr_args != ARRAY_SIZE(want)) {
		unit_fail("%s: %s", line, error_name(r.e.code));
		return parsed_free(&r);
	}
	for (i = 0; i < ARRAY_SIZE(want); i++) {
		expect_string(line, r.args->args[i].name, want[i]);
		expect_number(want[i], r.args->args[i].word, i == 0 || i == 2 || i == 4 || i == 7);
	}
	parsed_free(&r);
}

UNIT_CASE(test_deletion_arguments, "definition: arguments of a deletion")
{
	const char *line = "-:g/e f x=%ax:u8 $foo \\\"a=b\" =";
	struct parsed r = parse_text(line);

	if (!r.line || r.line->nr_args != 4) {
		unit_fail("%s: %s", line, error_name(r.e.code));
		return parsed_free(&r);
	}
	expect_string("text", r.line->args[0].text, "x=%ax:u8");
	expect_string("name", r.line->args[0].name, "x");
	expect_number("column", r.line->args[0].col, 8);
	expect_string("text", r.line->args[1].text, "$foo");
	expect_string("text", r.line->args[2].text, "\\\"a=b\"");
	expect_string("name", r.line->args[3].name, "");
	if (r.line->args[1].name || r.line->args[2].name)
		unit_fail("named without an equals sign");
	parsed_free(&r);
}

UNIT_CASE(test_budgets, "definition: budgets")
{
	static const struct {
		const char *line;
		const char *text;
		unsigned int col;
		unsigned long n[KPE_NR_BUDGETS];
	} rows[] = {
		{ "p f $every=2", "$every=2", 4, { 2, 0, 0 } },
		{ "p f %ax  $stop=7 $rate=010", "$stop=7 $rate=010", 8, { 0, 10, 7 } },
		{ "r f $rate=1 $every=3 $stop=2 if $retval == 1", "$rate=1 $every=3 $stop=2", 4,
		  { 3, 1, 2 } },
		{ "-:e f %ax $stop=1 if x", "$stop=1", 10, { 0, 0, 1 } },
	};

	for_each_row(row, rows) {
		const char *line = row->line;
		struct parsed r = parse_text(line);

		if (!r.line || !r.line->budget) {
			unit_fail("%s: %s", line, error_name(r.e.code));
		} else {
			expect_string(line, r.line->budget->text, row->text);
			expect_number(line, r.line->budget->col, row->col);
			expect_number(line, memcmp(r.line->budget->n, row->n, sizeof(row->n)), 0);
			expect_number(line, !!r.line->condition, !!strstr(line, " if "));
		}
		check_promises(line, strlen(line), &r);
		parsed_free(&r);
	}
}

UNIT_CASE(test_counts, "definition: counts")
{
	static const struct {
		const char *line;
		const char *text;	/* NULL: it is an argument */
		unsigned int keys, vals, sort, size;
		bool descending;
	} rows[] = {
		{ "p f hist:keys=a", "hist:keys=a", 1, 0, 0, 2048, false },
		{ "p f a=%ax $stop=1 hist:keys=a.log2,common_pid.execname,b.buckets=10 if a == 1",
		  "hist:keys=a.log2,common_pid.execname,b.buckets=10", 3, 0, 0, 2048, false },
		{ "p f hist:size=131072:sort=b.max.descending:vals=hitcount,a,b.max:keys=c",
		  "hist:size=131072:sort=b.max.descending:vals=hitcount,a,b.max:keys=c",
		  1, 2, 3, 131072, true },
		{ "p f hist:keys=a,b:sort=b.ascending:size=1",
		  "hist:keys=a,b:sort=b.ascending:size=1",
		  2, 0, 2, 1, false },
		{ "p f hist:keys=a:vals=a,b,c,d,e,f,g,h:sort=hitcount",
		  "hist:keys=a:vals=a,b,c,d,e,f,g,h:sort=hitcount", 1, 8, 0, 2048, false },
		{ "-:e f %ax hist:keys=a if x", "hist:keys=a", 0, 0, 0, 2048, false },
		{ "p f hist=%ax:u64", NULL, 0, 0, 0, 0, false },
	};

	for_each_row(row, rows) {
		const char *line = row->line;
		struct parsed r = parse_text(line);
		const struct kpe_hist *hist = r.line ? r.line->hist : NULL;

		if (!r.line || !hist != !row->text) {
			unit_fail("%s: %s", line, error_name(r.e.code));
		} else if (hist) {
			expect_string(line, hist->text, row->text);
			expect_number(line, hist->nr_keys, row->keys);
			expect_number(line, hist->nr_vals, row->vals);
			expect_number(line, hist->sort, row->sort);
			expect_number(line, hist->size, row->size);
			expect_number(line, hist->descending, row->descending);
		}
		check_promises(line, strlen(line), &r);
		parsed_free(&r);
	}
}

UNIT_CASE(test_out_of_memory, "definition: out of memory")
{
	struct parsed r = parse_text("p vfs_read");

	unit_fail_allocation(1);
	if (kpe_auto_event_name(r.line))
		unit_fail("automatic name without memory");
	parsed_free(&r);
	fail_each_allocation("", parse_text);
	fail_each_allocation("-:gr/ev mod:vfs_read+4 a=%ax %bx", parse_text);
	for_each_row(row, good_heads)
		fail_each_allocation(row->line, parse_text);
	for_each_row(row, good_args) {
		char *line = format("r f %s", row->line);

		fail_each_allocation(line, parse_text);
		free(line);
	}
}
