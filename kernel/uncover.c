// SPDX-License-Identifier: GPL-2.0
/*
 * A probe of anybody replaces an instruction by a breakpoint. An optimized one replaces
 * five bytes by a jump, which may be several instructions. The kprobe core keeps what was
 * there.
 */
#include <linux/kprobes.h>
#include <linux/lockdep.h>
#include <linux/preempt.h>
#include <linux/static_call.h>
#include "arch/arch.h"
#include "arch/insn.h"
#include "kernel/symbols.h"
#include "kernel/uncover.h"
#include "trace_kprobe.h"

static struct kprobe *knows_none(void *addr)
{
	return NULL;
}

DEFINE_STATIC_CALL(kpe_kprobe_at, knows_none);

static bool can_ask(void)
{
	static bool is_looked_up, is_found;
	struct kprobe *(*fn)(void *addr);

	if (!is_looked_up) {
		fn = (void *)kpe_kernel_function("get_kprobe");
		if (fn)
			static_call_update(kpe_kprobe_at, fn);
		is_found = fn;
		is_looked_up = true;
	}
	return is_found;
}

/**
 * kpe_uncover() - take the probes out of a copy of code
 * @code: the copy
 * @addr: where its first byte is; an instruction may begin there
 * @len: bytes of @code
 *
 * The rest of a jump that begins before @addr stays.
 *
 * Context: kpe_mutex; may sleep. Return: false if the kernel does not tell of its probes.
 */
bool kpe_uncover(u8 *code, unsigned long addr, unsigned int len)
{
	const struct kprobe *probe;
	unsigned int at;

	lockdep_assert_held(&kpe_mutex);
	if (!can_ask())
		return false;
	for (at = 0; (at = kpe_insn_find_probe(code, at, len)) < len; at++) {
		preempt_disable();
		probe = static_call(kpe_kprobe_at)((void *)(addr + at));
		if (probe)
			kpe_arch_uncover(probe, code + at, len - at);
		preempt_enable();
	}
	return true;
}
