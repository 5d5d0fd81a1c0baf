/* SPDX-License-Identifier: GPL-2.0 */
/*
 * transaction - one write takes effect as a whole or not at all
 *
 * Contract: a write changes the model (events and probes) and the kernel, or
 * it changes nothing and leaves an entry in the error log with the faulty line.
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

#endif
