// SPDX-License-Identifier: GPL-2.0
/*
 * fetch_random_test - random programs on random memory
 */
#include <linux/kernel.h>

#include "fetch_unit.h"
#include "unit.h"

#define RANDOM_PROGRAMS	100000

static void test_random(void)
{
	random_programs(RANDOM_PROGRAMS);
}

int main(void)
{
	static const struct unit_case cases[] = {
		{ "fetch: 100000 random programs", test_random },
	};

	machine_init();
	return unit_main(cases, ARRAY_SIZE(cases));
}
