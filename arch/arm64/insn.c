// SPDX-License-Identifier: GPL-2.0
/*
 * All instructions have four bytes. What is none is taken for one that does nothing.
 */
#include <linux/kernel.h>
#include "arch/arm64/brk.h"
#include "arch/insn.h"
#include "compat/unaligned.h"

#define SIZE	4

const unsigned int kpe_insn_alignment = SIZE;

static u32 code_at(const u8 *code)
{
	return get_unaligned((const u32 *)code);
}

/**
 * kpe_insn_length() - length of an instruction
 * @code: its first byte
 * @room: bytes that may be read
 *
 * Return: bytes; 0 if there is no room for it.
 */
unsigned int kpe_insn_length(const u8 *code, unsigned int room)
{
	return room >= SIZE ? SIZE : 0;
}

/* The signed number of @bits bits at bit @at, in instructions */
static long field(u32 code, unsigned int at, unsigned int bits)
{
	return SIZE * (long)((s32)(code << (32 - at - bits)) >> (32 - bits));
}

/* Breakpoints of probes and debuggers; others say that something is wrong. */
static bool hides(u32 code)
{
	u32 number = code >> 5 & 0xffff;

	return number < 8 || number == 0x400;
}

/* Branches to an address in a register, returns among them */
static enum kpe_flow flow_of_register(u32 code)
{
	return (code >> 21 & 7) == 1 ? KPE_FLOW_CALL : KPE_FLOW_LEAVE;
}

/* What generates an exception */
static enum kpe_flow flow_of_exception(u32 code)
{
	if (kpe_is_brk(code))
		return hides(code) ? KPE_FLOW_BREAK : KPE_FLOW_TRAP;
	/* hlt */
	return (code >> 21 & 7) == 2 ? KPE_FLOW_TRAP : KPE_FLOW_ON;
}

static enum kpe_flow flow_of(u32 code)
{
	if (code == KPE_ARM64_NOP)
		return KPE_FLOW_NOP;
	if (kpe_is_bl(code))
		return KPE_FLOW_CALL;
	if (code >> 25 == 0x6b)
		return flow_of_register(code);
	if (code >> 24 == 0xd4)
		return flow_of_exception(code);
	/* udf */
	return code >> 16 ? KPE_FLOW_ON : KPE_FLOW_TRAP;
}

/**
 * kpe_insn_flow() - where control goes after an instruction
 * @insn: its first byte
 * @length: from kpe_insn_length(), not 0
 * @distance: of a jump or branch, filled: bytes from its end
 *
 * Return: see enum kpe_flow.
 */
enum kpe_flow kpe_insn_flow(const u8 *insn, unsigned int length, long *distance)
{
	const u32 code = code_at(insn);

	/* b; b.cond; cbz and cbnz; tbz and tbnz */
	if (code >> 26 == 0x05) {
		*distance = field(code, 0, 26) - SIZE;
		return KPE_FLOW_JUMP;
	}
	if (code >> 24 == 0x54 || (code >> 25 & 0x3f) == 0x1a) {
		*distance = field(code, 5, 19) - SIZE;
		return KPE_FLOW_BRANCH;
	}
	if ((code >> 25 & 0x3f) == 0x1b) {
		*distance = field(code, 5, 14) - SIZE;
		return KPE_FLOW_BRANCH;
	}
	return flow_of(code);
}

/**
 * kpe_insn_is_filling() - does code consist of what fills the space between functions
 * @code: the code
 * @len: bytes of @code
 *
 * Return: true if it is nothing but nops.
 */
bool kpe_insn_is_filling(const u8 *code, unsigned int len)
{
	while (len >= SIZE && code_at(code + len - SIZE) == KPE_ARM64_NOP)
		len -= SIZE;
	return !len;
}

/**
 * kpe_insn_trim_breaks() - cut the breakpoints at the end of code
 * @code: the code
 * @len: bytes of @code
 *
 * Return: bytes before them.
 */
unsigned int kpe_insn_trim_breaks(const u8 *code, unsigned int len)
{
	while (len >= SIZE && flow_of(code_at(code + len - SIZE)) == KPE_FLOW_BREAK)
		len -= SIZE;
	return len;
}

/**
 * kpe_insn_find_probe() - find what a probe may have put into code
 * @code: the code
 * @at: offset to begin at
 * @len: bytes of @code
 *
 * Return: its offset; @len if there is none.
 */
unsigned int kpe_insn_find_probe(const u8 *code, unsigned int at, unsigned int len)
{
	for (at = (at + SIZE - 1) / SIZE * SIZE; at + SIZE <= len; at += SIZE)
		if (kpe_is_brk(code_at(code + at)))
			return at;
	return len;
}

/**
 * kpe_insn_is_patched() - may the kernel itself patch an instruction while it runs
 * @code: the instruction
 *
 * Return: true for those of jump labels and of ftrace, and others like them; false: if
 * the kernel refuses a probe of it, it cannot be stepped.
 */
bool kpe_insn_is_patched(const u8 *code)
{
	return code_at(code) == KPE_ARM64_NOP || kpe_is_brk(code_at(code)) ||
	       kpe_is_bl(code_at(code)) || code_at(code) >> 26 == 0x05;
}

/* mov x29, sp, or an addition in its place */
static bool sets_frame_pointer(u32 code)
{
	return (code & 0xffc003ff) == 0x910003fd;
}

/* stp x29, x30, [sp, ...], in each of its forms */
static bool stores_frame(u32 code)
{
	return (code & 0xfe407fff) == 0xa8007bfd;
}

/* The same of ldp */
static bool restores_frame(u32 code)
{
	return (code & 0xfe407fff) == 0xa8407bfd;
}

/**
 * kpe_insn_has_frame() - has a function a frame from which the stack can be followed
 * @code: its code, from the function's start to the place in question
 * @len: bytes of @code
 *
 * A breakpoint may hide the instruction that makes the frame, behind the one that stores
 * it. A frame that is removed for a return is there again behind that.
 *
 * Return: false if it has none there, or none yet.
 */
bool kpe_insn_has_frame(const u8 *code, unsigned int len)
{
	bool stored = false, made = false, removed = false;
	enum kpe_flow flow;
	unsigned int at;
	u32 insn;

	for (at = 0; at + SIZE <= len; at += SIZE) {
		insn = code_at(code + at);
		flow = flow_of(insn);
		stored |= stores_frame(insn);
		made |= sets_frame_pointer(insn) || (stored && flow == KPE_FLOW_BREAK);
		removed |= restores_frame(insn);
		if (flow == KPE_FLOW_LEAVE || insn >> 26 == 0x05)
			removed = false;
	}
	return made && !removed;
}
