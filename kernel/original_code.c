// SPDX-License-Identifier: GPL-2.0
/*
 * A probe of anybody replaces an instruction by a breakpoint. An optimized one replaces
 * five bytes by a jump, which may be several instructions. The kprobe core keeps what was
 * there.
 */
#include <linux/kprobes.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/preempt.h>
#include <linux/sizes.h>
#include <linux/static_call.h>
#include <linux/uaccess.h>
#include "arch/arch.h"
#include "arch/insn.h"
#include "kernel/symbols.h"
#include "model/locks.h"

#define MAX_CODE	SZ_1M	/* bytes of a function */

DEFINE_STATIC_CALL_NULL(kpe_kprobe_at, get_kprobe);

/*
 * Take the probes out of a copy of code whose first byte is at @addr, where an instruction
 * may begin. The rest of a jump that begins before it stays.
 *
 * Context: kpe_mutex; may sleep. Return: false if the kernel does not tell of its probes.
 */
bool kpe_original_code(u8 *code, unsigned long addr, unsigned int len)
{
	const struct kprobe *probe;
	unsigned int at;

	lockdep_assert_held(&kpe_mutex);
	if (!kpe_find_call(kpe_kprobe_at, "get_kprobe"))
		return false;
	for (at = 0; at + sizeof(kprobe_opcode_t) <= len; at += kpe_insn_alignment) {
		if (!kpe_arch_may_be_probe(code + at))
			continue;
		preempt_disable();
		probe = static_call(kpe_kprobe_at)((void *)(addr + at));
		if (probe)
			kpe_arch_original_code(probe, code + at, len - at);
		preempt_enable();
	}
	return true;
}

/*
 * Copy the first @len bytes of a function, without probes. Context: kpe_mutex; may sleep.
 * Return: for kvfree(); NULL if there is no memory, or no way to know
 */
u8 *kpe_copy_function(unsigned long addr, unsigned long len)
{
	u8 *code = len <= MAX_CODE ? kvmalloc(len, GFP_KERNEL) : NULL;

	lockdep_assert_held(&kpe_mutex);
	if (code && !copy_from_kernel_nofault(code, (void *)addr, len) &&
	    kpe_original_code(code, addr, len))
		return code;
	kvfree(code);
	return NULL;
}
