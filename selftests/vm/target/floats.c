// SPDX-License-Identifier: GPL-2.0
/*
 * floats - functions of kpe_typed with floating-point numbers, as some drivers have them
 *
 * NAME      called with                          returns
 * floats    11, a number, 33                     33
 * mixed     11, a structure with a number, 33    33
 * real      not called, as it changes a register  a number
 *
 * The call leaves out the numbers: their registers are the user's.
 */
#include <linux/compiler.h>
#include "target.h"

/* older kernels have no name for it */
#ifndef __nocfi
#define __nocfi
#endif

struct kpe_mixed {
	float number;
	int count;
};

static KPE_POINTED long kpe_typed_floats(long first, double number, long last)
{
	return last;
}

static KPE_POINTED long kpe_typed_mixed(long first, struct kpe_mixed mixed, long last)
{
	return last;
}

static __used KPE_POINTED double kpe_typed_real(long first)
{
	return 0;
}

static void __nocfi call(void *function)
{
	long (*without)(long first, long last) = function;

	OPTIMIZER_HIDE_VAR(without);
	without(11, 33);
}

void kpe_floats_run(void)
{
	call(kpe_typed_floats);
	call(kpe_typed_mixed);
}
