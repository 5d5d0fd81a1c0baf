// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/string.h>
#include "arch/registers.h"

#define X(n)		KPE_REGISTER(x##n, regs[n])
#define REGISTER(name)	KPE_REGISTER(name, name)
#define OFFSET(n)	offsetof(struct pt_regs, regs[n])

static const struct kpe_register all[] = {
	X(0), X(1), X(2), X(3), X(4), X(5), X(6), X(7), X(8), X(9), X(10),
	X(11), X(12), X(13), X(14), X(15), X(16), X(17), X(18), X(19), X(20),
	X(21), X(22), X(23), X(24), X(25), X(26), X(27), X(28), X(29), X(30),
	KPE_REGISTER(lr, regs[30]),
	REGISTER(sp), REGISTER(pc), REGISTER(pstate),
};

static const u16 params[] = {
	OFFSET(0), OFFSET(1), OFFSET(2), OFFSET(3),
	OFFSET(4), OFFSET(5), OFFSET(6), OFFSET(7),
};

const struct kpe_registers kpe_registers = {
	.all = all,
	.nr = ARRAY_SIZE(all),
	.params = params,
	.nr_params = ARRAY_SIZE(params),
	.retval = OFFSET(0),
	.stack = offsetof(struct pt_regs, sp),
};

const struct kpe_word kpe_return_word = { .at = OFFSET(30) };

static bool is_same(const char *name, const char *text, size_t len)
{
	return strlen(name) == len && !strncasecmp(name, text, len);
}

/* as %w0, %wsp, %r0 and %fp */
bool kpe_register_is_meant(const char *name, const char *text, size_t len)
{
	if (is_same(name, text, len))
		return true;
	if (is_same("fp", text, len))
		return !strcmp(name, "x29");
	if (is_same("wsp", text, len))
		return !strcmp(name, "sp");
	return len > 1 && *name == 'x' && strchr("wrWR", *text) &&
	       is_same(name + 1, text + 1, len - 1);
}
