// SPDX-License-Identifier: GPL-2.0
#include <linux/kprobes.h>
#include "arch/arch.h"
#include "hit/direct.h"
#include "hit/hit.h"
#include "hit/kprobe.h"

static struct kpe_point *__kprobes point_of(struct kprobe *kp)
{
	/*
	 * Pairs with kpe_point_add_counts(). If there is another kprobe at the place, the
	 * core only clears a flag to enable this one, and has just read that.
	 */
	smp_rmb();
	return container_of(kp, struct kpe_kprobe, rp.kp)->point;
}

/**
 * kpe_kprobe_entry() - handle a hit
 * @kp: of a struct kpe_kprobe
 * @regs: of the probed code
 *
 * Context: a hit. Return: 0.
 */
int __no_stack_protector __kprobes kpe_kprobe_entry(struct kprobe *kp, struct pt_regs *regs)
{
	const unsigned int count = kpe_without_hit(preempt_count());
	struct kpe_point *point = point_of(kp);

	if (kpe_hit_is_covered(kpe_arch_stopped_at(regs)) &&
	    (unlikely(kpe_is_breakpoint(point)) || !kpe_hit_direct(point, regs, count)))
		kpe_hit_entry(point, regs);
	return 0;
}

/**
 * kpe_kprobe_save() - save entry arguments for the return
 * @ri: of a struct kpe_kprobe; its data is filled
 * @regs: at function entry
 *
 * Context: a hit. Return: 0, or 1 to ignore the return.
 */
int __kprobes kpe_kprobe_save(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);

	if (unlikely(!rp))
		return 1;
	return !kpe_hit_save(point_of(&rp->kp), regs, (u8 *)ri->data);
}

/**
 * kpe_kprobe_return() - handle a function return
 * @ri: of a struct kpe_kprobe
 * @regs: at the return
 *
 * Context: a hit. Return: 0.
 */
int __kprobes kpe_kprobe_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	/* NULL: unregistered while the function was running */
	struct kretprobe *rp = get_kretprobe(ri);
	struct kpe_hit hit = {
		.regs = regs,
		.saved = (u8 *)ri->data,
		.ret_ip = get_kretprobe_retaddr(ri),
		.is_return = true,
	};

	if (unlikely(!rp))
		return 0;
	hit.ip = (unsigned long)rp->kp.addr;
	if (kpe_hit_is_covered(hit.ip))
		kpe_hit_return(point_of(&rp->kp), &hit);
	return 0;
}
