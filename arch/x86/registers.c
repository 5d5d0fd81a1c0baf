// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/string.h>
#include "arch/registers.h"

#define REGISTER(name)	KPE_REGISTER(name, name)

static const struct kpe_register all[] = {
	REGISTER(ax), REGISTER(bx), REGISTER(cx), REGISTER(dx),
	REGISTER(si), REGISTER(di), REGISTER(bp), REGISTER(sp),
	REGISTER(r8), REGISTER(r9), REGISTER(r10), REGISTER(r11),
	REGISTER(r12), REGISTER(r13), REGISTER(r14), REGISTER(r15),
	REGISTER(ip), REGISTER(flags), REGISTER(cs), REGISTER(ss),
	REGISTER(orig_ax),
};

static const u16 params[] = {
	offsetof(struct pt_regs, di), offsetof(struct pt_regs, si),
	offsetof(struct pt_regs, dx), offsetof(struct pt_regs, cx),
	offsetof(struct pt_regs, r8), offsetof(struct pt_regs, r9),
};

const struct kpe_registers kpe_registers = {
	.all = all,
	.nr = ARRAY_SIZE(all),
	.params = params,
	.nr_params = ARRAY_SIZE(params),
	/* after the return address */
	.first_stacked = 1,
	.retval = offsetof(struct pt_regs, ax),
	.stack = offsetof(struct pt_regs, sp),
};

const struct kpe_word kpe_return_word = { .stacked = true };

/* as %rdi, %edi and %r8d */
bool kpe_register_is_meant(const char *name, const char *text, size_t len)
{
	size_t n = strlen(name);

	return (len == n && !strncasecmp(text, name, len)) ||
	       (len == n + 1 && strchr("reRE", *text) &&
		!strncasecmp(text + 1, name, n)) ||
	       (len == n + 1 && *text == 'r' && strchr("dwb", text[n]) &&
		!strncmp(text, name, n));
}
