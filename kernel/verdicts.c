// SPDX-License-Identifier: GPL-2.0
/*
 * Asking the kernel for the names of a stack takes 33,800 instructions; looking them up here
 * takes 300.
 */
#include <linux/module.h>
#include <linux/string.h>
#include "compat/module.h"
#include "kernel/functions.h"
#include "kernel/module_symbols.h"
#include "kernel/verdicts.h"
#include "model/locks.h"

static unsigned long text_start, text_end;	/* of vmlinux; 0 until a number was asked for */

unsigned long kpe_verdicts_base;
u64 kpe_verdicts[1 << KPE_VERDICT_BITS];

/*
 * Does the symbol of an address stay until kpe_verdicts_forget()? That of a module's init
 * function does not, nor one of a module that goes. Context: a hit, or RCU.
 */
bool kpe_text_lasts(unsigned long addr)
{
	struct module *mod = NULL;
	const void *start;
	bool is_text;
	size_t size;

	if (addr >= text_start && addr < text_end)
		return true;
	guard(kpe_modules)();
	while ((mod = kpe_module_next(mod, NULL))) {
		start = kpe_module_memory(mod, 0, &size, &is_text);
		if (addr - (unsigned long)start < size)
			return true;
	}
	return false;
}

/*
 * A number for a comparison, which no other one has had, or 0: nothing is kept for it.
 * Context: kpe_mutex; may sleep.
 */
u32 kpe_verdicts_number(void)
{
	static u32 last;

	lockdep_assert_held(&kpe_mutex);
	if (!kpe_verdicts_base && kpe_text_bounds(&text_start, &text_end))
		kpe_verdicts_base = text_start - KPE_VERDICTS_SPAN / 2;
	if (!kpe_verdicts_base || last == U32_MAX - KPE_IS_WITHIN)
		return 0;
	last += 2 * KPE_IS_WITHIN;
	return last;
}

/*
 * A module goes, and the hits are over that may have kept something of it: those that begin now
 * do not. Context: kpe_mutex.
 */
void kpe_verdicts_forget(void)
{
	unsigned int i;

	lockdep_assert_held(&kpe_mutex);
	for (i = 0; i < ARRAY_SIZE(kpe_verdicts); i++)
		WRITE_ONCE(kpe_verdicts[i], 0);
}
