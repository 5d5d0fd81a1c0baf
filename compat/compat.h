/* SPDX-License-Identifier: GPL-2.0 */
/*
 * compat - differences between kernels, as named capabilities
 *
 * Contract: one capability per difference. Kbuild finds them in the kernel's
 * headers and defines these names. The files of this folder use them; other
 * folders use these files and no versions.
 *
 * KPE_HAVE_CLEANUP
 *	guard() and __free() exist, with classes for mutexes and kfree()
 * KPE_HAVE_LINUX_UNALIGNED_H
 *	get_unaligned() is in <linux/unaligned.h> instead of <asm/unaligned.h>
 * KPE_HAVE_INODE_INIT_TS
 *	inode times are private and set by simple_inode_init_ts()
 * KPE_HAVE_INODE_SET_CTIME
 *	only the time of the last change is private; inode_set_ctime_current() sets it
 * KPE_HAVE_LOOKUP_NOPERM
 *	lookup_noperm() with a struct qstr replaces lookup_one_len()
 * KPE_HAVE_PERSISTENT_DENTRY
 *	entries that stay without a reference are marked: simple_start_creating(),
 *	d_make_persistent(), simple_done_creating()
 * KPE_HAVE_BIN_READ_NEW
 *	binary attributes of sysfs have two read functions
 * KPE_HAVE_MOD_MEM
 *	each type of a module's memory is separate
 * KPE_HAVE_RESCHED_LAZY
 *	records have a flag for lazy rescheduling
 * KPE_HAVE_SYSTEM_DFL_WQ
 *	the unbound workqueue has this name
 * KPE_HAVE_EVENT_FILE_REF
 *	an open file of an event holds a reference
 * KPE_HAVE_EVENT_FILE_REFCOUNT
 *	the reference is a refcount_t
 * KPE_HAVE_FIELD_LEN
 *	a field of an event has the length of its array
 * KPE_HAVE_EVENT_DIR
 *	see below
 */
#ifndef KPE_COMPAT_H
#define KPE_COMPAT_H

/*
 * If struct trace_event_file has its directory, the files of events always have inodes.
 * Then open "format" and "trigger" files have a pointer, but no reference, to what they
 * show.
 *
 * With eventfs, which makes inodes at lookup, open files hold references. But at first
 * "format" pointed to the event itself (CVE-2024-43891; fixed by the kernel's commit
 * b1560408692c, also in stable kernels). That fix changed no header, so open_files.c
 * inspects such a file when the module is loaded.
 */
#ifdef KPE_HAVE_EVENT_DIR
#define KPE_EVENT_FILES_UNPINNED
#endif

#endif
