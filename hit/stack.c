// SPDX-License-Identifier: GPL-2.0
#include <linux/build_bug.h>
#include <linux/kprobes.h>
#include <linux/string.h>
#include "arch/arch.h"
#include "arch/stack.h"
#include "hit/stack.h"

static_assert(KPE_MAX_FRAMES == KPE_MAX_ARRAY);

/**
 * kpe_stack_fetch() - fetch the call stack, from the probed function's caller on
 * @insn: KPE_OP_KSTACK; its argument is an enum kpe_moment
 * @nr: addresses to fetch, at most KPE_MAX_ARRAY
 * @regs: of the probed code
 * @dst: @nr words; those beyond the end of the stack are 0
 *
 * Context: a hit. Return: 0; -EFAULT if not even the caller was found.
 */
noinline int __kprobes kpe_stack_fetch(const struct kpe_insn *insn, unsigned int nr,
				       struct pt_regs *regs, u8 *dst)
{
	unsigned int n = kpe_arch_stack(regs, insn->arg, dst, nr);

	memset(dst + n * sizeof(long), 0, (nr - n) * sizeof(long));
	return n ? 0 : -EFAULT;
}
