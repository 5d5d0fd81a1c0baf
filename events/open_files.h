/* SPDX-License-Identifier: GPL-2.0 */
/*
 * open_files - files of events that are removed while a task opens them or has them open
 *
 * Contract: each event is passed to kpe_open_files_add() and removed between
 * kpe_open_files_detach() and kpe_open_files_end(). Then none of its files can access
 * freed memory. All calls are in one call of the gate.
 */
#ifndef KPE_OPEN_FILES_H
#define KPE_OPEN_FILES_H

#include "model/event.h"

bool kpe_event_files_are_known(void);
void kpe_open_files_init(void);
void kpe_open_files_add(struct kpe_event *event);
void kpe_open_files_detach(void);
void kpe_open_files_end(void);
void kpe_open_files_exit(void);

#endif
