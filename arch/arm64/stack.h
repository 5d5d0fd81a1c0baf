/* SPDX-License-Identifier: GPL-2.0 */
/*
 * stack - the kernel's unwinder starts at its caller; see arch/stack.h
 *
 * The frames of the hit are skipped: the probed code is the first one that is where the
 * registers say.
 */
#ifndef KPE_ARM64_STACK_H
#define KPE_ARM64_STACK_H

#include <linux/kallsyms.h>
#include <linux/stacktrace.h>

#define KPE_HIT_FRAMES	32	/* of the exception or of ftrace, and of the hit */
#define KPE_SITE_END	16	/* bytes from a function's start to behind its call of ftrace */

/* Is @addr where the hit says? A call of ftrace returns to behind the probed address. */
static __always_inline bool kpe_is_probed(unsigned long addr, unsigned long ip,
					  enum kpe_moment moment)
{
	return addr == ip || (moment != KPE_RETURNED && addr - ip <= KPE_SITE_END);
}

/*
 * The link register of a function without a frame, within it: the caller, and no place in
 * the function itself, as after a call
 */
static noinline bool __kprobes kpe_links_to_caller(unsigned long link, unsigned long ip)
{
	char text[KSYM_SYMBOL_LEN];
	unsigned long offset, size;
	const char *plus;

	sprint_symbol(text, link);
	plus = strrchr(text, '+');
	if (!plus || sscanf(plus, "+%lx/%lx", &offset, &size) != 2)
		return false;
	return ip - (link - offset) >= size;
}

/* The caller that has no frame yet, if it is not @next */
static unsigned long __kprobes kpe_frameless(const struct pt_regs *regs, unsigned long ip,
					     enum kpe_moment moment, unsigned long next)
{
	unsigned long link = procedure_link_pointer(regs);

	if (moment == KPE_ENTERING)
		return link;
	return moment == KPE_WITHIN && link != next && kpe_links_to_caller(link, ip) ? link : 0;
}

static unsigned int __kprobes kpe_arch_stack(struct pt_regs *regs, enum kpe_moment moment,
					     u8 *to, unsigned int nr)
{
	unsigned long all[KPE_HIT_FRAMES + KPE_MAX_FRAMES], ip = instruction_pointer(regs);
	unsigned long link;
	unsigned int i = 0, n = 0, end = stack_trace_save(all, KPE_HIT_FRAMES + nr, 0);

	while (i < end && !kpe_is_probed(all[i], ip, moment))
		i++;
	if (i == end)
		return 0;
	/* of a breakpoint */
	link = all[i] == ip ? kpe_frameless(regs, ip, moment, i + 1 < end ? all[i + 1] : 0) : 0;
	if (link)
		kpe_put_frame(to, n++, link);
	for (i += moment != KPE_RETURNED; i < end && n < nr; i++)
		kpe_put_frame(to, n++, all[i]);
	return n;
}

#endif
