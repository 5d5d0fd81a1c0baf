// SPDX-License-Identifier: GPL-2.0
/*
 * The space after a function is filled with nops and breakpoints. A probe's breakpoint
 * looks the same, so code is read as it is without probes.
 */
#include <linux/mm.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include "arch/entry.h"
#include "arch/flow.h"
#include "arch/insn.h"
#include "arch/refer.h"
#include "kernel/functions.h"
#include "kernel/symbols.h"
#include "kernel/uncover.h"
#include "places/code.h"
#include "trace_kprobe.h"

#define MAX_PARTS	4	/* parts of a function */
#define MAX_CODE	(1024 * 1024)	/* bytes of a function */

/* All parts of a function */
struct whole {
	struct kpe_part parts[MAX_PARTS];	/* the function, then its cold parts; owned */
	unsigned int nr;
};

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

/* The same of a function, without data that belongs to the next one. @size is changed. */
static u8 *read_function(unsigned long start, unsigned long *size)
{
	unsigned long end = start + *size;
	u8 *code;

	*size -= min_t(unsigned long, *size, kpe_arch_data_ahead(end));
	code = read_code(start, *size);
	if (code && KPE_HASH_AHEAD)
		*size = kpe_flow_trim_hash(code, *size);
	return code;
}

static void free_parts(struct whole *whole)
{
	while (whole->nr)
		kvfree(whole->parts[--whole->nr].code);
}

/* Return: false if the part may return, or is unclear */
static bool add_part(struct whole *whole, unsigned long start,
		     unsigned long size)
{
	struct kpe_part *part = &whole->parts[whole->nr];

	part->code = read_function(start, &size);
	if (!part->code)
		return false;
	part->start = start;
	part->len = kpe_insn_trim_breaks(part->code, size);
	whole->nr++;
	return !kpe_flow_has_return(part);
}

/*
 * Add all "NAME.cold", even if no jump leads there: the kernel may have patched it out.
 * Several functions may be called NAME. Return: see add_part().
 */
static bool add_unlikely(struct whole *whole, const struct kpe_symbol *sym)
{
	unsigned long addrs[MAX_PARTS - 1];
	struct kpe_symbol cold;
	struct kpe_pattern pattern = { .text = cold.name };
	unsigned int n, i;

	if (snprintf(cold.name, sizeof(cold.name), "%s.cold", sym->name) >=
	    (int)sizeof(cold.name))
		return false;
	n = kpe_functions(sym->module, &pattern, addrs, ARRAY_SIZE(addrs));
	if (n > ARRAY_SIZE(addrs))
		return false;
	for (i = 0; i < n; i++)
		if (!kpe_symbol_at(addrs[i], &cold) ||
		    !add_part(whole, addrs[i], cold.size))
			return false;
	return true;
}

/**
 * kpe_code_returns() - can a function return
 * @function: start address
 * @sym: symbol at @function, from kpe_symbol_at()
 *
 * Context: kpe_mutex; may sleep. Return: false if it certainly cannot.
 */
bool kpe_code_returns(unsigned long function, const struct kpe_symbol *sym)
{
	struct whole whole = {};
	bool returns;

	lockdep_assert_held(&kpe_mutex);
	returns = !add_part(&whole, function, sym->size) ||
		  !add_unlikely(&whole, sym) ||
		  kpe_flow_jumps_out(whole.parts, whole.nr);
	free_parts(&whole);
	return returns;
}

/**
 * kpe_code_is_padding() - is an address in the padding after a function
 * @addr: the address
 * @sym: symbol at @addr, from kpe_symbol_at()
 *
 * Padding before a function has its own symbol and counts, too, as does data there.
 *
 * Context: kpe_mutex; may sleep. Return: true if it is certainly never executed.
 */
bool kpe_code_is_padding(unsigned long addr, const struct kpe_symbol *sym)
{
	bool named = strstarts(sym->name, KPE_PADDING_NAME);
	unsigned long size = sym->size;
	u8 *code;
	bool is;

	lockdep_assert_held(&kpe_mutex);
	if (!sym->offset && !named)
		return false;
	code = read_function(addr - sym->offset, &size);
	is = sym->offset >= size || (code && sym->offset >= kpe_flow_end(code, size, !named));
	kvfree(code);
	return is;
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

/**
 * kpe_code_has_frame() - has a function a frame at a place in it
 * @function: start address
 * @offset: of the place
 *
 * Context: kpe_mutex; may sleep. Return: false if the stack does not say there who called
 * it; true in doubt.
 */
bool kpe_code_has_frame(unsigned long function, unsigned long offset)
{
	u8 *code;
	bool has;

	lockdep_assert_held(&kpe_mutex);
	code = read_code(function, offset);
	has = !code || kpe_insn_has_frame(code, offset);
	kvfree(code);
	return has;
}
