/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ready - a definition is made ready to become a probe
 *
 * Contract: takes a definition through place.c and resolve.c, in this order,
 * because the function found at the place decides what the arguments mean.
 */
#ifndef KPE_READY_H
#define KPE_READY_H

#include "place.h"
#include "trace_kprobe.h"

int kpe_ready(struct kpe_line *line, const char *coming,
	      struct kpe_spot *spot, struct kpe_error *e);
int kpe_renew(struct kpe_probe *probe, const char *coming,
	      struct kpe_spot *spot, struct kpe_error *e);

#endif
