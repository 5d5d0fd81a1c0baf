/* SPDX-License-Identifier: GPL-2.0 */
/*
 * insn - where the instructions of x86-64 code begin and end
 *
 * Contract: pure. Reads nothing beyond the bytes it is given, which may be
 * anything, and knows lengths and where control goes only. Also builds in user
 * space.
 */
#ifndef KPE_INSN_H
#define KPE_INSN_H

#include <linux/types.h>

#define KPE_MAX_INSN	15	/* bytes; the processor takes no more */

enum kpe_flow {
	KPE_FLOW_ON,		/* to the next instruction, if nothing happens */
	KPE_FLOW_NOP,		/* likewise, and it does nothing */
	KPE_FLOW_CALL,
	KPE_FLOW_JUMP,		/* by a distance */
	KPE_FLOW_BRANCH,	/* perhaps, by a distance */
	KPE_FLOW_LEAVE,		/* a return; a jump to where the code does not say */
	KPE_FLOW_TRAP,		/* the kernel may go on behind it, or not */
	KPE_FLOW_BREAK,		/* int3: filled up, or a probe hides an instruction */
};

/**
 * struct kpe_walk - a way through code, from instruction to instruction
 * @code: begins with one
 * @len: bytes that may be read there
 * @end: offset behind the instruction; the next begins there
 * @flow: see enum kpe_flow
 * @jumps: by a distance, perhaps
 * @target: the offset where that leads to
 */
struct kpe_walk {
	const u8 *code;
	unsigned int len;
	unsigned int end;
	enum kpe_flow flow;
	bool jumps;
	long target;
};

unsigned int kpe_insn_length(const u8 *code, unsigned int room);
enum kpe_flow kpe_insn_flow(const u8 *insn, unsigned int length,
			    long *distance);
bool kpe_insn_next(struct kpe_walk *walk);

#endif
