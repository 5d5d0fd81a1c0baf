// SPDX-License-Identifier: GPL-2.0
/* unit - results of the unit tests, as KTAP version 1 on standard output */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <linux/compiler.h>

#include "unit.h"

#define MAX_SAID	50	/* of one case; thousands may have one reason */
#define MAX_CASES	64

static unsigned int failures;
static struct unit_case added[MAX_CASES];
static size_t nr_added;

void unit_add(const char *name, void (*run)(void))
{
	if (nr_added == MAX_CASES)
		abort();
	added[nr_added++] = (struct unit_case){ name, run };
}

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
			unit_fail("%ld allocations left over", unit_allocations() - before);
		printf("%sok %zu %s\n", failures ? "not " : "", i + 1, cases[i].name);
		failed += !!failures;
	}
	return !!failed;
}

__weak void unit_begin(void) { }
__weak void unit_end(void) { }

__weak int main(void)
{
	int status;

	unit_begin();
	status = unit_main(added, nr_added);
	unit_end();
	return status;
}
