/* SPDX-License-Identifier: GPL-2.0 */
/*
 * binattr - read a binary attribute of sysfs in the kernel
 *
 * Some releases have two read functions, while the argument became const.
 */
#ifndef KPE_COMPAT_BINATTR_H
#define KPE_COMPAT_BINATTR_H

#include <linux/sysfs.h>

/**
 * kpe_bin_attribute_read() - read an attribute from its start
 * @attr: the caller pins its owner
 * @buf: filled
 * @size: bytes, at most the attribute's size
 *
 * Context: may sleep. Return: bytes, or a negative errno.
 */
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
