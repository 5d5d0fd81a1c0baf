// SPDX-License-Identifier: GPL-2.0
/*
 * A function begins with a landing pad, if it has one, then "mov x9, x30", then the site:
 * a nop, or a call of ftrace. A probe's breakpoint may hide one of the first two.
 */
#include <linux/uaccess.h>
#include "arch/arm64/brk.h"
#include "arch/entry.h"

#define MOV_X9_X30	0xaa1e03e9U
#define BTI_MASK	(~0xc0U)	/* any target */
#define BTI		0xd503241fU

static bool is_pad(u32 code)
{
	return (code & BTI_MASK) == BTI || kpe_is_brk(code);
}

static bool is_site(const u32 *code)
{
	return (code[0] == MOV_X9_X30 || kpe_is_brk(code[0])) &&
	       (code[1] == KPE_ARM64_NOP || kpe_is_bl(code[1]));
}

unsigned long kpe_arch_site(unsigned long function)
{
	u32 code[3];

	if (copy_from_kernel_nofault(code, (void *)function, sizeof(code)))
		return 0;
	if (is_site(code))
		return function + sizeof(*code);
	return is_pad(code[0]) && is_site(code + 1) ? function + 2 * sizeof(*code) : 0;
}
