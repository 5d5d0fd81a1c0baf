// SPDX-License-Identifier: GPL-2.0
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string_helpers.h>
#include "model/owner.h"

/* Return: the calling process, for kpe_owner_end(); NULL without memory */
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

void kpe_owner_put(struct kpe_owner *owner)
{
	if (owner)
		kref_put(&owner->ref, free_owner);
}

/* Print an owner as one word. */
void kpe_owner_show(struct seq_file *m, const struct kpe_owner *owner)
{
	if (!owner) {
		seq_putc(m, '-');
		return;
	}
	seq_printf(m, "%d/", owner->pid);
	seq_escape(m, owner->comm, " \t\n\\");
}
