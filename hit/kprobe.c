// SPDX-License-Identifier: GPL-2.0
#include <linux/kprobes.h>
#include "arch/arch.h"
#include "compat/kretprobe.h"
#include "hit/hit.h"
#include "hit/tally.h"
#include "hit/write.h"

static struct kpe_point *__kprobes point_of(struct kprobe *kp)
{
	/*
	 * Pairs with kpe_point_add_counts(). If there is another kprobe at the place, the
	 * core only clears a flag to enable this one, and has just read that.
	 */
	smp_rmb();
	return container_of(kp, struct kpe_kprobe, rp.kp)->point;
}

/*
 * In an NMI it may also be a jump, so look at the code. It changes while a probe is being
 * optimized; then a hit in an NMI may be recorded with the context that the NMI interrupted.
 */
static __always_inline bool is_breakpoint(const struct kprobe *kp)
{
	return unlikely(kpe_arch_may_be_stopped()) && kpe_arch_is_breakpoint(*kp->addr);
}

/* For a jump, and for ftrace, the core disables preemption once. Return: 0 */
int __no_stack_protector __kprobes kpe_kprobe_entry(struct kprobe *kp, struct pt_regs *regs)
{
	unsigned int count = preempt_count();
	struct kpe_point *point = point_of(kp);

	/* not yet the core's, see points/arm.c */
	if (unlikely(READ_ONCE(point->by_ftrace)) || !kpe_hit_has_rcu(kpe_arch_stopped_at(regs)))
		return 0;
	if (is_breakpoint(kp)) {
		count = kpe_arch_stopped_count(count);
		kpe_hit_any(point, regs, KPE_BY_BREAKPOINT, count, NULL, 0);
		return 0;
	}
	count = kpe_without_hit(count);
	if (!kpe_write_registers(point, regs, KPE_BY_CALL, count, 0) &&
	    !kpe_tally_has(point, regs, NULL, KPE_BY_CALL, 0))
		kpe_hit_any(point, regs, KPE_BY_CALL, count, NULL, 0);
	return 0;
}

/* Save entry arguments for the return, into @ri->data. Return: 1 to ignore the return */
int __kprobes kpe_kprobe_save(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = kpe_kretprobe_of(ri);

	if (unlikely(!rp))
		return 1;
	return !kpe_hit_save(point_of(&rp->kp), regs, (u8 *)ri->data);
}

int __no_stack_protector __kprobes kpe_kprobe_return(struct kretprobe_instance *ri,
						     struct pt_regs *regs)
{
	const unsigned int count = kpe_arch_returned_count(preempt_count());
	const unsigned long ret_ip = kpe_kretprobe_target(ri, regs);
	struct kretprobe *rp = kpe_kretprobe_of(ri);
	struct kpe_point *point;

	/* unregistered while the function was running */
	if (unlikely(!rp) || !kpe_hit_has_rcu((unsigned long)rp->kp.addr))
		return 0;
	point = point_of(&rp->kp);
	if (!kpe_write_registers(point, regs, KPE_BY_RETURN, count, ret_ip) &&
	    !kpe_tally_has(point, regs, (u8 *)ri->data, KPE_BY_RETURN, ret_ip))
		kpe_hit_any(point, regs, KPE_BY_RETURN, count, (u8 *)ri->data, ret_ip);
	return 0;
}
