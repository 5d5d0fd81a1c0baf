/* SPDX-License-Identifier: GPL-2.0 */
/*
 * add - stage a definition
 *
 * Contract: a definition makes a new probe with registered points, or nothing.
 */
#ifndef KPE_ADD_H
#define KPE_ADD_H

#include "transaction/staged.h"

int kpe_txn_define(struct kpe_txn *txn, struct kpe_line **line);

#endif
