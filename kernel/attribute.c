// SPDX-License-Identifier: GPL-2.0
/*
 * attribute - read a binary file of /sys/kernel
 *
 * kernfs finds the file's node, and the attribute is read as by read(2). The kernel's
 * files are permanent; a module's go with the module.
 */
#include <linux/err.h>
#include <linux/kernfs.h>
#include <linux/kobject.h>
#include <linux/mm.h>
#include <linux/sysfs.h>
#include "compat/binattr.h"
#include "kernel/attribute.h"

#define MAX_ATTRIBUTE (256 << 20)	/* bytes; a kernel's BTF has several million */

static struct kernfs_node *find_dir(const char *name)
{
	if (name)
		return kernfs_find_and_get(kernel_kobj->sd, name);
	kernfs_get(kernel_kobj->sd);
	return kernel_kobj->sd;
}

static void *read_all(struct bin_attribute *attr, size_t *size)
{
	void *data;

	*size = attr->size;
	if (!*size || *size > MAX_ATTRIBUTE)
		return NULL;
	data = kvmalloc(*size, GFP_KERNEL);
	if (!data)
		return ERR_PTR(-ENOMEM);
	if (kpe_bin_attribute_read(attr, data, *size) == *size)
		return data;
	kvfree(data);
	return NULL;
}

/**
 * kpe_attributes_exist() - does a directory exist
 * @dir: name in /sys/kernel
 *
 * Context: may sleep; no locks. Return: true if it does.
 */
bool kpe_attributes_exist(const char *dir)
{
	struct kernfs_node *node = find_dir(dir);

	kernfs_put(node);
	return node;
}

/**
 * kpe_attribute_read() - read a binary attribute
 * @dir: directory in /sys/kernel; NULL: /sys/kernel itself
 * @name: name of the file; its owner must stay
 * @size: filled with the number of bytes
 *
 * Context: may sleep; no locks. Return: the bytes, to be freed with kvfree(); NULL if
 * there is no such file; ERR_PTR(-ENOMEM).
 */
void *kpe_attribute_read(const char *dir, const char *name, size_t *size)
{
	struct kernfs_node *parent = find_dir(dir), *node;
	void *data = NULL;

	if (!parent)
		return NULL;
	node = kernfs_find_and_get(parent, name);
	if (node && kernfs_type(node) == KERNFS_FILE)
		data = read_all(node->priv, size);
	kernfs_put(node);
	kernfs_put(parent);
	return data;
}
