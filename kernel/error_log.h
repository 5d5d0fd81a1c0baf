/* SPDX-License-Identifier: GPL-2.0 */
/*
 * error_log - errors and warnings, for the module's error_log and the kernel's
 *
 * Contract: keeps the newest entries, and copies of their lines.
 */
#ifndef KPE_ERROR_LOG_H
#define KPE_ERROR_LOG_H

#include "language/error.h"

struct seq_file;

const char *kpe_error_text(enum kpe_err code);
char *kpe_error_say(const struct kpe_error *e);
bool kpe_errors_reach_kernel(void);
void kpe_error_log(const char *line, const struct kpe_error *e);
void kpe_warning_log(const char *line, const struct kpe_error *e);
void kpe_error_show(struct seq_file *m);
void kpe_error_clear(void);

#endif
