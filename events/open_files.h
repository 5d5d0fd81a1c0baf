/* SPDX-License-Identifier: GPL-2.0 */
/*
 * open_files - files of events that go while somebody opens or has open what they show
 *
 * Contract: events that leave are told to kpe_forget_event(), one by one. They are
 * removed between kpe_forget_files() and kpe_forget_end(), and then nobody reads
 * through a file of theirs what is freed with them. All in one visit to the gate.
 */
#ifndef KPE_FORGET_H
#define KPE_FORGET_H

#include "trace_kprobe.h"

void kpe_forget_init(void);
void kpe_forget_event(struct kpe_event *event);
void kpe_forget_files(void);
void kpe_forget_end(void);
void kpe_forget_exit(void);

#endif
