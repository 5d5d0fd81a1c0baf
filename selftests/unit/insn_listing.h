/* SPDX-License-Identifier: GPL-2.0 */
/*
 * insn_listing - instructions as objdump has them
 *
 * In two ways its lines differ from what a processor does, and are put right:
 * - prefixes on a line of their own belong to the instruction behind them
 * - fwait is an instruction, also before one of the FPU
 */
#ifndef INSN_LISTING_H
#define INSN_LISTING_H

#include <linux/types.h>
#include "arch/insn.h"

/**
 * struct listed - an instruction as objdump has it
 * @at: offset of its first byte in the code
 * @none: objdump knows no instruction there
 */
struct listed {
	u32 at;
	bool none;
};

/**
 * struct text - code without gaps
 * @next: address behind it
 * @code: its bytes
 * @insns: its instructions
 * @size: how many bytes
 * @nr: how many instructions
 * @room: how many fit into @code, and into @insns
 * @open: the last of @insns are prefixes only, so far
 * @check: called with all code without a gap, which is forgotten then
 */
struct text {
	unsigned long next;
	u8 *code;
	struct listed *insns;
	u32 size, nr, room;
	bool open;
	void (*check)(struct text *t);
};

/* Run objdump with @args; false: it failed. All that @t holds is freed. */
bool listing_read(struct text *t, const char *args);
/* Offset behind instruction @i */
u32 listing_end(const struct text *t, u32 i);
/* Length that it should have; 0: it is none */
u32 listing_length(const struct text *t, u32 i);

#endif
