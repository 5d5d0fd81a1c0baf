// SPDX-License-Identifier: GPL-2.0
#include <linux/build_bug.h>
#include <linux/kprobes.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/string.h>
#include "arch/arch.h"
#include "arch/stack.h"
#include "hit/nofault.h"
#include "hit/values.h"

static_assert(KPE_MAX_FRAMES == KPE_MAX_ARRAY);

/*
 * Fetch @nr addresses, at most KPE_MAX_ARRAY, of the call stack, from the probed function's
 * caller on; those beyond its end are 0. @insn: KPE_OP_KSTACK, with an enum kpe_moment.
 * Return: -EFAULT if not even the caller was found
 */
noinline int __kprobes kpe_stack_fetch(const struct kpe_insn *insn, unsigned int nr,
				       struct pt_regs *regs, u8 *dst)
{
	unsigned int n = kpe_arch_stack(regs, insn->arg, dst, nr);

	memset_l((unsigned long *)(dst + n * sizeof(long)), 0, nr - n);
	return n ? 0 : -EFAULT;
}

/* What code with frame pointers has on the stack, of 64 bits */
struct user_frame {
	unsigned long next;
	unsigned long ret;
};

/* Return: false at the end, or where the stack cannot be read */
static bool __kprobes read_user_frame(struct user_frame *frame, unsigned long fp, unsigned long sp)
{
	if (fp < sp || fp % sizeof(fp) || kpe_read_memory(frame, fp, sizeof(*frame), true))
		return false;
	frame->ret = kpe_arch_user_address(frame->ret);
	return frame->ret && frame->ret < TASK_SIZE_MAX;
}

/*
 * Fetch @nr addresses of the user's call stack, from where the kernel was entered on; those
 * beyond its end are 0. As in the kernel's own stack_trace_save_user(), which arm64 has not in
 * all versions, frame pointers lead from one to the next. All are 0 in a kernel thread and in
 * NMI; of a program of 32 bits, or on a stack as low as its, only the first is there. @count:
 * preempt count of the probed code, as a breakpoint's handler looks like one of an NMI
 */
noinline void __kprobes kpe_user_stack_fetch(unsigned int count, unsigned int nr, u8 *dst)
{
	struct pt_regs *regs = task_pt_regs(current);
	struct user_frame frame = { .next = 0 };
	unsigned long sp, fp;
	unsigned int n = 0;

	memset(dst, 0, nr * sizeof(long));
	if (count & NMI_MASK || current->flags & PF_KTHREAD || !current->mm || !user_mode(regs))
		return;
	kpe_put_frame(dst, n++, instruction_pointer(regs));
	sp = user_stack_pointer(regs);
	fp = frame_pointer(regs);
	while (sp >> 32 && n < nr && read_user_frame(&frame, fp, sp)) {
		kpe_put_frame(dst, n++, frame.ret);
		sp = fp + 1;
		fp = frame.next;
	}
}
