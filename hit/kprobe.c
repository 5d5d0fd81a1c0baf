// SPDX-License-Identifier: GPL-2.0
/*
 * kprobe - what the kprobe core calls at a hit
 */
#include <linux/kprobes.h>
#include <linux/ptrace.h>
#include "hit/hit.h"
#include "hit/kprobe.h"

static struct kpe_point *__kprobes point_of(struct kprobe *kp)
{
	return container_of(kp, struct kpe_kprobe, rp.kp)->point;
}

/* As a breakpoint has it; jumps and ftrace make it look the same. */
static __always_inline unsigned long stopped_at(const struct pt_regs *regs)
{
	return regs->ip - sizeof(kprobe_opcode_t);
}

/**
 * kpe_kprobe_entry() - the kernel has come to a point
 * @kp: of a struct kpe_kprobe
 * @regs: there
 *
 * Context: a hit. Return: 0.
 */
int __kprobes kpe_kprobe_entry(struct kprobe *kp, struct pt_regs *regs)
{
	if (kpe_hit_is_covered(stopped_at(regs)))
		kpe_hit_entry(point_of(kp), regs);
	return 0;
}

/**
 * kpe_kprobe_save() - keep what is gone when a function returns
 * @ri: of a struct kpe_kprobe; its data is filled
 * @regs: at the function's entry
 *
 * Context: a hit. Return: 0, or 1 if the return does not matter.
 */
int __kprobes kpe_kprobe_save(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);

	if (unlikely(!rp))
		return 1;
	return !kpe_hit_save(point_of(&rp->kp), regs, (u8 *)ri->data);
}

/**
 * kpe_kprobe_return() - a function returns
 * @ri: of a struct kpe_kprobe
 * @regs: where it returns to
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
	};

	if (unlikely(!rp))
		return 0;
	hit.ip = (unsigned long)rp->kp.addr;
	if (kpe_hit_is_covered(hit.ip))
		kpe_hit_return(point_of(&rp->kp), &hit);
	return 0;
}
