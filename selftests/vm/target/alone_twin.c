// SPDX-License-Identifier: GPL-2.0
/* The second function called kpe_target_two in one module, which something refers to. */
#include <linux/compiler.h>
#include "target.h"

static KPE_CALLEE long kpe_target_two(long x)
{
	return x + 1;
}

static __used KPE_CALLEE long kpe_target_call_two(long x)
{
	return kpe_target_two(x) + 1;
}
