/* SPDX-License-Identifier: GPL-2.0 */
/*
 * owner - definitions that end when their file is closed
 *
 * Contract: an owner is an open kprobe_owned; see transaction/owners.h for its end.
 */
#ifndef KPE_OWNER_H
#define KPE_OWNER_H

#include <linux/types.h>

struct kpe_owner;
struct seq_file;

struct kpe_owner *kpe_owner_make(void);
struct kpe_owner *kpe_owner_get(struct kpe_owner *owner);
void kpe_owner_put(struct kpe_owner *owner);
bool kpe_owner_ended(const struct kpe_owner *owner);
void kpe_owner_set_ended(struct kpe_owner *owner);
void kpe_owner_show(struct seq_file *m, const struct kpe_owner *owner);

#endif
