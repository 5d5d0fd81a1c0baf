/* SPDX-License-Identifier: GPL-2.0 */
/*
 * warn - say in time what is wrong with definitions that are accepted
 *
 * Contract: a warning changes nothing. It is an entry in the error log,
 * and a line of kprobe_status.
 */
#ifndef KPE_WARN_H
#define KPE_WARN_H

#include "transaction/staged.h"

int kpe_txn_reach(struct kpe_txn *txn);
void kpe_txn_warn(struct kpe_txn *txn);
void kpe_module_reach(const char *module);

#endif
