// SPDX-License-Identifier: GPL-2.0
/* The second function called kpe_target_dup in one module. */
#include "target.h"

static KPE_CALLEE long kpe_target_dup(long x)
{
	return x + 2;
}

long kpe_target_call_twin(long x)
{
	return kpe_target_dup(x);
}
