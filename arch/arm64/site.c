// SPDX-License-Identifier: GPL-2.0
/*
 * With CONFIG_DYNAMIC_FTRACE_WITH_CALL_OPS, the address of an ftrace_ops is ahead of each
 * function that ftrace can trace. With CFI, the hash of a function's type is.
 */
#include <linux/uaccess.h>
#include "arch/arm64/pad.h"
#include "arch/arch.h"

unsigned long kpe_arch_site(unsigned long function)
{
	u32 code[KPE_ARM64_HEAD];
	unsigned int at;

	if (copy_from_kernel_nofault(code, (void *)function, sizeof(code)))
		return 0;
	at = kpe_site_in(code);
	return at ? function + at * sizeof(*code) : 0;
}

unsigned int kpe_arch_data_ahead(unsigned long function)
{
	u32 word;

	if (IS_ENABLED(CONFIG_DYNAMIC_FTRACE_WITH_CALL_OPS) && kpe_arch_site(function))
		return sizeof(struct ftrace_ops *);
	if ((IS_ENABLED(CONFIG_CFI_CLANG) || IS_ENABLED(CONFIG_CFI)) &&
	    !copy_from_kernel_nofault(&word, (void *)function - sizeof(word), sizeof(word)) &&
	    kpe_is_hash(word))
		return sizeof(word);
	return 0;
}
