/* SPDX-License-Identifier: GPL-2.0 */
/* brk - the breakpoint instruction; pure, also builds in user space */
#ifndef KPE_ARM64_BRK_H
#define KPE_ARM64_BRK_H

#include <linux/types.h>

#define KPE_ARM64_NOP		0xd503201fU

static inline bool kpe_is_brk(u32 code)
{
	return (code & 0xffe0001f) == 0xd4200000;
}

static inline bool kpe_is_bl(u32 code)
{
	return code >> 26 == 0x25;
}

#endif
