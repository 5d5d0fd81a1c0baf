/* SPDX-License-Identifier: GPL-2.0 */
/*
 * transaction - one write takes effect as a whole or not at all
 *
 * Contract: takes the text of one write, changes the model (which events and
 * probes exist) and the kernel with it, or changes nothing and leaves an
 * entry in the error log that shows the line to blame.
 */
#ifndef KPE_TRANSACTION_H
#define KPE_TRANSACTION_H

#include <linux/types.h>

struct kpe_owner;

int kpe_transaction_write(struct kpe_owner *owner, const char *text,
			  size_t len);
int kpe_transaction_clear(void);
bool kpe_transaction_reap(void);
int kpe_transactions_init(void);
void kpe_transactions_exit(void);

#endif
