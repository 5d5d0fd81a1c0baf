// SPDX-License-Identifier: GPL-2.0
/*
 * writer - which file of tracefs is the current task writing to
 *
 * The kernel does not tell an event which of its files has enabled it, but the
 * task is still in its write(), and the system call's registers name the file.
 */
#include <linux/compat.h>
#include <linux/dcache.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/string.h>
#include <asm/syscall.h>
#include <asm/unistd.h>
#include "kernel/writer.h"

/* Names of files in tracefs are the kernel's; only those of directories are users'. */
static bool is_file(const struct file *file, const void *about, const char *name)
{
	return file_inode(file)->i_sb->s_magic == TRACEFS_MAGIC &&
	       READ_ONCE(file_inode(file)->i_private) == about &&
	       !strcmp(file->f_path.dentry->d_name.name, name);
}

/**
 * kpe_is_writing_to() - is the current task in a write() to a file of tracefs
 * @about: what the kernel made the file for; only compared
 * @name: of the file
 *
 * Context: process context; may sleep. Return: true if it is; false also for
 * other ways to write than write().
 */
bool kpe_is_writing_to(const void *about, const char *name)
{
	struct pt_regs *regs = current_pt_regs();
	unsigned long args[6];
	struct file *file;
	bool found;

	if (current->flags & PF_KTHREAD || !user_mode(regs) ||
	    in_compat_syscall() ||
	    syscall_get_nr(current, regs) != __NR_write)
		return false;
	syscall_get_arguments(current, regs, args);
	file = fget(args[0]);
	if (!file)
		return false;
	found = is_file(file, about, name);
	fput(file);
	return found;
}
