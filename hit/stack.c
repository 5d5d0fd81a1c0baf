// SPDX-License-Identifier: GPL-2.0
#include <linux/build_bug.h>
#include <linux/kprobes.h>
#include <linux/string.h>
#include "arch/arch.h"
#include "arch/stack.h"
#include "hit/stack.h"

static_assert(KPE_MAX_FRAMES == KPE_MAX_ARRAY);

/*
 * Fetch @nr addresses, at most KPE_MAX_ARRAY, of the call stack, from the probed function's
 * caller on; those beyond its end are 0. @insn: KPE_OP_KSTACK, with an enum kpe_moment.
 * Return: -EFAULT if not even the caller was found
 */
noinline int __kprobes kpe_stack_fetch(const struct kpe_insn *insn, unsigned int nr,
				       struct pt_regs *regs, u8 *dst)
{
	unsigned int n = kpe_arch_stack(regs, insn->arg, dst, nr);

	memset(dst + n * sizeof(long), 0, (nr - n) * sizeof(long));
	return n ? 0 : -EFAULT;
}
