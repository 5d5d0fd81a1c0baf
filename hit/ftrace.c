// SPDX-License-Identifier: GPL-2.0
/*
 * ftrace - callbacks of ftrace
 *
 * A point stays in the table while it is registered. Hits ignore it unless it is armed.
 */
#include <linux/kprobes.h>
#include "arch/arch.h"
#include "arch/entry.h"
#include "hit/direct.h"
#include "hit/ftrace.h"
#include "hit/hit.h"

struct kpe_sites __rcu *kpe_sites;

/* NULL also if the site is just being added; then nothing there is armed */
static __always_inline struct hlist_node *first_at(unsigned long ip)
{
	const struct kpe_sites *sites = rcu_dereference_raw_check(kpe_sites);

	return rcu_dereference_raw_check(hlist_first_rcu(&kpe_site_of(sites, ip)->points));
}

static __always_inline void hit_other(struct kpe_point *point, enum kpe_way way,
				      struct pt_regs *regs)
{
	if (way == KPE_HOOKED)
		kpe_hit_hook(point, regs);
	else if (way != KPE_IGNORED)
		kpe_hit_entry(point, regs);
}

/*
 * Hit all points at a site. The handlers expect the instruction pointer of a breakpoint.
 * @is_task: @ctx is known
 */
static __always_inline void hit_site(unsigned long ip, struct pt_regs *regs, bool is_task,
				     unsigned int ctx)
{
	const unsigned long before = instruction_pointer(regs);
	struct hlist_node *node = first_at(ip);

	for (; node; node = rcu_dereference_raw_check(hlist_next_rcu(node))) {
		struct kpe_point *point = hlist_entry(node, struct kpe_point, node);
		const unsigned long shown = kpe_arch_shown(point->addr, ip);
		/* pairs with kpe_point_set_state() */
		const enum kpe_way way = smp_load_acquire(&point->way);

		kpe_arch_stop_at(regs, shown);
		if (unlikely(way != KPE_WRITTEN) || !is_task ||
		    unlikely(!kpe_hit_direct(point, regs, shown, ctx)))
			hit_other(point, way, regs);
		instruction_pointer_set(regs, before);
	}
}

/* With interrupts or preemption disabled, in an interrupt, if others want the CPU ... */
static noinline void __no_stack_protector __kprobes
hit_unusual(unsigned long ip, struct pt_regs *regs)
{
	const unsigned int count = preempt_count();
	unsigned int ctx = 0;
	bool is_task;

	if (!kpe_hit_is_covered_at(ip, count))
		return;
	is_task = kpe_task_ctx(count, &ctx);
	preempt_disable_notrace();
	hit_site(ip, regs, is_task, ctx);
	preempt_enable_notrace();
}

/* A function entry: @ip is its site, @fregs has all registers. Context: a hit. */
void __no_stack_protector __kprobes
kpe_ftrace_entry(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
		 struct ftrace_regs *fregs)
{
	struct kpe_entry_room room;
	struct pt_regs *regs = kpe_arch_entry_begin(fregs, &room);

	if (unlikely(!regs))
		return;
	if (unlikely(!kpe_is_undisturbed(regs))) {
		hit_unusual(ip, regs);
	} else if (kpe_hit_is_covered_at(ip, 0)) {
		preempt_disable_notrace();
		hit_site(ip, regs, true, 0);
		preempt_enable_notrace();
	}
	kpe_arch_entry_end(fregs, &room);
}

/* A function entry that is ignored. Context: a hit. */
void __kprobes kpe_ftrace_nothing(unsigned long ip, unsigned long parent_ip,
				  struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
}

static atomic_long_t trials;

/* A function entry that is counted. Context: a hit. */
void __kprobes kpe_ftrace_trial(unsigned long ip, unsigned long parent_ip,
				struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	atomic_long_inc(&trials);
}

/**
 * kpe_ftrace_trials() - number of calls of kpe_ftrace_trial()
 *
 * Context: any.
 */
unsigned long kpe_ftrace_trials(void)
{
	return atomic_long_read(&trials);
}
