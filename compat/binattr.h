/* SPDX-License-Identifier: GPL-2.0 */
/* binattr - binary attributes of sysfs: some releases have two functions to read them */
#ifndef KPE_COMPAT_BINATTR_H
#define KPE_COMPAT_BINATTR_H

#include <linux/sysfs.h>

/* Read it from its start; the caller pins its owner. Return: bytes, or a negative errno. */
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
