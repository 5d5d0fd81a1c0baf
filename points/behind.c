// SPDX-License-Identifier: GPL-2.0
/*
 * behind - the means at a function's entry where ftrace is not to be had
 *
 * The kprobe core leaves a function's entry to ftrace, and ftrace can be turned
 * off, by kernel.ftrace_enabled: then nothing is hit, and nobody is told. But the
 * site is no more than a call, before which and behind which all registers are
 * the same. So a kprobe of the next instruction sees what one of the entry would,
 * unless the function jumps back there.
 */
#include <linux/mm.h>
#include <linux/moduleparam.h>
#include <linux/uaccess.h>
#include <asm/text-patching.h>
#include "arch/insn.h"
#include "kernel/symbols.h"
#include "model/locks.h"
#include "points/behind.h"

static bool use_ftrace = true;
module_param(use_ftrace, bool, 0444);
MODULE_PARM_DESC(use_ftrace, "let ftrace stop the kernel at the entry of functions");

/**
 * kpe_ftrace_is_on() - is ftrace to be used, and can it
 *
 * Context: kpe_mutex or, when a point was registered, kpe_arm_mutex; may sleep.
 * Return: true also if the kernel does not tell (it has no names of variables).
 */
bool kpe_ftrace_is_on(void)
{
	static unsigned long where;
	int enabled;

	kpe_assert_model_or_arm_mutex();
	if (!use_ftrace)
		return false;
	if (!where)
		where = kpe_kernel_address("ftrace_enabled");
	return !where ||
	       copy_from_kernel_nofault(&enabled, (void *)where,
					sizeof(enabled)) || enabled;
}

/* Return: 1 if it does or one cannot see, 0 if not, -ENOMEM. */
static int jumps_to(unsigned long start, unsigned long size, unsigned long addr)
{
	u8 *code = kvmalloc(size, GFP_KERNEL);
	bool found;

	if (!code)
		return -ENOMEM;
	found = copy_from_kernel_nofault(code, (void *)start, size) ||
		kpe_insn_jumps_to(code, size, addr - start);
	kvfree(code);
	return found;
}

/**
 * kpe_behind() - where a kprobe is hit when a function is entered
 * @site: the function's ftrace site
 * @addr: filled; 0: there is none, as far as one can see
 *
 * Jumps by a register are not followed.
 *
 * Context: may sleep. Return: 0 or -ENOMEM.
 */
int kpe_behind(unsigned long site, unsigned long *addr)
{
	unsigned long next = site + CALL_INSN_SIZE;
	struct kpe_symbol sym;
	int ret;

	*addr = 0;
	if (!kpe_symbol_at(next, &sym) || next - sym.offset > site ||
	    sym.offset >= sym.size)
		return 0;
	ret = jumps_to(next - sym.offset, sym.size, next);
	if (!ret)
		*addr = next;
	return min(ret, 0);
}
