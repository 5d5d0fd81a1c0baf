/* SPDX-License-Identifier: GPL-2.0 */
/*
 * unit - what all unit tests share: KTAP results, and control of allocations
 *
 * A test program has the cases that its files define, UNIT_CASE(function, "name"), in their
 * order, or hands unit_main() a table. A case fails by calling unit_fail(), as often as it
 * likes: each call prints one diagnostic line, and the case goes on.
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
void unit_add(const char *name, void (*run)(void));

#define UNIT_CASE(function, name)						\
static void function(void);							\
static __attribute__((constructor(1000 + __LINE__))) void add_##function(void)	\
{										\
	unit_add(name, function);						\
}										\
static void function(void)

/* @row points to each element of an array. */
#define for_each_row(row, table) \
	for (const __typeof__(*(table)) *row = (table); row < (table) + ARRAY_SIZE(table); row++)

/* Before all cases and behind them, for who defines these */
void unit_begin(void);
void unit_end(void);
__printf(1, 2) void unit_fail(const char *fmt, ...);

/* Let the @nth allocation from now on fail, once; 0: none. */
void unit_fail_allocation(unsigned long nth);
/* Has it failed yet? */
int unit_allocation_failed(void);
/* Allocations that nobody has freed. */
long unit_allocations(void);

#endif
