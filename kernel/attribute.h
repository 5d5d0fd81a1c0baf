/* SPDX-License-Identifier: GPL-2.0 */
/*
 * attribute - the bytes of a binary file of /sys/kernel
 *
 * Contract: by exported calls only, and without a mount. Nothing is kept.
 */
#ifndef KPE_ATTRIBUTE_H
#define KPE_ATTRIBUTE_H

#include <linux/types.h>

bool kpe_attributes_exist(const char *dir);
void *kpe_attribute_read(const char *dir, const char *name, size_t *size);

#endif
