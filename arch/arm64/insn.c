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

unsigned int kpe_insn_length(const u8 *code, unsigned int room)
{
	return room >= SIZE ? SIZE : 0;
}

bool kpe_insn_is_filling(const u8 *code, unsigned int len)
{
	while (len >= SIZE && code_at(code + len - SIZE) == KPE_ARM64_NOP)
		len -= SIZE;
	return !len;
}

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

/* ret, br, eret; b */
static bool leaves(u32 code)
{
	return (code >> 25 == 0x6b && (code >> 21 & 7) != 1) || code >> 26 == 0x05;
}

/*
 * A breakpoint may hide the instruction that makes the frame, behind the one that stores
 * it. A frame that is removed for a return is there again behind that.
 */
bool kpe_insn_has_frame(const u8 *code, unsigned int len)
{
	bool stored = false, made = false, removed = false;
	unsigned int at;
	u32 insn;

	for (at = 0; at + SIZE <= len; at += SIZE) {
		insn = code_at(code + at);
		stored |= stores_frame(insn);
		made |= sets_frame_pointer(insn) || (stored && kpe_is_brk(insn));
		removed |= restores_frame(insn);
		if (leaves(insn))
			removed = false;
	}
	return made && !removed;
}
