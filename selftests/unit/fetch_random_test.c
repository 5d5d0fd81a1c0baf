// SPDX-License-Identifier: GPL-2.0
/* fetch_random_test - random programs on random memory */
#include <linux/kernel.h>

#include "fetch_unit.h"
#include "unit.h"

#define RANDOM_PROGRAMS	100000

UNIT_CASE(test_random, "fetch: 100000 random programs")
{
	random_programs(RANDOM_PROGRAMS);
}
