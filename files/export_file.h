/* SPDX-License-Identifier: GPL-2.0 */
/*
 * export_file - kprobe_export: definitions for other machines
 *
 * Contract: prints all definitions in a form that any machine with the same build
 * of the kernel accepts in one write. Definitions that have no such form are
 * printed as comments with the reason. Context: kpe_mutex; may sleep.
 */
#ifndef KPE_EXPORT_FILE_H
#define KPE_EXPORT_FILE_H

#include "model/probe.h"

struct seq_file;

int kpe_export_head(struct seq_file *m);
void kpe_export_probe(struct seq_file *m, const struct kpe_probe *probe);

#endif
