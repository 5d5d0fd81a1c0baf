// SPDX-License-Identifier: GPL-2.0
/*
 * A BTF is a file in /sys/kernel/btf. A module's file goes with the module, which is held
 * while it is copied.
 */
#include <linux/err.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "compat/cleanup.h"
#include "kernel/attribute.h"
#include "kernel/idle.h"
#include "kernel/module_symbols.h"
#include "model/locks.h"
#include "types/types.h"

#define BTF_DIR		"btf"		/* of /sys/kernel */

struct known {
	struct list_head list;		/* in all_known */
	char module[MODULE_NAME_LEN];	/* "" is the kernel */
	struct kpe_btf *btf;
};

static LIST_HEAD(all_known);		/* kpe_mutex */
static bool missed;			/* a BTF could not be loaded; kpe_mutex */

/* The types of a kernel take some megabytes. They are freed some time after the last use. */
static void forget_all(void);
static struct kpe_idle idle = KPE_IDLE(idle, forget_all);

/* Does the kernel show BTF? Context: may sleep; no locks. */
bool kpe_types_exist(void)
{
	return kpe_attributes_exist(BTF_DIR);
}

/* Return: NULL if there is none, or an ERR_PTR */
static struct kpe_btf *open_btf(const char *module)
{
	const struct kpe_btf *base = *module ? kpe_types_of("") : NULL;
	struct module *mod = base ? kpe_module_get(module) : NULL;
	size_t size;
	void *data;

	if (*module && !mod)
		return NULL;
	data = kpe_attribute_read(BTF_DIR, mod ? mod->name : "vmlinux", &size);
	module_put(mod);
	return IS_ERR_OR_NULL(data) ? data : kpe_btf_open(data, size, base);
}

static struct known *find_known(const char *module)
{
	struct known *known;

	list_for_each_entry(known, &all_known, list)
		if (!strcmp(known->module, module))
			return known;
	return NULL;
}

/*
 * The BTF of a module, or of the kernel if @module is "". Context: kpe_mutex; may sleep.
 * Return: valid until kpe_mutex is released; NULL if there is none, or no memory, see
 * kpe_types_missed().
 */
const struct kpe_btf *kpe_types_of(const char *module)
{
	struct known *known = find_known(module);

	lockdep_assert_held(&kpe_mutex);
	kpe_idle_use(&idle);
	if (known)
		return known->btf;
	known = kzalloc(sizeof(*known), GFP_KERNEL);
	if (!known) {
		missed = true;
		return NULL;
	}
	strscpy(known->module, module, sizeof(known->module));
	known->btf = open_btf(module);
	if (IS_ERR_OR_NULL(known->btf)) {
		missed |= IS_ERR(known->btf);
		kfree(known);
		return NULL;
	}
	/* Before its base, which is freed last. */
	list_add(&known->list, &all_known);
	return known->btf;
}

/* Has memory lacked for a BTF since the last call? Lookups may be wrong. Context: kpe_mutex. */
bool kpe_types_missed(void)
{
	bool was_missed = missed;

	lockdep_assert_held(&kpe_mutex);
	missed = false;
	return was_missed;
}

static void forget_btf(struct known *known)
{
	list_del(&known->list);
	kpe_btf_close(known->btf);
	kfree(known);
}

static void forget_module(const char *module)
{
	struct known *known = find_known(module);

	if (known)
		forget_btf(known);
}

/* The last lookup of a structure in all modules, until a module is (un)loaded; kpe_mutex */
static struct elsewhere {
	struct kpe_tref type;		/* unknown if there is none */
	bool differ;			/* modules have different ones */
	char name[KPE_MAX_ARG_TEXT + 1];
} elsewhere;

/* Equal descriptions count as one structure. Without memory, nothing is kept: see missed */
static void look_elsewhere(const char *name)
{
	char other[MODULE_NAME_LEN];
	struct kpe_tref type;
	unsigned int i;

	if (!strcmp(elsewhere.name, name))
		return;
	elsewhere = (struct elsewhere){ };
	for (i = 0; kpe_module_name(i, other); i++) {
		bool was_known = find_known(other);

		type = kpe_btf_struct(kpe_types_of(other), name);
		if (type.btf && !elsewhere.type.btf)
			elsewhere.type = type;
		else if (type.btf)
			elsewhere.differ |= !kpe_btf_alike(type, elsewhere.type);
		/* A misspelt name must not keep the BTF of all modules loaded. */
		else if (!was_known)
			forget_module(other);
	}
	if (!missed)
		strscpy(elsewhere.name, name, sizeof(elsewhere.name));
}

/*
 * Look up a structure or union, or a typedef of one, in @module, then in the kernel, then in
 * all other modules. Context: kpe_mutex; may sleep. Return: the type; unknown if there is none,
 * or if other modules have different ones.
 */
struct kpe_tref kpe_types_struct(const char *module, const char *name)
{
	struct kpe_tref type = kpe_btf_struct(kpe_types_of(module), name);

	lockdep_assert_held(&kpe_mutex);
	if (!type.btf && *module)
		type = kpe_btf_struct(kpe_types_of(""), name);
	if (type.btf)
		return type;
	look_elsewhere(name);
	return elsewhere.differ ? type : elsewhere.type;
}

/*
 * Do modules have different structures of one name, which kpe_types_struct() has just not
 * found? Context: kpe_mutex; may sleep.
 */
bool kpe_types_differ(const char *name)
{
	lockdep_assert_held(&kpe_mutex);
	look_elsewhere(name);
	return elsewhere.differ;
}

/*
 * Distance of a per-CPU variable of the kernel from KPE_PERCPU_START, a constant of the build.
 * Context: kpe_mutex; may sleep. Return: false if there is no such variable, or no BTF.
 */
bool kpe_percpu_offset(const char *name, u32 *offset)
{
	lockdep_assert_held(&kpe_mutex);
	return kpe_btf_var_offset(kpe_types_of(""), KPE_PERCPU_SECTION, name, offset);
}

/* Drop a module's types when it is loaded or unloaded. Context: kpe_mutex. */
void kpe_types_forget(const char *module)
{
	lockdep_assert_held(&kpe_mutex);
	elsewhere = (struct elsewhere){ };
	forget_module(module);
}

static void forget_all(void)
{
	struct known *known, *next;

	elsewhere = (struct elsewhere){ };
	list_for_each_entry_safe(known, next, &all_known, list)
		forget_btf(known);
}

/* Free all types. Context: module exit; kpe_mutex not held; sleeps. */
void kpe_types_exit(void)
{
	kpe_idle_exit(&idle);
}
