// SPDX-License-Identifier: GPL-2.0
/* cleanup_test - guards and freeing, for kernels whose headers have none */
#include <linux/kernel.h>
#include <linux/rcupdate.h>

#include "kernel/module_symbols.h"
#include "unit.h"

int rcu_held;
static struct mutex lock;

static void want(int got, int wanted, const char *what)
{
	if (got != wanted)
		unit_fail("%s: %d instead of %d", what, got, wanted);
}

/* of three ways out */
static int leave(int by)
{
	guard(mutex)(&lock);
	if (by == 1)
		return lock.held;
	for (;;) {
		guard(kpe_modules)();
		if (by == 2)
			return lock.held + rcu_held;
		break;
	}
	return lock.held + 10 * rcu_held;
}

UNIT_CASE(test_guards, "cleanup: guards")
{
	static const int held[] = { 1, 2, 1 };
	int by;

	for (by = 1; by <= 3; by++) {
		want(leave(by), held[by - 1], "held within");
		want(lock.held, 0, "mutex behind it");
		want(rcu_held, 0, "RCU behind it");
	}
}

static char *kept_or_freed(int keep)
{
	char *p __free(kfree) = kmalloc(8, GFP_KERNEL);

	return keep ? no_free_ptr(p) : NULL;
}

UNIT_CASE(test_freeing, "cleanup: freeing")
{
	char *p = kept_or_freed(1);

	want(unit_allocations(), 1, "kept");
	kfree(p);
	kept_or_freed(0);
	want(unit_allocations(), 0, "left");
}
