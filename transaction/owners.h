/* SPDX-License-Identifier: GPL-2.0 */
/*
 * owners - the events of an owner end with it
 *
 * Contract: when a kprobe_owned file is closed, its events are disabled in all
 * trace instances. They are deleted as soon as perf, synthetic events and
 * triggers do not use them.
 */
#ifndef KPE_OWNERS_H
#define KPE_OWNERS_H

struct kpe_owner;

void kpe_owner_end(struct kpe_owner *owner);
void kpe_owners_exit(void);

#endif
