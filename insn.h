/* SPDX-License-Identifier: GPL-2.0 */
/*
 * insn - where the instructions of x86-64 code begin and end
 *
 * Contract: pure. Reads nothing beyond the bytes it is given, which may be
 * anything, and knows lengths and jumps only. Also builds in user space.
 */
#ifndef KPE_INSN_H
#define KPE_INSN_H

#include <linux/types.h>

#define KPE_MAX_INSN	15	/* bytes; the processor takes no more */

unsigned int kpe_insn_length(const u8 *code, unsigned int room);
bool kpe_insn_around(const u8 *code, unsigned int len, unsigned int at,
		     unsigned int *before, unsigned int *after);
bool kpe_insn_jumps_to(const u8 *code, unsigned int len, unsigned int at);

#endif
