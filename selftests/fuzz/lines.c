// SPDX-License-Identifier: GPL-2.0
/* lines - any text as a line, at the place that it names */
#include <linux/slab.h>
#include <linux/string.h>

#include "language/line.h"
#include "lines.h"

/* The grammar alone says where the place is, if the text is a line. */
static void find_site(struct fuzz_line *l)
{
	struct kpe_definition *line = NULL;
	char *normalised = NULL;
	struct kpe_error e;

	l->info = (struct kpe_function_info){ .module = l->module };
	*l->module = '\0';
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

void fuzz_line_open(struct fuzz_line *l, const char *text, size_t len)
{
	l->text = text;
	l->len = len;
	find_site(l);
	l->parsed = parse_at(text, len, &l->info);
	check_promises(text, len, &l->parsed);
}

void fuzz_line_close(struct fuzz_line *l)
{
	parsed_free(&l->parsed);
}
