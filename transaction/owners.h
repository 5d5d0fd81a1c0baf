/* SPDX-License-Identifier: GPL-2.0 */
/*
 * owners - the events of an owner end with it
 *
 * Contract: when an open kprobe_owned is closed, its events are disabled wherever they
 * are enabled, and deleted as soon as nothing holds them: perf, other events made of
 * them, triggers.
 */
#ifndef KPE_OWNERS_H
#define KPE_OWNERS_H

struct kpe_owner;

void kpe_owner_end(struct kpe_owner *owner);
void kpe_owners_exit(void);

#endif
