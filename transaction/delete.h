/* SPDX-License-Identifier: GPL-2.0 */
/*
 * delete - stage a deletion
 *
 * Contract: a deletion dooms at least one probe, or fails.
 */
#ifndef KPE_DELETE_H
#define KPE_DELETE_H

#include "transaction/staged.h"

int kpe_txn_delete(struct kpe_txn *txn, struct kpe_line **line);
void kpe_txn_free_deletions(struct kpe_txn *txn);

#endif
