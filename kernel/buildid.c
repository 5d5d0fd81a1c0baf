// SPDX-License-Identifier: GPL-2.0
/* A module's notes are in its read-only data from the start of loading. */
#include <linux/cache.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/string.h>
#include "compat/module.h"
#include "kernel/attribute.h"
#include "kernel/buildid.h"
#include "kernel/module_symbols.h"

static struct kpe_build_id of_kernel __ro_after_init;

/* Read that of the kernel. Return: 0, also if there is none; -ENOMEM. */
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

/*
 * The build-id of a module, or of the kernel (NULL or ""). @id has length 0 if there is none of
 * at most 20 bytes. Context: may sleep. Return: false if the module is not loaded.
 */
bool kpe_build_id_of(const char *module, struct kpe_build_id *id)
{
	struct module *mod;
	const void *data;
	size_t size;

	memset(id, 0, sizeof(*id));
	if (!module || !*module) {
		*id = of_kernel;
		return true;
	}
	mod = kpe_module_get(module);
	if (!mod)
		return false;
	data = kpe_module_rodata(mod, &size);
	kpe_find_build_id(data, size, id);
	module_put(mod);
	return true;
}
