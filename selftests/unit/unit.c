// SPDX-License-Identifier: GPL-2.0
/*
 * unit - results of the unit tests, as KTAP version 1 on standard output
 */
#include <stdarg.h>
#include <stdio.h>

#include "unit.h"

#define MAX_SAID	50	/* of one case; thousands may have one reason */

static unsigned int failures;

void unit_fail(const char *fmt, ...)
{
	va_list ap;

	if (failures++ >= MAX_SAID)
		return;
	fputs("# ", stdout);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
}

int unit_main(const struct unit_case *cases, size_t n)
{
	long before = unit_allocations();
	unsigned int failed = 0;
	size_t i;

	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("KTAP version 1\n1..%zu\n", n);
	for (i = 0; i < n; i++) {
		failures = 0;
		cases[i].run();
		if (unit_allocations() != before)
			unit_fail("%ld allocations left over",
				  unit_allocations() - before);
		printf("%sok %zu %s\n", failures ? "not " : "", i + 1,
		       cases[i].name);
		failed += !!failures;
	}
	return !!failed;
}
