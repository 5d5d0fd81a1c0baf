/* SPDX-License-Identifier: GPL-2.0 */
/*
 * pad - breakpoints; how a function begins, and what is ahead of it
 *
 * Contract: pure. A function begins with a landing pad, if it has one, then
 * "mov x9, x30", then the site: a nop, or a call of ftrace. A probe's breakpoint may hide
 * one of the first two. Also builds in user space.
 */
#ifndef KPE_ARM64_PAD_H
#define KPE_ARM64_PAD_H

#include <linux/types.h>

#define KPE_ARM64_HEAD	3	/* instructions that are looked at */

#define KPE_ARM64_NOP	0xd503201fU
#define KPE_MOV_X9_X30	0xaa1e03e9U
#define KPE_BTI_MASK	(~0xc0U)	/* any target */
#define KPE_BTI		0xd503241fU

static inline bool kpe_is_brk(u32 code)
{
	return (code & 0xffe0001f) == 0xd4200000;
}

static inline bool kpe_is_bl(u32 code)
{
	return code >> 26 == 0x25;
}

static inline bool kpe_is_site(const u32 *code)
{
	return (code[0] == KPE_MOV_X9_X30 || kpe_is_brk(code[0])) &&
	       (code[1] == KPE_ARM64_NOP || kpe_is_bl(code[1]));
}

static inline bool kpe_is_pad(u32 code)
{
	return (code & KPE_BTI_MASK) == KPE_BTI || kpe_is_brk(code);
}

/* The index of the site in the first KPE_ARM64_HEAD instructions of a function, or 0 */
static inline unsigned int kpe_site_in(const u32 *code)
{
	if (kpe_is_site(code))
		return 1;
	return kpe_is_pad(code[0]) && kpe_is_site(code + 1) ? 2 : 0;
}

/*
 * Is the word ahead of a function the hash of its type? Only a function whose address is
 * taken has one. Else a nop is there, or the end of another function: a jump, a call, a
 * return or a trap. A hash may look like one, and is not seen then.
 */
static inline bool kpe_is_hash(u32 word)
{
	return word != KPE_ARM64_NOP && (word >> 26 & 0x1f) != 0x05 && word >> 25 != 0x6b &&
	       word >> 24 != 0xd4 && word >> 16;
}

#endif
