// SPDX-License-Identifier: GPL-2.0
/*
 * A path is written from its end to its front, as each directory only knows its parent. Meanwhile
 * any of them may be renamed, and any mount moved. The kernel counts both, in the sequences of two
 * locks. If they are the same before and after, what was read is as it was at one time. The lock of
 * mounts is not exported. Where it is not found, all is read twice instead.
 */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/magic.h>
#include <linux/mount.h>
#include <linux/path.h>
#include <linux/seqlock.h>
#include <linux/string.h>
#include "hit/nofault.h"
#include "hit/values.h"
#include "kernel/mounts.h"
#include "language/definition.h"

#define TRIES		3
#define MAX_STEPS	512	/* directories and mounts */

static const char torn[] = "(torn)";	/* before what may never have been a path */
static const char cut[] = "...";	/* before what has more in front, or is not known to */

struct walk {
	u8 *first;		/* begin of the room */
	u8 *at;			/* begin of the text */
	u8 *end;		/* of the text, where its NUL goes */
	bool full;		/* there was no room for all */
	bool partial;		/* the text does not begin at the root */
	unsigned long seen;	/* tells what was read from all else */
};

/* Read a word of the kernel's memory. Return: false if it cannot be read */
static __always_inline bool get(struct walk *w, void *word, const void *from)
{
	if ((unsigned long)from < TASK_SIZE_MAX ||
	    kpe_read_word(word, (unsigned long)from, false))
		return false;
	w->seen = w->seen * 31 + *(unsigned long *)word;
	return true;
}

/* ----------------------------------------------------------------- the text */

/* Put @n bytes in front, or as many of their last ones as fit */
static bool __kprobes put(struct walk *w, unsigned long from, unsigned int n)
{
	unsigned int room = w->at - w->first, len = min(n, room);

	w->full |= n > room;
	w->at -= len;
	if (!len)
		return true;
	return from >= TASK_SIZE_MAX && !kpe_read_memory(w->at, from + n - len, len, false);
}

static void __kprobes put_slash(struct walk *w)
{
	if (w->at > w->first)
		*--w->at = '/';
	else
		w->full = true;
}

static void __kprobes put_text(struct walk *w, const char *text)
{
	put(w, (unsigned long)text, strlen(text));
}

static bool __kprobes put_name(struct walk *w, const struct dentry *dentry)
{
	unsigned long name;
	u32 len;

	if (!get(w, &name, &dentry->d_name.name) ||
	    kpe_read_number((u8 *)&len, (unsigned long)&dentry->d_name.len, sizeof(len), false))
		return false;
	return put(w, name, len);
}

/* Put a mark in front; of a full text it replaces the first bytes. */
static void __kprobes put_mark(struct walk *w, const char *mark)
{
	unsigned int n = min_t(unsigned int, strlen(mark), w->end - w->first);

	w->at = w->at - w->first > n ? w->at - n : w->first;
	memcpy(w->at, mark, n);
}

/* ------------------------------------------------------ directories, mounts */

/* Go from the root of a mount to where it is mounted. Return: false at the last one */
static __always_inline bool go_up(struct walk *w, const struct vfsmount **mnt,
				  const struct dentry **dentry, bool *ok)
{
	const void *parent, *place;

	*ok = get(w, &parent, (void *)*mnt + KPE_MOUNT_PARENT) &&
	      get(w, &place, (void *)*mnt + KPE_MOUNT_PLACE);
	if (!*ok || parent + KPE_MOUNT_PUBLIC == *mnt)
		return false;
	*mnt = parent + KPE_MOUNT_PUBLIC;
	*dentry = place;
	return true;
}

/* Put one directory in front. Return: false at the root of the file system */
static __always_inline bool go_to_parent(struct walk *w, const struct dentry **dentry, bool *ok)
{
	const struct dentry *parent;

	*ok = get(w, &parent, &(*dentry)->d_parent);
	if (!*ok || parent == *dentry)
		return false;
	*ok = put_name(w, *dentry);
	put_slash(w);
	*dentry = parent;
	return *ok;
}

/* Put all directories in front. Return: false if something cannot be read */
static bool __kprobes put_directories(struct walk *w, const struct dentry *dentry,
				      const struct vfsmount *mnt)
{
	const struct dentry *root = NULL;
	unsigned int steps;
	bool ok = true;

	if (mnt && !get(w, &root, &mnt->mnt_root))
		return false;
	for (steps = 0; steps < MAX_STEPS && !w->full; steps++) {
		if (dentry != root) {
			if (go_to_parent(w, &dentry, &ok))
				continue;
			/* a directory that was moved out of what is mounted */
			w->partial = mnt;
			return ok;
		}
		if (!READ_ONCE(kpe_mounts_are_known))
			break;
		if (!go_up(w, &mnt, &dentry, &ok))
			return ok;
		if (!get(w, &root, &mnt->mnt_root))
			return false;
	}
	w->partial = true;
	return true;
}

/* ----------------------------------------------------- files without a path */

/* Does a function of its own make the name? */
static bool __kprobes has_no_path(struct walk *w, const struct dentry *dentry, bool *ok)
{
	const struct dentry_operations *op;
	const void *name = NULL;

	*ok = get(w, &op, &dentry->d_op) && (!op || get(w, &name, &op->d_dname));
	return name;
}

/* "TYPE:[INODE]" */
static bool __kprobes put_inode(struct walk *w, const struct dentry *dentry, const char *type)
{
	const struct inode *inode;
	unsigned long number;
	char text[64];

	if (!get(w, &inode, &dentry->d_inode) || !get(w, &number, &inode->i_ino))
		return false;
	scnprintf(text, sizeof(text), "%s:[%lu]", type, number);
	put_text(w, text);
	return true;
}

static bool __kprobes put_inode_of_type(struct walk *w, const struct dentry *dentry,
					const struct super_block *sb)
{
	const struct file_system_type *type;
	unsigned long name;
	u8 text[32];

	if (!get(w, &type, &sb->s_type) || !get(w, &name, &type->name) ||
	    kpe_copy_string(text, name, sizeof(text), false) < 0)
		return false;
	return put_inode(w, dentry, (const char *)text);
}

static bool __kprobes put_deleted_file(struct walk *w, const struct dentry *dentry)
{
	put_text(w, " (deleted)");
	if (!put_name(w, dentry))
		return false;
	put_slash(w);
	return true;
}

/* As /proc/PID/fd shows them, but for those whose names only that function knows */
static bool __kprobes put_what_it_is(struct walk *w, const struct dentry *dentry)
{
	const struct super_block *sb;
	unsigned long magic, name;
	u8 first;

	if (!get(w, &sb, &dentry->d_sb) || !get(w, &magic, &sb->s_magic) ||
	    !get(w, &name, &dentry->d_name.name) || kpe_read_number(&first, name, 1, false))
		return false;
	if (magic == PIPEFS_MAGIC)
		return put_inode(w, dentry, "pipe");
	if (magic == SOCKFS_MAGIC)
		return put_inode(w, dentry, "socket");
	if (!first || first == '/')
		return put_inode_of_type(w, dentry, sb);
	if (magic != ANON_INODE_FS_MAGIC)
		return put_deleted_file(w, dentry);
	if (!put_name(w, dentry))
		return false;
	put_text(w, "anon_inode:");
	return true;
}

/* ------------------------------------------------------------------- a path */

/* " (deleted)" is behind a file that has no directory any more. */
static bool __kprobes put_state(struct walk *w, const struct dentry *dentry)
{
	const struct dentry *parent;
	unsigned long hashed;

	if (!get(w, &parent, &dentry->d_parent) || !get(w, &hashed, &dentry->d_hash.pprev))
		return false;
	if (!hashed && parent != dentry)
		put_text(w, " (deleted)");
	return true;
}

static bool __kprobes put_path(struct walk *w, const struct dentry *dentry,
			       const struct vfsmount *mnt)
{
	const u8 *before;
	bool ok;

	w->at = w->end;
	w->seen = 0;
	w->full = false;
	w->partial = false;
	if (has_no_path(w, dentry, &ok))
		return put_what_it_is(w, dentry);
	if (!ok || !put_state(w, dentry))
		return false;
	before = w->at;
	if (!put_directories(w, dentry, mnt))
		return false;
	if (w->at == before)
		put_slash(w);
	return true;
}

static __always_inline unsigned int sequence_of(const seqlock_t *lock)
{
	return READ_ONCE(lock->seqcount.seqcount.sequence);
}

/* Odd while something changes */
static __always_inline u64 sequences(void)
{
	u64 renames = sequence_of(&rename_lock), mounts = 0;

	if (likely(kpe_mount_lock))
		mounts = sequence_of(kpe_mount_lock);
	return mounts << 32 | renames;
}

#define CHANGING (BIT_ULL(32) | BIT_ULL(0))

/* Return: whether all that was read was so at one time */
static bool __kprobes put_steadily(struct walk *w, const struct dentry *dentry,
				   const struct vfsmount *mnt, bool *ok)
{
	u64 before = sequences();
	unsigned long seen;
	bool same = true;

	smp_rmb(); /* the sequences first */
	*ok = put_path(w, dentry, mnt);
	if (unlikely(!kpe_mount_lock)) {
		seen = w->seen;
		smp_rmb(); /* then all again */
		*ok = put_path(w, dentry, mnt);
		same = seen == w->seen;
	}
	smp_rmb(); /* the sequences last */
	return same && !(before & CHANGING) && before == sequences();
}

static int __kprobes finish(struct walk *w, u8 *dst)
{
	unsigned int len = w->end - w->at;

	memmove(dst, w->at, len);
	dst[len] = 0;
	return len + 1;
}

/*
 * Write the path of a file as text. @dst: @room bytes, at least 1, any of them may be written; a
 * longer path is cut, and none exceeds KPE_MAX_PATH + 1. @addr: of a struct path, or, for the
 * path within the file system, of a struct dentry. Return: bytes with the NUL, or -EFAULT
 */
int __kprobes kpe_path_text(u8 *dst, unsigned long addr, unsigned int room, bool of_dentry)
{
	const struct path *path = (const void *)addr;
	const struct dentry *dentry = (const void *)addr;
	struct walk w = { .first = dst, .end = dst + min(room, KPE_MAX_PATH + 1U) - 1 };
	const struct vfsmount *mnt = NULL;
	unsigned int tries = TRIES;
	bool ok, steady;

	if (!of_dentry && (!get(&w, &dentry, &path->dentry) || !get(&w, &mnt, &path->mnt) ||
			   !mnt))
		return -EFAULT;
	do {
		steady = put_steadily(&w, dentry, mnt, &ok);
	} while (!steady && --tries);
	if (!ok)
		return -EFAULT;
	if (w.full || w.partial)
		put_mark(&w, cut);
	if (!steady)
		put_mark(&w, torn);
	return finish(&w, dst);
}
