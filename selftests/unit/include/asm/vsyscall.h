/* SPDX-License-Identifier: GPL-2.0 */
/* vsyscall - user-space stand-in for <asm/vsyscall.h> */
#ifndef UNIT_ASM_VSYSCALL_H
#define UNIT_ASM_VSYSCALL_H

#define VSYSCALL_ADDR	(-10UL << 20)

#endif
