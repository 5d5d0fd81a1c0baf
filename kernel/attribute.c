// SPDX-License-Identifier: GPL-2.0
/*
 * attribute - the bytes of a binary file of /sys/kernel
 *
 * The file's node is found through kernfs, and its attribute read as a read(2)
 * would. Those of the kernel are there for good; a module's go with it.
 */
#include <linux/err.h>
#include <linux/kernfs.h>
#include <linux/kobject.h>
#include <linux/mm.h>
#include <linux/sysfs.h>
#include "compat/binattr.h"
#include "kernel/attribute.h"

#define MAX_ATTRIBUTE (256 << 20)	/* bytes; the BTF of a kernel has some millions */

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
 * kpe_attributes_exist() - is there such a directory
 * @dir: in /sys/kernel
 *
 * Context: may sleep; no locks. Return: true if there is.
 */
bool kpe_attributes_exist(const char *dir)
{
	struct kernfs_node *node = find_dir(dir);

	kernfs_put(node);
	return node;
}

/**
 * kpe_attribute_read() - read a binary attribute
 * @dir: in /sys/kernel; NULL: /sys/kernel itself
 * @name: of the file there; whose owner cannot go away meanwhile
 * @size: filled; bytes
 *
 * Context: may sleep; no locks. Return: the bytes, to be freed with kvfree();
 * NULL if there is no such file, ERR_PTR(-ENOMEM) if there is no memory.
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
