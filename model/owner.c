// SPDX-License-Identifier: GPL-2.0
/*
 * owner - definitions that end when their file is closed
 *
 * Lifetime: the file and each event of an owner hold a reference.
 */
#include <linux/kref.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string_helpers.h>
#include "model/owner.h"

/**
 * struct kpe_owner - an open kprobe_owned
 * @ref: of the file and of each event
 * @pid: of the process, in the initial namespace
 * @comm: name of the task
 * @ended: the file has been closed
 */
struct kpe_owner {
	struct kref ref;
	pid_t pid;
	char comm[TASK_COMM_LEN];
	bool ended;
};

/**
 * kpe_owner_make() - make an owner of the calling process
 *
 * Context: may sleep. Return: the owner, for kpe_owner_end(); NULL without
 * memory.
 */
struct kpe_owner *kpe_owner_make(void)
{
	struct kpe_owner *owner = kzalloc(sizeof(*owner), GFP_KERNEL);

	if (!owner)
		return NULL;
	kref_init(&owner->ref);
	owner->pid = task_tgid_nr(current);
	get_task_comm(owner->comm, current);
	return owner;
}

/**
 * kpe_owner_get() - hold an owner
 * @owner: or NULL
 *
 * Return: @owner.
 */
struct kpe_owner *kpe_owner_get(struct kpe_owner *owner)
{
	if (owner)
		kref_get(&owner->ref);
	return owner;
}

static void free_owner(struct kref *ref)
{
	kfree(container_of(ref, struct kpe_owner, ref));
}

/**
 * kpe_owner_put() - drop a reference
 * @owner: or NULL
 */
void kpe_owner_put(struct kpe_owner *owner)
{
	if (owner)
		kref_put(&owner->ref, free_owner);
}

/**
 * kpe_owner_ended() - has an owner's file been closed
 * @owner: or NULL
 *
 * Return: true if it has.
 */
bool kpe_owner_ended(const struct kpe_owner *owner)
{
	return owner && READ_ONCE(owner->ended);
}

/**
 * kpe_owner_set_ended() - mark an owner whose file has been closed
 * @owner: owner
 */
void kpe_owner_set_ended(struct kpe_owner *owner)
{
	WRITE_ONCE(owner->ended, true);
}

/**
 * kpe_owner_show() - print an owner as one word
 * @m: printed to
 * @owner: NULL is printed as "-"
 */
void kpe_owner_show(struct seq_file *m, const struct kpe_owner *owner)
{
	if (!owner) {
		seq_putc(m, '-');
		return;
	}
	seq_printf(m, "%d/", owner->pid);
	seq_escape(m, owner->comm, " \t\n\\");
}
