/* SPDX-License-Identifier: GPL-2.0 */
/*
 * status - kprobe_status: the state of each point
 *
 * Contract: prints, and changes nothing.
 */
#ifndef KPE_STATUS_H
#define KPE_STATUS_H

#include "model/point.h"
#include "model/probe.h"

struct seq_file;

void kpe_status_head(struct seq_file *m);
void kpe_status_point(struct seq_file *m, const struct kpe_point *point);
void kpe_status_search(struct seq_file *m, const struct kpe_point *point);
void kpe_status_skipped(struct seq_file *m, const struct kpe_probe *probe);
void kpe_status_stopped(struct seq_file *m, const struct kpe_probe *probe);

#endif
