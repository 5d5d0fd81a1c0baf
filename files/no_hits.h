/* SPDX-License-Identifier: GPL-2.0 */
/*
 * no_hits - why an enabled event has no hits, or no records
 *
 * Contract: prints what is known, and changes nothing.
 */
#ifndef KPE_NO_HITS_H
#define KPE_NO_HITS_H

#include "model/probe.h"

struct seq_file;

void kpe_status_no_hits(struct seq_file *m, const struct kpe_probe *probe);

#endif
