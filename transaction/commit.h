/* SPDX-License-Identifier: GPL-2.0 */
/*
 * commit - make the staged changes in the kernel
 *
 * Contract: all of a transaction takes effect, or the kernel is as before.
 */
#ifndef KPE_COMMIT_H
#define KPE_COMMIT_H

#include "transaction/staged.h"

int kpe_txn_commit(struct kpe_txn *txn);

#endif
