/* SPDX-License-Identifier: GPL-2.0 */
/* module - user-space stand-in for <linux/module.h> */
#ifndef UNIT_LINUX_MODULE_H
#define UNIT_LINUX_MODULE_H

#include <linux/kallsyms.h>

#endif
