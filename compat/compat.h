/* SPDX-License-Identifier: GPL-2.0 */
/*
 * compat - what differs between kernels, behind named capabilities
 *
 * Contract: the only place that looks at a kernel version. One capability per
 * difference, one comment each; rooms use the functions that are built on
 * them (in the other files of this folder) and know no versions.
 */
#ifndef KPE_COMPAT_H
#define KPE_COMPAT_H

#include <linux/version.h>

/* inode times are private and set by simple_inode_init_ts() */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 6, 0)
#define KPE_HAVE_INODE_INIT_TS
#endif

/* lookup_one_len() is gone, lookup_noperm() takes a struct qstr */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 16, 0)
#define KPE_HAVE_LOOKUP_NOPERM
#endif

/*
 * Open "format" and "trigger" files hold no reference on their event, only a
 * pointer. On kernels with eventfs they do.
 */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 12, 0)
#define KPE_EVENT_FILES_UNPINNED
#endif

/*
 * Entries that live without a reference of their maker carry a mark:
 * simple_start_creating(), d_make_persistent(), simple_done_creating().
 */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 19, 0)
#define KPE_HAVE_PERSISTENT_DENTRY
#endif

#endif
