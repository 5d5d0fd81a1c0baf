// SPDX-License-Identifier: GPL-2.0
/*
 * probe - the means to stop the kernel at a point
 *
 * Lifetime: a point is part of its probe. It is registered by the transaction
 * that defines it, or by the module notifier, and is unregistered before its
 * probe is freed; unregistering waits until no hit can be on its way.
 *
 * Locks: kpe_arm_mutex guards the state and the registration of every point.
 * It is taken inside kpe_mutex and inside event_mutex.
 */
#include <linux/percpu.h>
#include <linux/slab.h>
#include "event.h"
#include "fetch.h"
#include "probe.h"
#include "ready.h"
#include "symbols.h"
#include "types.h"

static DEFINE_MUTEX(kpe_arm_mutex);

static struct kpe_probe *__kprobes probe_of(struct kprobe *kp)
{
	return container_of(kp, struct kpe_probe, point.rp.kp);
}

/* ------------------------------------------------------------- the hits */

static int __kprobes hit_entry(struct kprobe *kp, struct pt_regs *regs)
{
	struct kpe_probe *probe = probe_of(kp);
	struct kpe_hit hit = { .regs = regs, .ip = (unsigned long)kp->addr };

	this_cpu_inc(probe->point.counts->hits);
	kpe_event_hit(probe, &hit);
	return 0;
}

/* Parameters are gone when a function returns: keep the ones that matter. */
static int __kprobes save_entry(struct kretprobe_instance *ri,
				struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);
	unsigned long *saved = (unsigned long *)ri->data;
	const struct kpe_program *prog;
	unsigned int i;

	if (unlikely(!rp))
		return 1;
	prog = probe_of(&rp->kp)->program;
	for (i = 0; i < prog->nr_saved; i++)
		saved[i] = regs_get_kernel_argument(regs, prog->saved[i]);
	return 0;
}

static int __kprobes hit_return(struct kretprobe_instance *ri,
				struct pt_regs *regs)
{
	/* NULL: unregistered while the function was running */
	struct kretprobe *rp = get_kretprobe(ri);
	struct kpe_probe *probe;
	struct kpe_hit hit = {
		.regs = regs,
		.saved = (unsigned long *)ri->data,
		.ret_ip = get_kretprobe_retaddr(ri),
	};

	if (unlikely(!rp))
		return 0;
	probe = probe_of(&rp->kp);
	hit.ip = (unsigned long)rp->kp.addr;
	this_cpu_inc(probe->point.counts->hits);
	kpe_event_hit(probe, &hit);
	return 0;
}

/* ------------------------------------------------------- one point's life */

/**
 * kpe_point_init() - make the point of a new probe
 * @probe: its point is pending afterwards
 *
 * Context: may sleep. Return: 0 or -ENOMEM.
 */
int kpe_point_init(struct kpe_probe *probe)
{
	probe->point.state = KPE_PENDING;
	probe->point.counts = alloc_percpu(struct kpe_counts);
	return probe->point.counts ? 0 : -ENOMEM;
}

/**
 * kpe_point_free() - undo kpe_point_init()
 * @probe: its point must not be registered
 */
void kpe_point_free(struct kpe_probe *probe)
{
	free_percpu(probe->point.counts);
	probe->point.counts = NULL;
}

static void fill_kprobe(struct kpe_probe *probe)
{
	struct kretprobe *rp = &probe->point.rp;

	memset(rp, 0, sizeof(*rp));
	rp->kp.addr = (kprobe_opcode_t *)probe->point.addr;
	rp->kp.flags = KPROBE_FLAG_DISABLED;
	if (!probe->line->is_return) {
		rp->kp.pre_handler = hit_entry;
		return;
	}
	rp->handler = hit_return;
	rp->maxactive = probe->line->maxactive;
	rp->data_size = probe->program->nr_saved * sizeof(unsigned long);
	if (rp->data_size)
		rp->entry_handler = save_entry;
}

static int register_point(struct kpe_probe *probe)
{
	struct kpe_point *point = &probe->point;
	int ret;

	fill_kprobe(probe);
	if (probe->line->is_return)
		ret = register_kretprobe(&point->rp);
	else
		ret = register_kprobe(&point->rp.kp);
	if (!ret)
		point->state = KPE_DISABLED;
	return ret;
}

static bool is_registered(const struct kpe_point *point)
{
	return point->state == KPE_DISABLED || point->state == KPE_ARMED;
}

/* Its text is about to be freed: with its module, or as init text. */
static bool is_killed(const struct kpe_point *point)
{
	return is_registered(point) && point->rp.kp.flags & KPROBE_FLAG_GONE;
}

static int arm_point(struct kpe_probe *probe)
{
	struct kpe_point *point = &probe->point;
	int ret;

	if (point->state != KPE_DISABLED)
		return 0;
	if (probe->line->is_return)
		ret = enable_kretprobe(&point->rp);
	else
		ret = enable_kprobe(&point->rp.kp);
	if (!ret)
		point->state = KPE_ARMED;
	/* Its module is leaving, the notifier is about to say so. */
	if (ret && is_killed(point))
		ret = 0;
	return ret;
}

static void disarm_point(struct kpe_probe *probe)
{
	struct kpe_point *point = &probe->point;

	if (point->state != KPE_ARMED)
		return;
	if (probe->line->is_return)
		disable_kretprobe(&point->rp);
	else
		disable_kprobe(&point->rp.kp);
	point->state = KPE_DISABLED;
}

/*
 * Why the kernel calls an address of its text invalid: it does not tell, but
 * its blacklist covers whole functions, and the first instruction of one that
 * ftrace can trace is nothing else that it protects.
 */
static enum kpe_err why_invalid(unsigned long addr)
{
	struct kpe_symbol sym;
	struct kprobe entry = { .flags = KPROBE_FLAG_DISABLED };
	int ret;

	if (!kpe_symbol_at(addr, &sym))
		return KPE_ERR_FAIL_REG_PROBE;
	if (!sym.offset)
		return KPE_ERR_BLACKLISTED;
	entry.addr = (kprobe_opcode_t *)(addr - sym.offset);
	ret = register_kprobe(&entry);
	if (ret)
		return KPE_ERR_BLACKLISTED;
	unregister_kprobe(&entry);
	return KPE_ERR_PATCH_SITE;
}

static int register_error(const struct kpe_probe *probe, int ret,
			  struct kpe_error *e)
{
	unsigned int col = probe->line->place.col;

	switch (ret) {
	case -EINVAL:
		return kpe_fail(e, why_invalid(probe->point.addr), ret, col);
	case -EILSEQ:
		return kpe_fail(e, KPE_ERR_BAD_INSN_BNDRY, ret, col);
	case -ENOMEM:
		return kpe_fail(e, KPE_ERR_NO_MEMORY, ret, col);
	default:
		return kpe_fail(e, KPE_ERR_FAIL_REG_PROBE, ret, col);
	}
}

/**
 * kpe_point_register() - register a point, disarmed
 * @probe: its point has an address, and its program is bound
 * @e: why not, with the caret column
 *
 * Context: kpe_mutex; may sleep. Return: 0 or a negative errno.
 */
int kpe_point_register(struct kpe_probe *probe, struct kpe_error *e)
{
	int ret;

	mutex_lock(&kpe_arm_mutex);
	ret = register_point(probe);
	mutex_unlock(&kpe_arm_mutex);
	return ret ? register_error(probe, ret, e) : 0;
}

/* ------------------------------------------------------------ in batches */

#define BATCH 256

/**
 * struct batch - points that are unregistered together, and gone then
 * @probes: whose
 * @nr: how many of them
 * @kps: those that are kprobes, for the kernel
 * @rps: those that are return probes, for the kernel
 */
struct batch {
	struct kpe_probe *probes[BATCH];
	unsigned int nr;
	struct kprobe *kps[BATCH];
	struct kretprobe *rps[BATCH];
};

/* One batch for everybody: no deletion may fail for want of memory. */
static struct batch batch;	/* kpe_arm_mutex */

static void batch_flush(void)
{
	unsigned int i, nr_kps = 0, nr_rps = 0;

	for (i = 0; i < batch.nr; i++) {
		struct kpe_probe *probe = batch.probes[i];

		if (probe->line->is_return)
			batch.rps[nr_rps++] = &probe->point.rp;
		else
			batch.kps[nr_kps++] = &probe->point.rp.kp;
	}
	if (nr_kps)
		unregister_kprobes(batch.kps, nr_kps);
	if (nr_rps)
		unregister_kretprobes(batch.rps, nr_rps);
	for (i = 0; i < batch.nr; i++) {
		struct kpe_point *point = &batch.probes[i]->point;

		point->missed += point->rp.kp.nmissed + point->rp.nmissed;
		point->rp.kp.nmissed = 0;
		point->rp.nmissed = 0;
		point->state = KPE_GONE;
	}
	batch.nr = 0;
}

static void batch_add(struct kpe_probe *probe)
{
	if (!is_registered(&probe->point))
		return;
	batch.probes[batch.nr++] = probe;
	if (batch.nr == BATCH)
		batch_flush();
}

/**
 * kpe_points_unregister() - unregister the points of many probes
 * @txn: list of probes, by kpe_probe.txn; those not registered are skipped
 *
 * No hit of any of them is running or will run afterwards.
 *
 * Context: kpe_mutex; sleeps for a grace period or two.
 */
void kpe_points_unregister(struct list_head *txn)
{
	struct kpe_probe *probe;

	mutex_lock(&kpe_arm_mutex);
	list_for_each_entry(probe, txn, txn)
		batch_add(probe);
	batch_flush();
	mutex_unlock(&kpe_arm_mutex);
}

/**
 * kpe_points_arm() - let the points of an event stop the kernel
 * @event: points of modules that are not there are left out
 *
 * Context: event_mutex; may sleep. Return: 0, or a negative errno with no
 * point armed that was not armed before.
 */
int kpe_points_arm(struct kpe_event *event)
{
	struct kpe_probe *probe, *failed = NULL;
	int ret = 0;

	mutex_lock(&kpe_arm_mutex);
	list_for_each_entry(probe, &event->probes, sibling) {
		ret = arm_point(probe);
		if (ret) {
			failed = probe;
			break;
		}
	}
	if (failed && !event->users) {
		list_for_each_entry(probe, &event->probes, sibling)
			disarm_point(probe);
	}
	mutex_unlock(&kpe_arm_mutex);
	return ret;
}

/**
 * kpe_points_disarm() - stop an event's points from stopping the kernel
 * @event: hits that are on their way still arrive
 *
 * Context: event_mutex; may sleep, but does not wait for a grace period.
 */
void kpe_points_disarm(struct kpe_event *event)
{
	struct kpe_probe *probe;

	mutex_lock(&kpe_arm_mutex);
	list_for_each_entry(probe, &event->probes, sibling)
		disarm_point(probe);
	mutex_unlock(&kpe_arm_mutex);
}

/* -------------------------------------------------------------- counting */

/**
 * kpe_point_counts() - what has happened at a probe's point, all CPUs
 * @probe: which
 *
 * Context: kpe_mutex. Return: the sums.
 */
struct kpe_counts kpe_point_counts(const struct kpe_probe *probe)
{
	struct kpe_counts sum = {};
	int cpu;

	for_each_possible_cpu(cpu) {
		const struct kpe_counts *c;

		c = per_cpu_ptr(probe->point.counts, cpu);
		sum.hits += c->hits;
		sum.dropped += c->dropped;
		sum.nested += c->nested;
		sum.faults += c->faults;
	}
	return sum;
}

/**
 * kpe_point_missed() - hits that the kernel could not deliver
 * @probe: which
 *
 * Context: kpe_mutex. Return: nested hits, and returns without a free instance.
 */
unsigned long kpe_point_missed(const struct kpe_probe *probe)
{
	const struct kpe_point *point = &probe->point;

	return point->missed + point->rp.kp.nmissed + point->rp.nmissed +
	       kpe_point_counts(probe).nested;
}

/**
 * kpe_point_maxactive() - instances a return probe has
 * @probe: which
 *
 * Context: kpe_mutex. Return: the number in force, else the one asked for;
 * 0 if the kernel has not chosen one yet.
 */
unsigned int kpe_point_maxactive(const struct kpe_probe *probe)
{
	if (is_registered(&probe->point))
		return probe->point.rp.maxactive;
	return probe->line->maxactive;
}

/* --------------------------------------------------------------- modules */

/* Return: 0 if the point needs nothing or has it now. */
static int module_comes(struct kpe_probe *probe, const char *module,
			struct kpe_error *e)
{
	struct kpe_point *point = &probe->point;
	struct kpe_spot spot;
	int ret;

	if (is_registered(point) || probe->line->place.kind != KPE_PLACE_SYMBOL)
		return 0;
	ret = kpe_renew(probe, module, &spot, e);
	if (ret)
		return ret;
	point->addr = spot.addr;
	kpe_program_bind(probe->program, probe->line, module, NULL);
	ret = register_point(probe);
	if (ret)
		return register_error(probe, ret, e);
	ret = probe->event->users ? arm_point(probe) : 0;
	return ret ? kpe_fail(e, KPE_ERR_FAIL_REG_PROBE, ret, 0) : 0;
}

static void module_changes(struct kpe_probe *probe, const char *module,
			   unsigned long action)
{
	struct kpe_error e;

	if (action == MODULE_STATE_GOING || is_killed(&probe->point)) {
		batch_add(probe);
		return;
	}
	/* Said once: what was not there at first is not there at last. */
	if (module_comes(probe, module, &e) && action == MODULE_STATE_COMING)
		pr_warn("kprobe_events: %s/%s cannot be armed in module %s: %s\n",
			probe->event->group, probe->event->name, module,
			kpe_error_text(e.code));
}

/*
 * Runs after the kernel's own notifiers (negative priority): when a module
 * comes they have added its blacklist, when it goes they have disarmed what
 * is in it. A module that is live by now may have gained probes since it came.
 */
static int module_notify(struct notifier_block *nb, unsigned long action,
			 void *data)
{
	struct module *module = data;
	struct kpe_probe *probe;

	if (action != MODULE_STATE_COMING && action != MODULE_STATE_LIVE &&
	    action != MODULE_STATE_GOING)
		return NOTIFY_DONE;
	mutex_lock(&kpe_mutex);
	if (action != MODULE_STATE_LIVE)
		kpe_types_forget(module->name);
	mutex_lock(&kpe_arm_mutex);
	list_for_each_entry(probe, &kpe_probes, link)
		if (!strcmp(probe->point.module, module->name))
			module_changes(probe, module->name, action);
	batch_flush();
	mutex_unlock(&kpe_arm_mutex);
	mutex_unlock(&kpe_mutex);
	return NOTIFY_DONE;
}

static struct notifier_block module_notifier = {
	.notifier_call = module_notify,
	.priority = -10,
};

/**
 * kpe_modules_watch() - follow modules as they come and go
 *
 * Context: module init. Return: 0 or a negative errno.
 */
int kpe_modules_watch(void)
{
	return register_module_notifier(&module_notifier);
}

/**
 * kpe_modules_unwatch() - undo kpe_modules_watch()
 *
 * Context: module exit, no kpe_mutex.
 */
void kpe_modules_unwatch(void)
{
	unregister_module_notifier(&module_notifier);
}
