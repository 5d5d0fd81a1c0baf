/* SPDX-License-Identifier: GPL-2.0 */
/*
 * status - kprobe_status: the state of each point
 *
 * Contract: prints, and changes nothing. Context: kpe_mutex; may sleep.
 */
#ifndef KPE_STATUS_H
#define KPE_STATUS_H

#include "model/probe.h"

struct seq_file;

void kpe_status_head(struct seq_file *m);
void kpe_status_probe(struct seq_file *m, const struct kpe_probe *probe);

#endif
