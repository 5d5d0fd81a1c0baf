/* SPDX-License-Identifier: GPL-2.0 */
/* ftrace_regs - the structure that ftrace passes on; kernels from 6.13 on hide it */
#ifndef KPE_COMPAT_FTRACE_REGS_H
#define KPE_COMPAT_FTRACE_REGS_H

#include <linux/ftrace.h>

#ifdef arch_ftrace_regs
#define kpe_fregs(fregs)	arch_ftrace_regs(fregs)
#else
#define kpe_fregs(fregs)	(fregs)
#endif

#endif
