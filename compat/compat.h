/* SPDX-License-Identifier: GPL-2.0 */
/*
 * compat - what differs between kernels, behind named capabilities
 *
 * Contract: one capability per difference. Kbuild finds them in the kernel's
 * headers and says so with these names; rooms use the functions that are built
 * on them (in the other files of this folder) and know no versions.
 *
 * KPE_HAVE_LINUX_UNALIGNED_H
 *	get_unaligned() is in <linux/unaligned.h>, no longer in <asm/unaligned.h>
 * KPE_HAVE_INODE_INIT_TS
 *	inode times are private and set by simple_inode_init_ts()
 * KPE_HAVE_LOOKUP_NOPERM
 *	lookup_one_len() is gone, lookup_noperm() takes a struct qstr
 * KPE_HAVE_PERSISTENT_DENTRY
 *	entries that live without a reference of their maker carry a mark:
 *	simple_start_creating(), d_make_persistent(), simple_done_creating()
 * KPE_HAVE_BIN_READ_NEW
 *	binary attributes of sysfs have two read functions
 * KPE_HAVE_MOD_MEM
 *	each kind of a module's memory is on its own
 * KPE_HAVE_RESCHED_LAZY
 *	records tell of a lazy wish to reschedule
 * KPE_HAVE_SYSTEM_DFL_WQ
 *	the workqueue that is bound to no CPU has this name
 * KPE_HAVE_EVENT_FILE_REF
 *	an open file of an event holds what it shows
 * KPE_HAVE_EVENT_FILE_REFCOUNT
 *	it does so by a refcount_t
 * KPE_HAVE_EVENT_DIR
 *	see below
 */
#ifndef KPE_COMPAT_H
#define KPE_COMPAT_H

/*
 * Where a struct trace_event_file names its directory, files of events are inodes from
 * the beginning. There open "format" and "trigger" files hold no reference on what they
 * show, only a pointer.
 *
 * With eventfs, which makes inodes when somebody looks, open files hold what they show.
 * But not "format" at first (CVE-2024-43891; mended by the kernel's b1560408692c, which
 * stable kernels have taken, too): it pointed to the event itself. That mending has
 * changed no header, so open_files.c looks at such a file when the module is loaded.
 */
#ifdef KPE_HAVE_EVENT_DIR
#define KPE_EVENT_FILES_UNPINNED
#endif

#endif
