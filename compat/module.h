/* SPDX-License-Identifier: GPL-2.0 */
/*
 * module - memory of a module, its sections, its symbols; binary attributes of sysfs
 *
 * Without KPE_HAVE_MOD_MEM there are two layouts that begin with their text.
 */
#ifndef KPE_COMPAT_MODULE_H
#define KPE_COMPAT_MODULE_H

#include <linux/kernfs.h>
#include <linux/module.h>
#include <linux/sysfs.h>
#include <linux/uaccess.h>

/* Return: the address of a module's text; of its @init text, 0 after module init */
static inline unsigned long kpe_module_text(const struct module *mod, bool init)
{
#ifdef KPE_HAVE_MOD_MEM
	return (unsigned long)mod->mem[init ? MOD_INIT_TEXT : MOD_TEXT].base;
#else
	return (unsigned long)(init ? mod->init_layout.base : mod->core_layout.base);
#endif
}

/* The start and @size of the read-only data; the caller pins the module. */
static inline const void *kpe_module_rodata(const struct module *mod, size_t *size)
{
#ifdef KPE_HAVE_MOD_MEM
	*size = mod->mem[MOD_RODATA].size;
	return mod->mem[MOD_RODATA].base;
#else
	const struct module_layout *core = &mod->core_layout;

	*size = core->ro_size - core->text_size;
	return core->base + core->text_size;
#endif
}

/*
 * The start of the @n-th stretch of a module's memory, from 0; NULL if there are less. @size is
 * 0 if it is not used or freed. Init memory counts until the module is live.
 */
static inline const void *kpe_module_memory(const struct module *mod, unsigned int n,
					    size_t *size, bool *is_text)
{
#ifdef KPE_HAVE_MOD_MEM
	if (n >= MOD_MEM_NUM_TYPES)
		return NULL;
	*size = mod->mem[n].base ? mod->mem[n].size : 0;
	if (n >= MOD_INIT_TEXT && mod->state == MODULE_STATE_LIVE)
		*size = 0;
	*is_text = n == MOD_TEXT || n == MOD_INIT_TEXT;
	return mod->mem[n].base ?: (const void *)mod;
#else
	const struct module_layout *layout = n < 2 ? &mod->core_layout : &mod->init_layout;

	if (n >= 4)
		return NULL;
	*is_text = n % 2 == 0;
	*size = !layout->base || (n >= 2 && mod->state == MODULE_STATE_LIVE) ? 0 :
		*is_text ? layout->text_size : layout->size - layout->text_size;
	return layout->base + (*is_text ? 0 : layout->text_size) ?: (const void *)mod;
#endif
}

/* The same of the lists of exported symbols. No header has the size of an entry everywhere. */
static inline const void *kpe_module_exports(const struct module *mod, unsigned int n,
					     size_t *size)
{
	*size = 3 * sizeof(s32);
	if (!n) {
		*size *= mod->num_syms;
		return mod->syms ?: (const void *)mod;
	}
#ifdef KPE_HAVE_GPL_SYMS
	if (n == 1) {
		*size *= mod->num_gpl_syms;
		return mod->gpl_syms ?: (const void *)mod;
	}
#endif
	return NULL;
}

/*
 * A section's attribute is followed by the address; newer kernels have it in the
 * private pointer. Reading the file requires an opener that may see addresses. No header
 * says any of this, so @attr may be anything.
 */
static inline unsigned long kpe_section_address(const struct bin_attribute *attr)
{
	unsigned long addr;

	if (copy_from_kernel_nofault(&addr, &attr->private, sizeof(addr)))
		return 0;
	if (!addr && copy_from_kernel_nofault(&addr, attr + 1, sizeof(addr)))
		return 0;
	return addr;
}

/* Release __symbol_get(), which holds nothing if no module can be unloaded. */
static inline void kpe_symbol_put(const char *name)
{
#ifdef CONFIG_MODULE_UNLOAD
	__symbol_put(name);
#endif
}

/* Needs no RCU: the nodes of a module are never renamed. */
static inline const char *kpe_node_name(const struct kernfs_node *node)
{
	return (const char __force *)node->name;
}

/* From its start; the caller pins its owner. Return: bytes, or a negative errno. */
static inline ssize_t kpe_bin_attribute_read(struct bin_attribute *attr,
					     char *buf, size_t size)
{
#ifdef KPE_HAVE_BIN_READ_NEW
	if (attr->read_new)
		return attr->read_new(NULL, NULL, attr, buf, 0, size);
#endif
	return attr->read ? attr->read(NULL, NULL, attr, buf, 0, size) : -EIO;
}

#endif
