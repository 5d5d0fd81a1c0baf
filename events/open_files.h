/* SPDX-License-Identifier: GPL-2.0 */
/*
 * open_files - files of events that go while somebody opens or has open what they show
 *
 * Contract: events that leave are told to kpe_open_files_add(), one by one. They are
 * removed between kpe_open_files_detach() and kpe_open_files_end(), and then nobody reads
 * through a file of theirs what is freed with them. All in one visit to the gate.
 */
#ifndef KPE_OPEN_FILES_H
#define KPE_OPEN_FILES_H

#include "trace_kprobe.h"

void kpe_open_files_init(void);
void kpe_open_files_add(struct kpe_event *event);
void kpe_open_files_detach(void);
void kpe_open_files_end(void);
void kpe_open_files_exit(void);

#endif
