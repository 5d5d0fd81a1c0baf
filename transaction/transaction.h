/* SPDX-License-Identifier: GPL-2.0 */
/*
 * transaction - one write takes effect as a whole or not at all
 *
 * Contract: a write that fails changes nothing and leaves an entry in the error log with the
 * faulty line.
 */
#ifndef KPE_TRANSACTION_H
#define KPE_TRANSACTION_H

#include <linux/list.h>
#include <linux/types.h>

struct kpe_owner;

/* no locks; may sleep */
int kpe_transaction_write(struct kpe_owner *owner, struct list_head *builds, const char *text,
			  size_t len);
int kpe_transaction_clear(void);
bool kpe_transaction_reap(void);

/*
 * owners.c: when a kprobe_owned file is closed, its events are disabled, and deleted as soon as
 * perf, synthetic events and triggers do not use them.
 */
void kpe_owner_end(struct kpe_owner *owner);
void kpe_owners_exit(void);

/*
 * modules.c: a definition outlives its modules. Its points in a module are registered when the
 * module is loaded, and unregistered before it is freed.
 */
int kpe_modules_watch(void);
void kpe_modules_unwatch(void);

/* warn.c: warnings in the error log; those of the search in the background are in kprobe_status */
void kpe_module_search(const char *module);
void kpe_warn_exit(void);

#endif
