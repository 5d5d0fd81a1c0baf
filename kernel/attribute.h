/* SPDX-License-Identifier: GPL-2.0 */
/*
 * attribute - read a binary file of /sys/kernel
 *
 * Contract: uses exported calls only, needs no mount, keeps nothing.
 */
#ifndef KPE_ATTRIBUTE_H
#define KPE_ATTRIBUTE_H

#include <linux/types.h>

bool kpe_attributes_are_known(void);
bool kpe_attributes_exist(const char *dir);	/* is there this directory in /sys/kernel? */
void *kpe_attribute_read(const char *dir, const char *name, size_t *size);

#endif
