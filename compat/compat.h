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
 *	TRACE_CTX		a record's context is a word that the module may make
 *	TRACE_FLAGS		its flags have names
 *	FLAG_BH_OFF		one of them is for disabled softirqs
 *	MIGRATION_COUNT		a task counts how often it may not migrate
 *	CONTEXT_LEVEL		interrupt_context_level() exists
 *	LOCKDEP_ASSERT		lockdep_assert() exists
 *	EVENT_DYNAMIC		an event can count its users
 *	EVENT_CALLS		events are registered by exported functions
 *	KRETPROBE_HOLDER	returns are hooked without locks
 *	KRETPROBE_RETADDR	get_kretprobe_retaddr() exists
 *	KRETPROBE_FIND		a return's registers say where it goes
 *	FTRACE_REGS		ftrace passes on a structure of its own
 *	RECURSION_SAFE		a callback of ftrace is guarded, unless it says it need not be
 *	FILTER_IPS		a filter of ftrace changes as a whole
 *	FREE_FILTER		what frees it is exported
 *	RAM_AOPS		the operations of ramfs's pages are exported
 *	FILLDIR_BOOL		a directory's lister says whether it wants more
 *	OPEN_ROOT_PATH		file_open_root() takes a path
 *	BTF_ENUM64		all kinds of types in BTF have names
 *	LINUX_STDARG_H		va_list is in a header of the kernel's
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
