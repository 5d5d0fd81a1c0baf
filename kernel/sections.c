// SPDX-License-Identifier: GPL-2.0
/*
 * sections - places in a module that have no name of their own
 *
 * The kernel shows the sections of a module in /sys/module/MODULE/sections,
 * which is made after the module has announced itself and before its init
 * function runs, with nothing in between to tell us. What a module announces
 * is where its text and its init text are; .text and .init.text are the first
 * in them.
 *
 * The nodes are found through kernfs. They neither come nor go while the
 * module is held.
 */
#include <linux/kernfs.h>
#include <linux/kobject.h>
#include <linux/module.h>
#include <linux/rbtree.h>
#include <linux/string.h>
#include <linux/sysfs.h>
#include "compat/module.h"
#include "kernel/sections.h"
#include "kernel/symbols.h"

static unsigned long address_of(struct kernfs_node *node)
{
	if (kernfs_type(node) != KERNFS_FILE)
		return 0;
	return kpe_section_address(node->priv);
}

/**
 * kpe_section_is_late() - must a module be live for a section to be known
 * @section: its name; NULL is the module's text as a whole
 *
 * Return: true if so.
 */
bool kpe_section_is_late(const char *section)
{
	return section && strcmp(section, ".text") &&
	       strcmp(section, ".init.text");
}

static unsigned long announced(const struct module *mod, const char *section)
{
	if (kpe_section_is_late(section))
		return 0;
	return section && !strcmp(section, ".init.text") ?
			kpe_module_init_text(mod) : kpe_module_text(mod);
}

/* NULL while the module is being loaded, too: it may not be whole yet. */
static struct kernfs_node *sections_of(const struct module *mod)
{
	if (!mod || READ_ONCE(mod->state) != MODULE_STATE_LIVE)
		return NULL;
	return kernfs_find_and_get(mod->mkobj.kobj.sd, "sections");
}

static unsigned long shown(const struct module *mod, const char *section)
{
	struct kernfs_node *dir = sections_of(mod), *node;
	unsigned long start = 0;

	if (!dir)
		return 0;
	node = kernfs_find_and_get(dir, section);
	if (node)
		start = address_of(node);
	kernfs_put(node);
	kernfs_put(dir);
	return start;
}

/**
 * kpe_section_start() - where a section of a module begins
 * @module: its name, '-' and '_' are the same
 * @section: its name; NULL is the module's text as a whole
 *
 * Context: may sleep; no locks. Return: its address, 0 if there is no such
 * module or section, or if it is not known yet.
 */
unsigned long kpe_section_start(const char *module, const char *section)
{
	struct module *mod = kpe_module_get(module);
	unsigned long start;

	if (!mod)
		return 0;
	if (!section || READ_ONCE(mod->state) != MODULE_STATE_LIVE)
		start = announced(mod, section);
	else
		start = shown(mod, section);
	module_put(mod);
	return start;
}

/**
 * kpe_section_at() - the section of a module that an address lies in
 * @module: its name, '-' and '_' are the same
 * @addr: in its text
 * @section: filled with the name, KPE_SECTION_NAME bytes
 * @offset: filled, of @addr in it
 *
 * Context: may sleep; no locks. Return: false if it is not known.
 */
bool kpe_section_at(const char *module, unsigned long addr, char *section,
		    unsigned long *offset)
{
	struct module *mod = kpe_module_get(module);
	unsigned long start, best = 0;
	struct kernfs_node *dir = sections_of(mod), *node;
	struct rb_node *rb;

	for (rb = dir ? rb_first(&dir->dir.children) : NULL; rb;
	     rb = rb_next(rb)) {
		node = rb_entry(rb, struct kernfs_node, rb);
		start = address_of(node);
		if (start <= addr && start > best &&
		    strscpy(section, kpe_node_name(node), KPE_SECTION_NAME) > 0)
			best = start;
	}
	*offset = addr - best;
	kernfs_put(dir);
	module_put(mod);
	return best;
}
