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
#include "writer.h"

static bool is_named(const struct dentry *dentry, const char *name)
{
	return !strcmp(dentry->d_name.name, name);
}

/* Names in tracefs never change. */
static bool is_file(const struct dentry *dentry, const char *dir,
		    const char *name)
{
	return dentry->d_sb->s_magic == TRACEFS_MAGIC &&
	       is_named(dentry, name) && is_named(dentry->d_parent, dir);
}

/**
 * kpe_is_writing_to() - is the current task in a write() to a file of tracefs
 * @dir: name of the directory that the file is in
 * @name: of the file
 *
 * Context: process context; may sleep. Return: true if it is; false also for
 * other ways to write than write().
 */
bool kpe_is_writing_to(const char *dir, const char *name)
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
	found = is_file(file->f_path.dentry, dir, name);
	fput(file);
	return found;
}
