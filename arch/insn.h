/* SPDX-License-Identifier: GPL-2.0 */
/*
 * insn - find the instruction boundaries of code
 *
 * Contract: pure. Reads only the given bytes, which may be anything; finds only
 * lengths and jumps. Each architecture has a file insn.c. Also builds in
 * user space.
 */
#ifndef KPE_INSN_H
#define KPE_INSN_H

#include <linux/types.h>

#define KPE_MAX_INSN	15	/* bytes; of any processor */

/**
 * struct kpe_walk - iterate over the instructions of code
 * @code: starts with an instruction
 * @len: bytes of @code
 * @end: offset of the next instruction
 * @jumps: the last instruction may jump to @target, by a distance
 * @target: offset of the jump's target
 */
struct kpe_walk {
	const u8 *code;
	unsigned int len;
	unsigned int end;
	bool jumps;
	long target;
};

/* Every instruction's address is a multiple. */
extern const unsigned int kpe_insn_alignment;

/**
 * kpe_insn_length() - length of an instruction
 * @code: its first byte
 * @room: readable bytes of @code
 *
 * Some bytes that are no instruction have a length, too.
 *
 * Return: bytes, at most KPE_MAX_INSN; 0 if it is invalid or longer than @room.
 */
unsigned int kpe_insn_length(const u8 *code, unsigned int room);

/**
 * kpe_insn_next() - step to the next instruction
 * @walk: start with @code and @len set, the rest 0
 *
 * Return: false at the end, or with @walk->end < @walk->len if the code there is no
 * instruction.
 */
bool kpe_insn_next(struct kpe_walk *walk);

/**
 * kpe_insn_is_filling() - does code consist of what fills the space between functions
 * @code: the code
 * @len: bytes of @code
 *
 * Return: true if it is nothing but nops.
 */
bool kpe_insn_is_filling(const u8 *code, unsigned int len);

/**
 * kpe_insn_find_probe() - find what a probe may have put into code
 * @code: the code
 * @at: offset to begin at
 * @len: bytes of @code
 *
 * It is a breakpoint, or a jump. Of several breakpoints in a row, only the first and the
 * last may be a probe's.
 *
 * Return: its offset; @len if there is none.
 */
unsigned int kpe_insn_find_probe(const u8 *code, unsigned int at, unsigned int len);

/**
 * kpe_insn_is_patched() - may the kernel itself patch an instruction while it runs
 * @code: the instruction
 *
 * Return: true for those of jump labels and of ftrace, and others like them; false: if
 * the kernel refuses a probe of it, it cannot be stepped.
 */
bool kpe_insn_is_patched(const u8 *code);

/**
 * kpe_insn_has_frame() - has a function a frame from which the stack can be followed
 * @code: its code, from the function's start to the place in question
 * @len: bytes of @code
 *
 * Return: false if it has none there, or none yet, and the kernel needs it to find the
 * caller.
 */
bool kpe_insn_has_frame(const u8 *code, unsigned int len);

#endif
