// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's notes are in /sys/kernel/notes. A module's are in its read-only data from
 * the start of loading.
 */
#include <linux/cache.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/string.h>
#include "compat/module.h"
#include "kernel/attribute.h"
#include "kernel/buildid.h"
#include "kernel/module_symbols.h"
#include "kernel/notes.h"

static struct kpe_build_id of_kernel __ro_after_init;

/**
 * kpe_build_id_init() - read the build-id of the kernel
 *
 * Context: module init; may sleep. Return: 0, also if there is none; -ENOMEM.
 */
int kpe_build_id_init(void)
{
	size_t size;
	void *notes = kpe_attribute_read(NULL, "notes", &size);

	if (IS_ERR(notes))
		return PTR_ERR(notes);
	if (notes)
		kpe_find_build_id(notes, size, &of_kernel);
	kvfree(notes);
	return 0;
}

static bool of_module(const char *name, struct kpe_build_id *id)
{
	struct module *mod = kpe_module_get(name);
	const void *data;
	size_t size;

	if (!mod)
		return false;
	data = kpe_module_rodata(mod, &size);
	kpe_find_build_id(data, size, id);
	module_put(mod);
	return true;
}

/**
 * kpe_build_id_of() - get the build-id of the kernel or of a module
 * @module: its name; '-' and '_' are the same; NULL or "" is the kernel
 * @id: filled; of length 0 if there is none of at most 20 bytes
 *
 * Context: may sleep. Return: false if the module is not loaded.
 */
bool kpe_build_id_of(const char *module, struct kpe_build_id *id)
{
	memset(id, 0, sizeof(*id));
	if (module && *module)
		return of_module(module, id);
	*id = of_kernel;
	return true;
}
