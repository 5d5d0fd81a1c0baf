// SPDX-License-Identifier: GPL-2.0
/* Locks: each notification takes kpe_mutex, so it waits for a running write. */
#include <linux/module.h>
#include <linux/notifier.h>
#include "compat/cleanup.h"
#include "hit/hit.h"
#include "kernel/error_log.h"
#include "kernel/module_symbols.h"
#include "kernel/sections.h"
#include "kernel/verdicts.h"
#include "model/model.h"
#include "points/arm.h"
#include "points/define.h"
#include "transaction/transaction.h"
#include "types/types.h"

#define FEW	8	/* warnings about a module */

static void warn_unarmed(const struct kpe_probe *probe, const char *module,
			 const struct kpe_error *e)
{
	char *why __free(kfree) = kpe_error_say(e);

	kpe_warning_log(probe->line->text, e);
	pr_warn("kprobe_events: %s/%s cannot be armed in module %s: %s\n",
		kpe_event_group(probe->event), probe->event->name,
		module, why ?: kpe_error_text(e->code));
}

/* Note why the places of a probe are refused in a module; KPE_ERR_NONE: they are not. */
static void note_refusal(struct kpe_probe *probe, const char *module, enum kpe_err why)
{
	const struct kpe_point *point;

	if (probe->refused == why)
		return;
	list_for_each_entry(point, kpe_probe_points(probe), list)
		if (!strcmp(point->module, module))
			probe->refused = why;
}

/*
 * Reports errors once, of a place that can only be checked when the module is live then.
 * There may be thousands, for one reason.
 */
static void renew_points(const char *module, bool live)
{
	const struct kpe_place *place;
	struct kpe_probe *probe;
	struct kpe_error e = {};
	unsigned int nr = 0;
	int ret;

	list_for_each_entry(probe, &kpe_probes, link) {
		place = &probe->line->place;
		ret = kpe_define_again(probe, module, &e);
		if (!ret)
			note_refusal(probe, module, KPE_ERR_NONE);
		if (!ret || live != (place->kind == KPE_PLACE_SECTION &&
				     kpe_section_is_late(place->symbol)))
			continue;
		note_refusal(probe, module, e.code);
		if (nr++ < FEW)
			warn_unarmed(probe, module, &e);
	}
	if (nr > FEW)
		pr_warn("kprobe_events: %u more probes cannot be armed in module %s\n",
			nr - FEW, module);
}

/*
 * Runs after the kernel's own notifiers, which add the module's blacklist. Probes
 * that were defined during loading get their points when the module is live.
 */
static int module_comes(struct notifier_block *nb, unsigned long action, void *data)
{
	const char *module = ((struct module *)data)->name;

	if (action != MODULE_STATE_COMING && action != MODULE_STATE_LIVE)
		return NOTIFY_DONE;
	guard(kpe_model)();
	kpe_module_index_forget(module);
	if (action == MODULE_STATE_COMING)
		kpe_types_forget(module);
	else
		kpe_points_leave(module, true);
	kpe_define_bind(module);
	renew_points(module, action == MODULE_STATE_LIVE);
	/* Init code has run: its pointers are stored, and its own calls do not count. */
	if (action == MODULE_STATE_LIVE)
		kpe_module_search(module);
	return NOTIFY_DONE;
}

/*
 * Runs before the kernel's own notifiers. They free the kprobe's data and leave
 * the breakpoint, but sysfs files can still run the module's code.
 */
static int module_goes(struct notifier_block *nb, unsigned long action, void *data)
{
	const char *module = ((struct module *)data)->name;
	struct kpe_probe *probe;

	if (action != MODULE_STATE_GOING)
		return NOTIFY_DONE;
	guard(kpe_model)();
	kpe_module_index_forget(module);
	kpe_types_forget(module);
	if (kpe_verdicts_base) {
		kpe_wait_for_hits();
		kpe_verdicts_forget();
	}
	kpe_points_leave(module, false);
	list_for_each_entry(probe, &kpe_probes, link)
		note_refusal(probe, module, KPE_ERR_NONE);
	kpe_define_bind(module);
	return NOTIFY_DONE;
}

static struct notifier_block coming = {
	.notifier_call = module_comes,
	.priority = -10,
};

static struct notifier_block going = {
	.notifier_call = module_goes,
	.priority = 10,
};

int kpe_modules_watch(void)
{
	int ret = register_module_notifier(&going);

	if (ret)
		return ret;
	ret = register_module_notifier(&coming);
	if (ret)
		unregister_module_notifier(&going);
	return ret;
}

/* Context: no kpe_mutex, which a notification may wait for. */
void kpe_modules_unwatch(void)
{
	unregister_module_notifier(&coming);
	unregister_module_notifier(&going);
}
