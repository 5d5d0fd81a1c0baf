// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel shows a module's sections in /sys/module/MODULE/sections. The files are
 * made after the module notifier's first call and before the init function, with no call
 * in between. Until then only text and init text are known; .text and .init.text are
 * the first sections in them.
 *
 * kernfs finds the nodes, which do not change while a reference on the module is held.
 */
#include <linux/kernfs.h>
#include <linux/kobject.h>
#include <linux/module.h>
#include <linux/rbtree.h>
#include <linux/seq_buf.h>
#include <linux/string.h>
#include "arch/image.h"
#include "compat/module.h"
#include "kernel/module_symbols.h"
#include "kernel/sections.h"
#include "kernel/symbols.h"
#include "model/locks.h"

static unsigned long address_of(struct kernfs_node *node)
{
	return kernfs_type(node) == KERNFS_FILE ? kpe_section_address(node->priv) : 0;
}

/* Is it unknown until the module is live? NULL: the whole text */
bool kpe_section_is_late(const char *section)
{
	return section && strcmp(section, ".text") &&
	       strcmp(section, ".init.text");
}

/* NULL while the module is loading, when the directory may be incomplete */
static struct kernfs_node *sections_of(const struct module *mod)
{
	if (!mod || READ_ONCE(mod->state) != MODULE_STATE_LIVE)
		return NULL;
	return kernfs_find_and_get(mod->mkobj.kobj.sd, "sections");
}

/* Consumes the reference on @dir. */
static unsigned long shown_in(struct kernfs_node *dir, const char *section)
{
	struct kernfs_node *node;
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

/*
 * The address is behind the attribute of a file, which only the kernel's own source says.
 * This module serves as the example; its files exist before its init function runs.
 */
bool kpe_sections_are_known(void)
{
	struct kernfs_node *dir = kernfs_find_and_get(THIS_MODULE->mkobj.kobj.sd, "sections");

	return !dir || within_module(shown_in(dir, ".text"), THIS_MODULE);
}

/*
 * The address of a module's section; NULL is the whole text. Context: may sleep; no locks.
 * Return: 0 if there is no such module or section, or if it is not known yet.
 */
unsigned long kpe_section_start(const char *module, const char *section)
{
	struct module *mod = kpe_module_get(module);
	unsigned long start = 0;

	if (!mod)
		return 0;
	if (section && READ_ONCE(mod->state) == MODULE_STATE_LIVE)
		start = shown_in(sections_of(mod), section);
	else if (section && !strcmp(section, ".init.text"))
		start = kpe_module_text(mod, true);
	else if (!kpe_section_is_late(section))
		start = kpe_module_text(mod, false);
	module_put(mod);
	return start;
}

/* @section: KPE_SECTION_NAME bytes. Context: may sleep; no locks. Return: false if unknown. */
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

/*
 * Print an address so that it differs from others of its name: "_text+OFF" or
 * "MOD:.section+OFF". Context: kpe_mutex; may sleep.
 */
noinline_for_stack void kpe_symbol_print(struct seq_buf *s, unsigned long addr)
{
	char section[KPE_SECTION_NAME];
	struct kpe_symbol sym;
	unsigned long offset;

	lockdep_assert_held(&kpe_mutex);
	if (!kpe_symbol_at(addr, &sym) || !*sym.module)
		seq_buf_printf(s, KPE_IMAGE "+0x%lx", addr - kpe_text_start());
	else if (kpe_section_at(sym.module, addr, section, &offset))
		seq_buf_printf(s, "%s:%s+0x%lx", sym.module, section, offset);
	else
		seq_buf_printf(s, "in %s", sym.module);
}
