/* SPDX-License-Identifier: GPL-2.0 */
/*
 * compat - differences between kernels, as named capabilities
 *
 * Contract: one capability per difference. Kbuild finds them in the kernel's
 * headers. The files of this folder use them; other folders use these files and no
 * versions.
 *
 * KPE_HAVE_... says that
 *
 *	CLEANUP			guard() and __free() exist, for mutexes and kfree(), too
 *	LINUX_UNALIGNED_H	get_unaligned() is not in <asm/unaligned.h>
 *	INODE_INIT_TS		simple_inode_init_ts() sets the times, which are private
 *	INODE_SET_CTIME		only that of the last change is, inode_set_ctime_current()
 *	LOOKUP_NOPERM		it takes a struct qstr, and replaces lookup_one_len()
 *	PERSISTENT_DENTRY	entries that stay without a reference are marked
 *	BIN_READ_NEW		binary attributes of sysfs have two read functions
 *	MOD_MEM			each type of a module's memory is separate
 *	GPL_SYMS		a module's exported symbols are in two lists
 *	LAZY_COUNT		preempt_lazy_count() is in the context of a record
 *	RESCHED_LAZY		records have a flag for lazy rescheduling
 *	SYSTEM_DFL_WQ		the unbound workqueue has this name
 *	EVENT_FILE_REF		an open file of an event holds a reference
 *	EVENT_FILE_REFCOUNT	the reference is a refcount_t
 *	SOFT_MODE		a file that is enabled softly has a flag
 *	FIELD_LEN		a field of an event has the length of its array
 *	EVENT_DIR		see below
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
