/* SPDX-License-Identifier: GPL-2.0 */
/*
 * writer - which file of tracefs is the current task writing to
 *
 * Contract: an answer to go by where a wrong one costs no more than time.
 */
#ifndef KPE_WRITER_H
#define KPE_WRITER_H

#include <linux/types.h>

bool kpe_is_writing_to(const void *about, const char *name);

#endif
