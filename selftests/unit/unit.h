/* SPDX-License-Identifier: GPL-2.0 */
/*
 * unit - what all unit tests share: KTAP results, and control of allocations
 *
 * A test program has one table of struct unit_case and hands it to
 * unit_main(). A case fails by calling unit_fail(), as often as it likes: each
 * call prints one diagnostic line, and the case goes on.
 */
#ifndef UNIT_H
#define UNIT_H

#include <stddef.h>
#include <linux/types.h>

struct unit_case {
	const char *name;
	void (*run)(void);
};

int unit_main(const struct unit_case *cases, size_t n);
__printf(1, 2) void unit_fail(const char *fmt, ...);

/* Let the @nth allocation from now on fail, once; 0: none. */
void unit_fail_allocation(unsigned long nth);
/* Has it failed yet? */
int unit_allocation_failed(void);
/* Allocations that nobody has freed. */
long unit_allocations(void);

#endif
