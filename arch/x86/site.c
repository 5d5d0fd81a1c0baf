// SPDX-License-Identifier: GPL-2.0
#include <linux/string.h>
#include <linux/uaccess.h>
#include <asm/text-patching.h>
#include "arch/arch.h"

/* Is there a nop or a call of ftrace? */
static bool is_site(unsigned long addr)
{
	static const u8 nop[CALL_INSN_SIZE] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };
	/* what older kernels prefer on some processors */
	static const u8 prefixes[CALL_INSN_SIZE] = { 0x66, 0x66, 0x66, 0x66, 0x90 };
	u8 code[CALL_INSN_SIZE];

	if (copy_from_kernel_nofault(code, (void *)addr, sizeof(code)))
		return false;
	return !memcmp(code, nop, sizeof(nop)) || !memcmp(code, prefixes, sizeof(prefixes)) ||
	       code[0] == CALL_INSN_OPCODE;
}

unsigned long kpe_arch_site(unsigned long function)
{
	if (is_site(function))
		return function;
	if (KPE_LANDING_PAD && is_site(function + KPE_LANDING_PAD))
		return function + KPE_LANDING_PAD;
	return 0;
}

/* What is ahead of a function has a symbol of its own. */
unsigned int kpe_arch_data_ahead(unsigned long function)
{
	return 0;
}
