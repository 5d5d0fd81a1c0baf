/* SPDX-License-Identifier: GPL-2.0 */
/*
 * export_file - kprobe_export: what other machines take
 *
 * Contract: prints all definitions in a form that any machine that runs the same
 * build of the kernel takes as it is, in one write. What cannot be said so is
 * shown as a comment with the reason.
 */
#ifndef KPE_EXPORT_FILE_H
#define KPE_EXPORT_FILE_H

#include "trace_kprobe.h"

struct seq_file;

void kpe_export_head(struct seq_file *m);
void kpe_export_show(struct seq_file *m, const struct kpe_probe *probe);

#endif
