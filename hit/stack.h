/* SPDX-License-Identifier: GPL-2.0 */
/*
 * stack - the call stack of probed code, without that of the hit itself, and the user's
 *
 * Contract: never sleeps, allocates or faults, and takes a bounded time.
 */
#ifndef KPE_STACK_H
#define KPE_STACK_H

#include <linux/ptrace.h>
#include "types/program.h"

int kpe_stack_fetch(const struct kpe_insn *insn, unsigned int nr, struct pt_regs *regs,
		    u8 *dst);
void kpe_user_stack_fetch(unsigned int count, unsigned int nr, u8 *dst);

#endif
