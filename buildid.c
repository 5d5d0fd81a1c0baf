// SPDX-License-Identifier: GPL-2.0
/*
 * buildid - which build of the kernel runs, and of a module
 *
 * The kernel shows its notes in /sys/kernel/notes. Those of a module are among
 * its read-only data from its first moment on.
 */
#include <linux/mm.h>
#include <linux/module.h>
#include "attribute.h"
#include "buildid.h"
#include "compat/module.h"
#include "notes.h"
#include "symbols.h"

static bool read_kernel(struct kpe_build_id *id)
{
	size_t size;
	void *notes = kpe_attribute_read(NULL, "notes", &size);
	bool found = notes && kpe_find_build_id(notes, size, id);

	kvfree(notes);
	return found;
}

static bool of_kernel(struct kpe_build_id *id)
{
	static struct kpe_build_id known;	/* kpe_mutex */

	if (!known.len && !read_kernel(&known))
		return false;
	*id = known;
	return true;
}

static bool of_module(const char *name, struct kpe_build_id *id)
{
	struct module *mod = kpe_module_get(name);
	const void *data;
	bool found;
	size_t size;

	if (!mod)
		return false;
	data = kpe_module_rodata(mod, &size);
	found = kpe_find_build_id(data, size, id);
	module_put(mod);
	return found;
}

/**
 * kpe_build_id() - the build-id of the kernel or of a module
 * @module: its name, '-' and '_' are the same; NULL or "" is the kernel
 * @id: filled if it has one
 *
 * Context: kpe_mutex; may sleep. Return: false if it has none that has 20 bytes
 * or less, or the module is not there.
 */
bool kpe_build_id(const char *module, struct kpe_build_id *id)
{
	return module && *module ? of_module(module, id) : of_kernel(id);
}
