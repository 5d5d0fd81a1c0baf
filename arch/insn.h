/* SPDX-License-Identifier: GPL-2.0 */
/*
 * insn - find the instruction boundaries of code
 *
 * Contract: pure. Reads only the given bytes, which may be anything; finds only
 * lengths and where control goes. Each architecture has a file insn.c. Also builds in
 * user space.
 */
#ifndef KPE_INSN_H
#define KPE_INSN_H

#include <linux/types.h>

#define KPE_MAX_INSN	15	/* bytes; of any processor */

enum kpe_flow {
	KPE_FLOW_ON,		/* to the next instruction, without a trap */
	KPE_FLOW_NOP,		/* likewise, and no effect */
	KPE_FLOW_CALL,
	KPE_FLOW_JUMP,		/* to a distance */
	KPE_FLOW_BRANCH,	/* conditional, to a distance */
	KPE_FLOW_LEAVE,		/* a return, or a jump to a computed address */
	KPE_FLOW_TRAP,		/* the kernel may continue after it, or not */
	KPE_FLOW_BREAK,		/* padding, or what hides an instruction */
};

/**
 * struct kpe_walk - iterate over the instructions of code
 * @code: starts with an instruction
 * @len: bytes of @code
 * @end: offset of the next instruction
 * @flow: see enum kpe_flow
 * @jumps: it may jump to @target
 * @target: offset of the jump's target
 */
struct kpe_walk {
	const u8 *code;
	unsigned int len;
	unsigned int end;
	enum kpe_flow flow;
	bool jumps;
	long target;
};

/* Every instruction's address is a multiple. */
extern const unsigned int kpe_insn_alignment;

unsigned int kpe_insn_length(const u8 *code, unsigned int room);
enum kpe_flow kpe_insn_flow(const u8 *insn, unsigned int length,
			    long *distance);
bool kpe_insn_next(struct kpe_walk *walk);
bool kpe_insn_is_filling(const u8 *code, unsigned int len);
unsigned int kpe_insn_trim_breaks(const u8 *code, unsigned int len);
unsigned int kpe_insn_find_probe(const u8 *code, unsigned int at, unsigned int len);
bool kpe_insn_is_patched(const u8 *code);
bool kpe_insn_has_frame(const u8 *code, unsigned int len);

#endif
