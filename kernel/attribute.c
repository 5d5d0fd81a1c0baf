// SPDX-License-Identifier: GPL-2.0
/*
 * That a node of sysfs points to its attribute is not in any header. So the attribute is
 * only trusted if it has the name of its file.
 */
#include <linux/err.h>
#include <linux/kernfs.h>
#include <linux/kobject.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/sysfs.h>
#include <linux/uaccess.h>
#include "compat/module.h"
#include "kernel/attribute.h"

#define MAX_ATTRIBUTE (256 << 20)	/* bytes; a kernel's BTF has several million */
#define MAX_NAME MODULE_NAME_LEN	/* bytes of a file's name with its NUL */

static struct kernfs_node *find_dir(const char *name)
{
	if (name)
		return kernfs_find_and_get(kernel_kobj->sd, name);
	kernfs_get(kernel_kobj->sd);
	return kernel_kobj->sd;
}

/* Does it have that name? @attr may be anything. */
static bool is_attribute(const struct bin_attribute *attr, const char *name)
{
	size_t size = strlen(name) + 1;
	char shown[MAX_NAME];
	const char *at;

	return size <= sizeof(shown) &&
	       !copy_from_kernel_nofault(&at, &attr->attr.name, sizeof(at)) &&
	       !copy_from_kernel_nofault(shown, at, size) &&
	       !memcmp(shown, name, size);
}

bool kpe_attributes_exist(const char *dir)
{
	struct kernfs_node *node = find_dir(dir);

	kernfs_put(node);
	return node;
}

/* The kernel's notes, which every kernel with a build-id has, serve as the example. */
bool kpe_attributes_are_known(void)
{
	struct kernfs_node *node = kernfs_find_and_get(kernel_kobj->sd, "notes");
	bool known = !node || is_attribute(node->priv, "notes");

	kernfs_put(node);
	return known;
}

/*
 * Read a file in a directory of /sys/kernel, or there. Its owner must stay.
 * Context: may sleep; no locks. Return: its bytes, to be freed with kvfree(); NULL if
 * there is no such file; ERR_PTR(-ENOMEM).
 */
void *kpe_attribute_read(const char *dir, const char *name, size_t *size)
{
	struct kernfs_node *parent = find_dir(dir);
	struct kernfs_node *node = parent ? kernfs_find_and_get(parent, name) : NULL;
	struct bin_attribute *attr;
	void *data = NULL;

	if (node && kernfs_type(node) == KERNFS_FILE && is_attribute(node->priv, name)) {
		attr = node->priv;
		*size = attr->size;
		if (*size && *size <= MAX_ATTRIBUTE)
			data = kvmalloc(*size, GFP_KERNEL) ?: ERR_PTR(-ENOMEM);
		if (!IS_ERR_OR_NULL(data) && kpe_bin_attribute_read(attr, data, *size) != *size) {
			kvfree(data);
			data = NULL;
		}
	}
	kernfs_put(node);
	kernfs_put(parent);
	return data;
}
