/* SPDX-License-Identifier: GPL-2.0 */
/*
 * values - values that take more than a load: paths of files, socket addresses, call stacks
 *
 * Contract: takes no lock, never sleeps, allocates or faults, and takes a bounded time. A path is
 * from the root of the tree of mounts; what may have been put together from two states of the tree
 * is marked. A stack is without what belongs to the hit itself.
 */
#ifndef KPE_VALUES_H
#define KPE_VALUES_H

#include <linux/ptrace.h>
#include "types/program.h"

int kpe_path_text(u8 *dst, unsigned long addr, unsigned int room, bool of_dentry);
int kpe_sockaddr_text(u8 *dst, unsigned long addr, unsigned int room, bool user);
int kpe_stack_fetch(const struct kpe_insn *insn, unsigned int nr, struct pt_regs *regs,
		    u8 *dst);
void kpe_user_stack_fetch(unsigned int count, unsigned int nr, u8 *dst);

#endif
