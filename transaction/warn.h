/* SPDX-License-Identifier: GPL-2.0 */
/*
 * warn - say what is wrong with definitions that are accepted
 *
 * Contract: a warning changes nothing. It is an entry in the error log. One that comes from
 * the search in the background is also a line of kprobe_status.
 */
#ifndef KPE_WARN_H
#define KPE_WARN_H

#include "transaction/staged.h"

void kpe_txn_warn(struct kpe_txn *txn);
void kpe_module_search(const char *module);
void kpe_warn_exit(void);

#endif
