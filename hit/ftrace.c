// SPDX-License-Identifier: GPL-2.0
#include <linux/kprobes.h>
#include "arch/arch.h"
#include "hit/ftrace.h"
#include "hit/hit.h"
#include "hit/tally.h"
#include "hit/write.h"

struct kpe_sites __rcu *kpe_sites;

/* Handlers expect a breakpoint's instruction pointer. @count: preempt count of the probed code */
static __always_inline void
hit_site(struct kpe_point *point, struct pt_regs *regs, unsigned int count)
{
	const struct kpe_kprobe *kprobe = READ_ONCE(point->kprobe);
	const unsigned long ip = instruction_pointer(regs);

	kpe_arch_stop_at(regs, kpe_shown_at(point));
	if (!kpe_write_registers(point, regs, KPE_BY_CALL, count, 0)) {
		if (kprobe && kprobe->rp.handler)
			kpe_hit_hook(point, regs);
		else if (!kpe_tally_has(point, regs, NULL, KPE_BY_CALL, 0))
			kpe_hit_any(point, regs, KPE_BY_CALL, count, NULL, 0);
	}
	instruction_pointer_set(regs, ip);
}

/*
 * NULL also if the site is just being added; then nothing there is armed. The points of an
 * unused entry are not looked at: it may become another site's at any moment.
 */
static __always_inline struct hlist_node *first_at(unsigned long ip)
{
	const struct kpe_sites *sites = rcu_dereference_raw_check(kpe_sites);
	const struct kpe_site *entry = &sites->entries[kpe_site_hash(sites, ip)];
	unsigned long there;

	while (unlikely((there = READ_ONCE(entry->ip)) != ip)) {
		if (!there)
			return NULL;
		entry = &sites->entries[kpe_site_after(sites, entry - sites->entries)];
	}
	return rcu_dereference_raw_check(hlist_first_rcu(&entry->points));
}

static __always_inline void
hit_sites(unsigned long ip, struct pt_regs *regs, unsigned int count)
{
	struct hlist_node *node = first_at(ip);
	struct kpe_point *point;

	for (; node; node = rcu_dereference_raw_check(hlist_next_rcu(node))) {
		point = hlist_entry(node, struct kpe_point, node);
		/* pairs with kpe_point_add_counts(): the site may be hooked for another point */
		if (smp_load_acquire(&point->state) == KPE_ARMED)
			hit_site(point, regs, count);
	}
}

/* A function entry: @ip is its site, @fregs has the registers of a call. Context: a hit. */
void __no_stack_protector __kprobes
kpe_ftrace_entry(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
		 struct ftrace_regs *fregs)
{
	const unsigned int count = preempt_count();
	struct kpe_entry_room room;
	struct pt_regs *regs;

	if (!kpe_hit_has_rcu_at(ip, count))
		return;
	regs = kpe_arch_entry_begin(fregs, &room);
	preempt_disable_notrace();
	hit_sites(ip, regs, count);
	kpe_arch_entry_end(fregs, &room);
	preempt_enable_notrace();
}

atomic_long_t kpe_ftrace_trials;

/* A function entry that is counted. Context: a hit. */
void __kprobes kpe_ftrace_trial(unsigned long ip, unsigned long parent_ip,
				struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	atomic_long_inc(&kpe_ftrace_trials);
}
