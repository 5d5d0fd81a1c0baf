// SPDX-License-Identifier: GPL-2.0
/*
 * definition_fuzz - any text as a line, over the types of resolve_world
 *
 * What is refused has its caret within the line. What is taken keeps the limits,
 * means the same as it is listed and as it is exported, and survives an
 * allocation that fails. Run on random memory, which the text alone decides, it
 * makes the record that fetch_model.c has, and so does what is exported.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "definition_unit.h"
#include "export_unit.h"
#include "fetch_hits.h"
#include "language/line.h"
#include "random.h"
#include "resolve_world.h"
#include "unit.h"

#define MAX_SHOWN	(1024 * 1024)
#define MAX_ALLOCATIONS	64	/* one of the first is let fail */

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

/* How often each was, "# COUNT WHAT" at the end of the program */
static struct {
	const char *what;
	unsigned long times;
} counts[] = {
	{ "lines refused" }, { "listed longer than a line may be" }, { "definitions run" },
	{ "definitions too big" }, { "exported longer or deeper than may be" },
};

enum { REFUSED_LINE, LISTED_LONGER, RUN, TOO_BIG, EXPORTED_LONGER };

static void show_counts(void)
{
	for_each_row(row, counts)
		fprintf(stderr, "# %lu %s\n", row->times, row->what);
}

/* libFuzzer keeps the bytes. */
void unit_fail(const char *fmt, ...)
{
	va_list ap;

	fputs("# ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	abort();
}

/* FNV-1a: bytes that depend on @data only */
static u64 hash_of(const u8 *data, size_t size)
{
	u64 hash = 0xcbf29ce484222325ULL;

	while (size--)
		hash = (hash ^ *data++) * 0x100000001b3ULL;
	return hash;
}

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

/*
 * The grammar alone says where the place is, if the text is a line. It waits for its module:
 * what is exported may name a variable that this machine has not.
 */
static void find_site(struct fuzz_line *l)
{
	struct kpe_definition *line = NULL;
	char *normalised = NULL;
	struct kpe_error e;

	l->info = (struct kpe_function_info){ .module = l->module, .waits = true };
	if (!kpe_definition_parse(l->text, l->len, &line, &normalised, &e) && line) {
		const struct kpe_place *place = &line->place;

		strscpy(l->module, place->scope.name ?: "", sizeof(l->module));
		strscpy(l->symbol, place->symbol ?: "", sizeof(l->symbol));
		if (place->kind == KPE_PLACE_SYMBOL)
			l->info.function[0] = l->symbol;
		l->info.at_entry = line_is_at_entry(line);
	}
	kpe_definition_free(line);
	kfree(normalised);
}

/* As the control file lists it; the names of group and event are the event's. */
static size_t list_line(const struct parsed *p, char *buf, size_t size)
{
	const struct kpe_definition *line = p->line;
	const struct kpe_args *args = p->args;
	size_t len = snprintf(buf, size, "%c", line->is_return ? 'r' : 'p');
	unsigned int i;

	if (line->maxactive)
		len += snprintf(buf + len, size - len, "%u", line->maxactive);
	len += snprintf(buf + len, size - len, ":%s/%s ", line->group ?: "g", line->event ?: "e");
	if (line->place.kind == KPE_PLACE_ADDRESS)
		len += snprintf(buf + len, size - len, "0x%lx", line->place.addr);
	else
		len += kpe_place_print(&line->place, buf + len, size - len);
	for (i = 0; i < args->nr_args; i++)
		len += snprintf(buf + len, size - len, " %s=%s",
				args->args[i].name, args->args[i].text);
	return len;
}

/* A name that is given is not the v11 word's. */
static void show_args(const struct kpe_args *args, char *buf, size_t size)
{
	size_t len = 0;
	unsigned int i;
	char *word;

	*buf = '\0';
	for (i = 0; i < args->nr_args; i++) {
		dump_arg(&args->args[i], buf + len, size - len);
		word = strstr(buf + len, " word");
		if (word && !word[5])
			*word = '\0';
		len += strlen(buf + len);
		len += snprintf(buf + len, size - len, "\n");
	}
}

static void check_same(const struct parsed *p, const char *listed, const struct parsed *r)
{
	const struct kpe_definition *line = p->line;
	const struct kpe_args *args = p->args;
	static char first[MAX_SHOWN], again[MAX_SHOWN];

	if (!r->line)
		return unit_fail("%s: listed as %s: %s at %u", line->text,
				 listed, error_name(r->e.code), r->e.col);
	show_args(args, first, sizeof(first));
	show_args(r->args, again, sizeof(again));
	if (strcmp(first, again))
		unit_fail("%s: %s listed as %s: %s", line->text, first, listed, again);
	if (!kpe_place_equal(&line->place, &r->line->place) ||
	    line->is_return != r->line->is_return || line->maxactive != r->line->maxactive)
		unit_fail("%s: listed as %s, another place", line->text, listed);
}

/* What was written short may be too long when all of it is written out. */
static void check_listed(const struct fuzz_line *l)
{
	static char listed[MAX_SHOWN];
	size_t len = list_line(&l->parsed, listed, sizeof(listed));
	struct parsed r;

	if (len > KPE_MAX_LINE) {
		counts[LISTED_LONGER].times++;
		return;
	}
	r = parse_at(listed, len, &l->info);
	check_same(&l->parsed, listed, &r);
	parsed_free(&r);
}

/* Without memory there is that error, or the same as with it. */
static void check_without_memory(const struct fuzz_line *l, u64 hash)
{
	struct parsed r;
	bool failed;

	unit_fail_allocation(1 + hash % MAX_ALLOCATIONS);
	r = parse_at(l->text, l->len, &l->info);
	failed = unit_allocation_failed();
	unit_fail_allocation(0);
	if (failed ? r.ret != -ENOMEM || r.e.code != KPE_ERR_NO_MEMORY || r.line :
		     r.ret != l->parsed.ret)
		unit_fail("%.*s: %d without memory", (int)l->len, l->text, r.ret);
	parsed_free(&r);
}

/* The model does not count bytes at the entry. */
static bool counts_at_entry(const struct kpe_args *args)
{
	unsigned int i;

	for (i = 0; i < args->nr_args; i++) {
		if (args->args[i].entry && args->args[i].entry->counting)
			return true;
	}
	return false;
}

/* The definition is the program's now. */
static void hit(struct parsed *parsed, u64 seed)
{
	struct fetched f;

	random_seed(seed);
	fill_memory();
	fetched_compile_line(&f, parsed);
	counts[f.prog ? RUN : TOO_BIG].times++;
	counts[EXPORTED_LONGER].times += !random_hits(&f);
	fetched_close(&f);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	machine_init();
	world_open();
	return atexit(show_counts);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct fuzz_line l = { .text = (const char *)data, .len = size };
	long before = unit_allocations();

	find_site(&l);
	l.parsed = parse_at(l.text, size, &l.info);
	check_promises(l.text, size, &l.parsed);
	check_without_memory(&l, hash_of(data, size));
	if (l.parsed.line && l.parsed.line->verb == KPE_DEFINE) {
		check_listed(&l);
		check_exported(&l.parsed, &l.info);
		if (!counts_at_entry(l.parsed.args))
			hit(&l.parsed, hash_of(data, size));
	} else if (l.parsed.ret) {
		counts[REFUSED_LINE].times++;
	}
	parsed_free(&l.parsed);
	if (unit_allocations() != before)
		unit_fail("%ld allocations left over", unit_allocations() - before);
	return 0;
}
