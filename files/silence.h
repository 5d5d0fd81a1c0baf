/* SPDX-License-Identifier: GPL-2.0 */
/*
 * silence - why an enabled event has no hits, or no records
 *
 * Contract: prints what is known, and changes nothing.
 */
#ifndef KPE_SILENCE_H
#define KPE_SILENCE_H

#include "trace_kprobe.h"

struct seq_file;

void kpe_status_silence(struct seq_file *m, const struct kpe_probe *probe);

#endif
