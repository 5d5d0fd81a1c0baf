// SPDX-License-Identifier: GPL-2.0
/*
 * kpe_crowd - a module with 5,000 functions, kpe_crowd_0000() to kpe_crowd_4999()
 *
 * N written to /sys/module/kpe_crowd/parameters/run calls each of the first thousand N times.
 * Kbuild writes the functions and the list of their names.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/sched.h>

#include "crowd-functions.h"

static void (*const crowd[])(void) = {
#include "crowd-names.h"
};

#define CALLED	1000

static int run(const char *val, const struct kernel_param *kp)
{
	unsigned int times, i, n;
	int ret = kstrtouint(val, 0, &times);

	for (i = 0; !ret && i < CALLED; i++) {
		for (n = 0; n < times; n++)
			crowd[i]();
		cond_resched();
	}
	return ret;
}

static const struct kernel_param_ops run_ops = { .set = run };

module_param_cb(run, &run_ops, NULL, 0200);
MODULE_PARM_DESC(run, "call each of the first thousand functions so often");
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("many functions to be probed");
