/* SPDX-License-Identifier: GPL-2.0 */
/*
 * insn - find the instruction boundaries of code
 *
 * Contract: pure. Reads only the given bytes, which may be anything; finds no
 * more than the callers need. Each architecture has a file insn.c. Also builds in
 * user space.
 */
#ifndef KPE_INSN_H
#define KPE_INSN_H

#include <linux/types.h>

#define KPE_MAX_INSN	15	/* bytes; of any processor */

/* Every instruction's address is a multiple. */
extern const unsigned int kpe_insn_alignment;

/*
 * Bytes of an instruction; 0 if it is invalid or longer than @room. Some bytes that are no
 * instruction have a length, too.
 */
unsigned int kpe_insn_length(const u8 *code, unsigned int room);

/*
 * Is code nothing but what fills the space between functions? These are nops and
 * breakpoints: the caller has taken probes out of @code.
 */
bool kpe_insn_is_filling(const u8 *code, unsigned int len);

/*
 * May the kernel itself patch an instruction while it runs, as those of jump labels and of
 * ftrace? If not, and it refuses a probe, the instruction cannot be stepped.
 */
bool kpe_insn_is_patched(const u8 *code);

/*
 * Has a function a frame behind its first @len bytes? Where the kernel finds the caller
 * without one, it has.
 */
bool kpe_insn_has_frame(const u8 *code, unsigned int len);

#endif
