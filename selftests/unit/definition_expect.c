// SPDX-License-Identifier: GPL-2.0
/* definition_expect - what the definition tests say their wants with */
#include <stdlib.h>

#include <linux/string.h>

#include "definition_expect.h"
#include "unit.h"

void expect_line(const char *line, enum kpe_err code)
{
	struct parsed r = parse_text(line);

	if (r.e.code != code)
		unit_fail("%.60s.. (%zu): %s, not %s", line, strlen(line),
			  error_name(r.e.code), error_name(code));
	check_promises(line, strlen(line), &r);
	parsed_free(&r);
}

void expect(char *line, enum kpe_err code)
{
	expect_line(line, code);
	free(line);
}

void expect_string(const char *about, const char *got, const char *want)
{
	if (strcmp(got, want))
		unit_fail("%s: %s, not %s", about, got, want);
}

void expect_number(const char *about, unsigned long got, unsigned long want)
{
	if (got != want)
		unit_fail("%s: %lu, not %lu", about, got, want);
}

const char *many(char c, size_t n)
{
	static char buf[4][8192];
	static unsigned int turn;
	char *s = buf[turn++ % 4];

	memset(s, c, n);
	s[n] = '\0';
	return s;
}
