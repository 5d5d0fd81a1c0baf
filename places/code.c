// SPDX-License-Identifier: GPL-2.0
#include <linux/mm.h>
#include <linux/uaccess.h>
#include "arch/insn.h"
#include "arch/refer.h"
#include "kernel/symbols.h"
#include "kernel/uncover.h"
#include "places/code.h"
#include "trace_kprobe.h"

#define MAX_CODE	(1024 * 1024)	/* bytes of a function */

/* Return: NULL if it cannot be read */
static u8 *read_code(unsigned long start, unsigned long size)
{
	u8 *code = size <= MAX_CODE ? kvmalloc(size, GFP_KERNEL) : NULL;

	if (code && !copy_from_kernel_nofault(code, (void *)start, size) &&
	    kpe_uncover(code, start, size))
		return code;
	kvfree(code);
	return NULL;
}

/**
 * kpe_code_is_operand() - is a word of a function's code an operand of an instruction
 * @addr: address of the word
 * @sym: symbol at @addr, from kpe_function_at()
 *
 * Context: kpe_mutex; may sleep. Return: false if it certainly is none.
 */
bool kpe_code_is_operand(unsigned long addr, const struct kpe_symbol *sym)
{
	const unsigned long len = sym->offset + KPE_MAX_INSN;
	u8 *code;
	bool is;

	lockdep_assert_held(&kpe_mutex);
	code = read_code(addr - sym->offset, len);
	is = !code || kpe_refer_is_operand(code, len, sym->offset);
	kvfree(code);
	return is;
}
