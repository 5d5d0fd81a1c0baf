/* SPDX-License-Identifier: GPL-2.0 */
/* kprobes - user-space stand-in for <linux/kprobes.h> */
#ifndef UNIT_LINUX_KPROBES_H
#define UNIT_LINUX_KPROBES_H

#define __kprobes

#endif
