// SPDX-License-Identifier: GPL-2.0
/*
 * A point is registered by the transaction that defines it, or when its module is loaded. It is
 * unregistered, which waits until all its hits are over, before its probe is freed.
 *
 * Locks: kpe_arm_mutex guards the state and the registration of every point. It is taken inside
 * kpe_mutex and inside event_mutex.
 *
 * An event counts a user before its points are armed, and drops it before they are disarmed. So a
 * point that is registered in between, because its module is loaded, is handled like the others.
 */
#include <linux/delay.h>
#include <linux/hashtable.h>
#include <linux/uaccess.h>
#include "arch/arch.h"
#include "arch/insn.h"
#include "compat/cleanup.h"
#include "compat/kretprobe.h"
#include "compat/workqueue.h"
#include "hit/hit.h"
#include "kernel/error_log.h"
#include "kernel/module_symbols.h"
#include "kernel/symbols.h"
#include "model/model.h"
#include "places/hint.h"
#include "points/arm.h"
#include "points/by_ftrace.h"
#include "points/counts.h"
#include "points/point.h"
#include "types/program.h"

#define SWEEP_DELAY	msecs_to_jiffies(20)
#define RETRY_DELAY	HZ

static DEFINE_HASHTABLE(by_address, 12);	/* kpe_mutex */

static void unhook_left(struct work_struct *work);
static DECLARE_DELAYED_WORK(sweep_work, unhook_left);

static_assert(KPE_MAX_SAVED <= KRETPROBE_MAX_DATA_SIZE);

static struct kprobe *kprobe_of(const struct kpe_point *point)
{
	return point->kprobe ? &point->kprobe->rp.kp : NULL;
}

/* A test build has all points hit by the kprobe core. */
#ifndef KPE_ALL_BY_CORE
#define KPE_ALL_BY_CORE false
#endif

/* At a return the kernel has saved all registers anyway. */
static bool needs_all_registers(const struct kpe_point *point)
{
	const struct kpe_probe *probe = point->probe;

	return !probe->line->is_return && kpe_event_passes_registers(probe->event);
}

/*
 * Is it at an ftrace site, and needs only the registers of a call? To hook a return, the stack
 * pointer is enough. The kprobe core's ftrace_ops handles text that is freed soon.
 */
static bool can_use_ftrace(struct kpe_point *point)
{
	if (KPE_ALL_BY_CORE || !IS_ENABLED(CONFIG_DYNAMIC_FTRACE) || point->offset ||
	    point->in_init || needs_all_registers(point) ||
	    !kpe_program_uses_only(point->program, kpe_arch_entry_has))
		return false;
	point->site = kpe_arch_site(point->addr);
	/* a core without ftrace has a breakpoint there, which is better than nothing */
	return point->site && (IS_ENABLED(CONFIG_KPROBES_ON_FTRACE) ||
			       kpe_ftrace_is_on() || !kpe_ftrace_is_dead());
}

static int register_kprobe_of(struct kpe_point *point)
{
	const struct kpe_definition *line = point->probe->line;
	struct kretprobe *rp;
	int ret;

	if (!point->kprobe)
		/* pairs with hit_site(): ftrace may hit it */
		smp_store_release(&point->kprobe, kzalloc(sizeof(*point->kprobe), GFP_KERNEL));
	if (!point->kprobe)
		return -ENOMEM;
	point->kprobe->point = point;
	rp = &point->kprobe->rp;
	memset(rp, 0, sizeof(*rp));
	rp->kp.addr = (kprobe_opcode_t *)point->addr;
	rp->kp.flags = KPROBE_FLAG_DISABLED;
	if (line->is_return) {
		rp->handler = kpe_kprobe_return;
		/* the default of newer kernels, for all */
		rp->maxactive = line->maxactive ?: max(10U, 2 * num_possible_cpus());
		rp->data_size = kpe_program_saved_size(point->program);
		if (rp->data_size)
			rp->entry_handler = kpe_kprobe_save;
		ret = register_kretprobe(rp);
	} else {
		rp->kp.pre_handler = kpe_kprobe_entry;
		ret = register_kprobe(&rp->kp);
	}
	if (ret)
		return kpe_kprobe_error(ret, point->addr);
	point->kprobe->is_registered = true;
	/* kpe_hit_hook() calls the handler; a kernel without it hooks returns in another way */
	if (line->is_return &&
	    (KPE_RETURNS_LOCK || !rp->kp.pre_handler || !kpe_running_is_known()))
		point->by_ftrace = false;
	if (!point->by_ftrace)
		point->site = (unsigned long)rp->kp.addr;
	return 0;
}

/* A part that the compiler split off has no entry, and another function's blacklist. */
static bool may_probe(const struct kpe_point *point)
{
	if (!*point->module)
		return kpe_may_probe(point->addr);
	return !strchr(point->symbol, '.') &&
	       kpe_module_may_probe(point->module, point->addr);
}

static int register_point(struct kpe_point *point)
{
	int ret = 0;

	point->by_ftrace = can_use_ftrace(point);
	/* The kprobe core is slow to check a place. An entry needs few checks, done here. */
	if (!point->by_ftrace || point->probe->line->is_return || !may_probe(point))
		ret = register_kprobe_of(point);
	if (ret)
		return ret;
	/* from here on the caller unregisters it on failure */
	point->state = KPE_DISABLED;
	if (point->by_ftrace && !kpe_ftrace_is_on())
		return -ENODEV;
	if (point->counts)
		point->counts->without_rcu = kpe_point_without_rcu(point);
	return point->by_ftrace ? kpe_by_ftrace_add(point) : 0;
}

/* In init text the kprobe core's ftrace_ops is used. */
static bool needs_ftrace(const struct kpe_point *point)
{
	const struct kprobe *kp;

	if (kpe_point_by_ftrace(point))
		return true;
	kp = kprobe_of(point);
	return kp && kp->flags & KPROBE_FLAG_FTRACE;
}

/* @code: the byte at @addr */
static bool is_patched(const kprobe_opcode_t *addr, kprobe_opcode_t original,
		       kprobe_opcode_t *code)
{
	return !copy_from_kernel_nofault(code, addr, sizeof(*code)) &&
	       *code != original;
}

/*
 * Are kprobes turned off (debugfs)? Then the core arms none, and one that is enabled
 * meanwhile not even when they are turned on again. @point is enabled.
 */
static bool core_is_off(const struct kpe_point *point)
{
	const struct kprobe *kp = kprobe_of(point);
	kprobe_opcode_t code;

	/* ftrace's instruction shows nothing */
	if (kp->flags & KPROBE_FLAG_FTRACE)
		return kp->flags & KPROBE_FLAG_DISABLED;
	return !copy_from_kernel_nofault(&code, kp->addr, sizeof(code)) && code == kp->opcode;
}

/* How a point is armed, in a word; "-" if it is not registered */
const char *kpe_point_means(const struct kpe_point *point)
{
	const struct kprobe *kp;
	kprobe_opcode_t code;

	lockdep_assert_held(&kpe_mutex);
	if (!kpe_point_registered(point))
		return "-";
	if (needs_ftrace(point) && !kpe_ftrace_is_on())
		return "ftrace-off";
	if (point->state == KPE_ARMED && !kpe_point_by_ftrace(point) && core_is_off(point))
		return "kprobes-off";
	if (point->probe->line->is_return)
		return "kretprobe";
	if (needs_ftrace(point))
		return "ftrace";
	kp = kprobe_of(point);
	/* The core sets its flag on another kprobe, so look for the jump. */
	if (point->state == KPE_ARMED &&
	    is_patched(kp->addr, kp->opcode, &code) && !kpe_arch_is_breakpoint(code))
		return "optimized";
	return "int3";
}

/* Is its text being freed, with its module or as init text? */
static bool is_killed(const struct kpe_point *point)
{
	const struct kprobe *kp = kprobe_of(point);

	return kpe_point_registered(point) && kp && kp->flags & KPROBE_FLAG_GONE;
}

/* What could not be done with a filter is tried again, and after an error some are hooked. */
static int unhook_later(int ret)
{
	if (ret || kpe_by_ftrace_is_left())
		queue_delayed_work(kpe_workqueue(), &sweep_work, SWEEP_DELAY);
	return ret;
}

/*
 * With ftrace dead, the core of some kernels warns and fails, and then it would keep the
 * kprobe for ever. It ignores the hits of one that is marked, and unregisters it.
 */
static void disable_at_core(struct kpe_point *point)
{
	struct kprobe *kp = kprobe_of(point);
	bool by_ftrace = kp->flags & KPROBE_FLAG_FTRACE;
	int ret = -ENODEV;

	if (!by_ftrace || !kpe_ftrace_is_dead()) {
		if (by_ftrace)
			kpe_by_ftrace_hold((unsigned long)kp->addr);
		ret = point->probe->line->is_return ?
		      disable_kretprobe(&point->kprobe->rp) : disable_kprobe(kp);
		unhook_later(0);
	}
	if (ret && by_ftrace)
		kp->flags |= KPROBE_FLAG_DISABLED;
}

static int enable_at_core(struct kpe_point *point)
{
	int ret;

	if (point->probe->line->is_return)
		ret = enable_kretprobe(&point->kprobe->rp);
	else
		ret = enable_kprobe(kprobe_of(point));
	if (ret || !core_is_off(point))
		return ret;
	disable_at_core(point);
	return -ENODEV;
}

/*
 * Have the core arm what ftrace does, or would. Its hits change hands when the kprobe is
 * enabled. It stays the core's. Return: 0, or a negative errno with nothing changed
 */
static int move_to_core(struct kpe_point *point)
{
	int ret = 0;

	if (!point->kprobe || !point->kprobe->is_registered)
		ret = register_kprobe_of(point);
	ret = ret ?: enable_at_core(point);
	if (ret)
		return ret;
	kpe_by_ftrace_give(point);
	WRITE_ONCE(point->site, (unsigned long)kprobe_of(point)->addr);
	return 0;
}

/* --------------------------------------------------------------- in batches */

#define FEW	256
#define MANY	65536	/* if there is memory, for fewer grace periods and changes of a filter */

/* Points that are armed or unregistered together; kpe_arm_mutex */
static struct {
	struct kpe_point **points;
	struct kprobe **kps;
	struct kretprobe **rps;
	unsigned int nr;
	unsigned int room;	/* of each */
} batch;

static void *few[3 * FEW];	/* a deletion must not fail */

static void begin_batch(unsigned int nr)
{
	void **memory = NULL;

	lockdep_assert_held(&kpe_arm_mutex);
	batch.room = min_t(unsigned int, nr, MANY);
	if (nr > FEW)
		memory = kvmalloc_array(batch.room, sizeof(few) / FEW, GFP_KERNEL | __GFP_NOWARN);
	if (!memory) {
		batch.room = FEW;
		memory = few;
	}
	batch.points = (struct kpe_point **)memory;
	batch.kps = (struct kprobe **)memory + batch.room;
	batch.rps = (struct kretprobe **)memory + 2 * batch.room;
	batch.nr = 0;
}

static void end_batch(void)
{
	if (batch.points != (struct kpe_point **)few)
		kvfree(batch.points);
}

static int arm_entries(void)
{
	int ret = batch.nr ? kpe_by_ftrace_arm(batch.points, batch.nr) : 0;

	batch.nr = 0;
	return unhook_later(ret);
}

/* An entry may wait in the batch for arm_entries(). */
static int arm_point(struct kpe_point *point)
{
	bool moves;
	int ret = 0;

	lockdep_assert_held(&kpe_arm_mutex);
	if (!kpe_point_registered(point))
		return 0;
	moves = point->by_ftrace && needs_all_registers(point);
	if (point->state == KPE_ARMED && !moves)
		return 0;
	/* for an entry kpe_by_ftrace_arm() asks */
	if ((moves || !point->by_ftrace) && needs_ftrace(point) && !kpe_ftrace_is_on())
		return -ENODEV;
	if (!point->counts)
		ret = kpe_point_add_counts(point, kpe_point_without_rcu(point));
	if (ret)
		return ret;
	if (point->by_ftrace && !moves) {
		batch.points[batch.nr++] = point;
		return batch.nr == batch.room ? arm_entries() : 0;
	}
	ret = moves ? move_to_core(point) : enable_at_core(point);
	if (!ret)
		point->state = KPE_ARMED;
	/* Its module is being unloaded; the notifier follows. */
	if (ret && is_killed(point))
		ret = 0;
	return ret;
}

/*
 * Guess why register_kprobe() returned -EINVAL. The blacklist covers whole functions, so a kprobe
 * at the function's entry then fails, too. Other protected places leave the entry free.
 */
static enum kpe_err why_invalid(unsigned long addr)
{
	u8 code[KPE_MAX_INSN] = {};
	struct kpe_symbol sym;

	if (!kpe_symbol_at(addr, &sym))
		return KPE_ERR_FAIL_REG_PROBE;
	if (!sym.offset || kpe_try_kprobe(addr - sym.offset, NULL))
		return KPE_ERR_BLACKLISTED;
	if (!copy_from_kernel_nofault(code, (void *)addr, kpe_insn_alignment) &&
	    !kpe_insn_is_patched(code))
		return KPE_ERR_NOT_STEPPED;
	return KPE_ERR_PATCH_SITE;
}

/* Why nothing can be armed */
static enum kpe_err what_is_off(void)
{
	if (kpe_ftrace_is_dead())
		return KPE_ERR_FTRACE_DEAD;
	return !IS_ENABLED(CONFIG_DYNAMIC_FTRACE) || kpe_ftrace_is_on() ?
	       KPE_ERR_KPROBES_OFF : KPE_ERR_FTRACE_OFF;
}

static int register_error(const struct kpe_point *point, int ret,
			  struct kpe_error *e)
{
	unsigned int col = point->probe->line->place.col;

	switch (ret) {
	case -EINVAL:
		return kpe_fail(e, why_invalid(point->addr), ret, col);
	case -EILSEQ:
		kpe_fail(e, KPE_ERR_BAD_INSN_BNDRY, ret, col);
		e->more = kpe_hint_boundaries(point->addr);
		return ret;
	case -ENOMEM:
		return kpe_fail(e, KPE_ERR_NO_MEMORY, ret, col);
	case -ENODEV:
		return kpe_fail(e, what_is_off(), ret, col);
	default:
		return kpe_fail(e, KPE_ERR_FAIL_REG_PROBE, ret, col);
	}
}

/* The kernel disables events one by one; afterwards all their functions are unhooked at once. */
static void unhook_left(struct work_struct *work)
{
	guard(mutex)(&kpe_arm_mutex);
	if (kpe_by_ftrace_sweep())
		queue_delayed_work(kpe_workqueue(), &sweep_work, RETRY_DELAY);
}

/* Keep the kernel's counters when a kprobe is filled again. */
static void keep_missed(struct kpe_point *point)
{
	struct kpe_kprobe *kprobe = point->kprobe;

	kprobe->missed_nested += kpe_core_missed(point);
	kprobe->missed_entry += kprobe->rp.nmissed;
	kprobe->rp.kp.nmissed = 0;
	kprobe->rp.nmissed = 0;
	kprobe->is_registered = false;
}

static bool is_armed_at(const kprobe_opcode_t *addr)
{
	const struct kpe_probe *probe;
	const struct kpe_point *point;

	lockdep_assert_held(&kpe_mutex);
	list_for_each_entry(probe, &kpe_probes, link)
		list_for_each_entry(point, kpe_probe_points(probe), list)
			if (point->state == KPE_ARMED && kprobe_of(point) &&
			    kprobe_of(point)->addr == addr)
				return true;
	return false;
}

/* A point without counts has never been armed. */
static bool is_place_left(const struct kpe_point *point)
{
	const struct kprobe *kp = kprobe_of(point);
	kprobe_opcode_t code;

	return *point->module && kp && point->kprobe->is_registered && point->counts &&
	       !(kp->flags & (KPROBE_FLAG_FTRACE | KPROBE_FLAG_GONE)) &&
	       is_patched(kp->addr, kp->opcode, &code) && !is_armed_at(kp->addr);
}

/*
 * Called after unregistering, as the kernel may insert an optimized probe's jump until then, and
 * removes it some time later. If the module is unloaded before that, no probe can ever be placed
 * there again. A probe that was disabled and enabled has a breakpoint instead. The wait is limited
 * because another tracer may keep either.
 */
static void wait_for_places(void)
{
	unsigned int i, tries = 50;

	for (i = 0; i < batch.nr; i++)
		for (; tries && is_place_left(batch.points[i]); tries--)
			msleep(20);
}

/* When it returns, no hit looks at any of the points that were added. */
static void unregister_batch(void)
{
	unsigned int i, nr_kps = 0, nr_rps = 0;
	struct kpe_point *point;

	lockdep_assert_held(&kpe_arm_mutex);
	if (!batch.nr)
		return;
	if (kpe_by_ftrace_del(batch.points, batch.nr))
		queue_delayed_work(kpe_workqueue(), &sweep_work, RETRY_DELAY);
	for (i = 0; i < batch.nr; i++) {
		point = batch.points[i];
		if (!point->kprobe || !point->kprobe->is_registered)
			continue;
		/* in a module that leaves */
		if (point->state == KPE_ARMED)
			disable_at_core(point);
		if (point->probe->line->is_return)
			batch.rps[nr_rps++] = &point->kprobe->rp;
		else
			batch.kps[nr_kps++] = &point->kprobe->rp.kp;
	}
	if (nr_kps)
		unregister_kprobes(batch.kps, nr_kps);
	if (nr_rps)
		unregister_kretprobes(batch.rps, nr_rps);
	/* Unregistering kprobes waits for all hits. */
	if (!nr_kps && !nr_rps)
		kpe_wait_for_hits();
	for (i = 0; i < batch.nr; i++) {
		hash_del(&batch.points[i]->at);
		batch.points[i]->state = KPE_GONE;
		batch.points[i]->addr = 0;
	}
	wait_for_places();
	for (i = 0; i < batch.nr; i++)
		if (batch.points[i]->kprobe)
			keep_missed(batch.points[i]);
	batch.nr = 0;
}

static void add_to_unregister(struct kpe_point *point)
{
	if (!kpe_point_registered(point))
		return;
	batch.points[batch.nr++] = point;
	if (batch.nr == batch.room)
		unregister_batch();
}

/* @point has an address and a bound program; armed if its event is in use. Return: 0 or an errno */
int kpe_point_register(struct kpe_point *point, struct kpe_error *e)
{
	const struct kpe_probe *probe = point->probe;
	int ret;

	lockdep_assert_held(&kpe_mutex);
	mutex_lock(&kpe_arm_mutex);
	begin_batch(1);
	ret = register_point(point);
	if (!ret)
		hash_add(by_address, &point->at, point->addr);
	if (!ret && probe->stage == KPE_LIVE && READ_ONCE(probe->event->users))
		ret = arm_point(point) ?: arm_entries();
	if (ret) {
		add_to_unregister(point);
		unregister_batch();
	}
	mutex_unlock(&kpe_arm_mutex);
	return ret ? register_error(point, ret, e) : 0;
}

/* Return: the registered point at @addr behind @last, NULL: the first; in no order */
const struct kpe_point *kpe_point_at(unsigned long addr, const struct kpe_point *last)
{
	unsigned int bucket = hash_min(addr, HASH_BITS(by_address));
	const struct kpe_point *point;
	const struct hlist_node *node;

	lockdep_assert_held(&kpe_mutex);
	node = last ? last->at.next : by_address[bucket].first;
	point = hlist_entry_safe(node, struct kpe_point, at);
	hlist_for_each_entry_from(point, at)
		if (point->addr == addr)
			return point;
	return NULL;
}

/* @txn: a list of probes, by kpe_probe.txn. No hit of theirs runs after it returns. */
void kpe_points_unregister(struct list_head *txn)
{
	struct kpe_probe *probe;
	struct kpe_point *point;
	unsigned int nr = 0;

	lockdep_assert_held(&kpe_mutex);
	list_for_each_entry(probe, txn, txn)
		list_for_each_entry(point, kpe_probe_points(probe), list)
			nr++;
	guard(mutex)(&kpe_arm_mutex);
	begin_batch(nr);
	/* The kernel looks for a kprobe among all of its place, the newest first. */
	list_for_each_entry_reverse(probe, txn, txn)
		list_for_each_entry_reverse(point, kpe_probe_points(probe), list)
			add_to_unregister(point);
	unregister_batch();
	end_batch();
}

/* The core takes 20 ms for each under emulation, where ftrace takes that for all. */
#define MAX_MOVES	128

/* Are there so few that the core can arm all entries? */
bool kpe_points_can_move(struct kpe_event *event)
{
	struct kpe_probe *probe;
	struct kpe_point *point;
	unsigned int nr = 0;

	kpe_assert_event_mutex();
	guard(mutex)(&kpe_arm_mutex);
	list_for_each_entry(probe, kpe_event_probes(event), sibling)
		list_for_each_entry(point, kpe_probe_points(probe), list)
			nr += !probe->line->is_return && point->by_ftrace;
	return nr <= MAX_MOVES;
}

/* Return: 0, or an errno with some points armed; of -ENODEV the error log says what is off */
int kpe_points_arm(struct kpe_event *event)
{
	struct kpe_error e = {};
	struct kpe_probe *probe;
	struct kpe_point *point;
	unsigned int nr = 0;
	int ret = 0;
	char *name;

	kpe_assert_event_mutex();
	mutex_lock(&kpe_arm_mutex);
	list_for_each_entry(probe, kpe_event_probes(event), sibling)
		list_for_each_entry(point, kpe_probe_points(probe), list)
			nr++;
	begin_batch(nr);
	list_for_each_entry(probe, kpe_event_probes(event), sibling)
		list_for_each_entry(point, kpe_probe_points(probe), list)
			ret = ret ?: arm_point(point);
	ret = ret ?: arm_entries();
	end_batch();
	e.code = what_is_off();
	mutex_unlock(&kpe_arm_mutex);
	if (ret != -ENODEV)
		return ret;
	name = kasprintf(GFP_KERNEL, "%s/%s", kpe_event_group(event), event->name);
	kpe_error_log(name ?: event->name, &e);
	kfree(name);
	return ret;
}

static void disarm_point(struct kpe_point *point)
{
	lockdep_assert_held(&kpe_arm_mutex);
	if (point->state != KPE_ARMED)
		return;
	if (point->by_ftrace) {
		/* hits that have begun still finish; it stays hooked until the sweep */
		WRITE_ONCE(point->state, KPE_DISABLED);
		queue_delayed_work(kpe_workqueue(), &sweep_work, SWEEP_DELAY);
		return;
	}
	disable_at_core(point);
	point->state = KPE_DISABLED;
}

/* Hits that have begun still finish. */
void kpe_points_disarm(struct kpe_event *event)
{
	struct kpe_probe *probe;
	struct kpe_point *point;

	kpe_assert_event_mutex();
	guard(mutex)(&kpe_arm_mutex);
	list_for_each_entry(probe, kpe_event_probes(event), sibling)
		list_for_each_entry(point, kpe_probe_points(probe), list)
			disarm_point(point);
}

/* Unregister the points in a module. @killed: only those whose text the kernel frees */
void kpe_points_leave(const char *module, bool killed)
{
	struct kpe_probe *probe;
	struct kpe_point *point;
	unsigned int nr = 0;

	lockdep_assert_held(&kpe_mutex);
	guard(mutex)(&kpe_arm_mutex);
	list_for_each_entry(probe, &kpe_probes, link)
		list_for_each_entry(point, kpe_probe_points(probe), list)
			nr += !strcmp(point->module, module);
	begin_batch(nr);
	list_for_each_entry(probe, &kpe_probes, link)
		list_for_each_entry(point, kpe_probe_points(probe), list)
			if (!strcmp(point->module, module) && (!killed || is_killed(point)))
				add_to_unregister(point);
	unregister_batch();
	end_batch();
}

void kpe_points_exit(void)
{
	cancel_delayed_work_sync(&sweep_work);
	kpe_by_ftrace_exit();
}
