// SPDX-License-Identifier: GPL-2.0
/*
 * code - what the code of a function says about probes of it
 *
 * The room behind a function is filled up with nops and breakpoints, and a probe's
 * breakpoint looks like one of these.
 */
#include <linux/mm.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include "arch/flow.h"
#include "places/code.h"
#include "trace_kprobe.h"

#define MAX_PARTS	4	/* of a function */
#define MAX_CODE	(1024 * 1024)	/* bytes of a function */
#define BREAK		0xcc

/**
 * struct whole - all code of a function
 * @parts: its own, then what was split off as unlikely; owned
 * @nr: of @parts
 */
struct whole {
	struct kpe_part parts[MAX_PARTS];
	unsigned int nr;
};

/* NULL if it cannot be read */
static u8 *read_code(unsigned long start, unsigned long size)
{
	u8 *code = size <= MAX_CODE ? kvmalloc(size, GFP_KERNEL) : NULL;

	if (code && copy_from_kernel_nofault(code, (void *)start, size)) {
		kvfree(code);
		return NULL;
	}
	return code;
}

static void free_parts(struct whole *whole)
{
	while (whole->nr)
		kvfree(whole->parts[--whole->nr].code);
}

/* The kprobe core takes no probe of a breakpoint that is none of its own. */
static bool is_filling(unsigned long addr)
{
	return kpe_try_kprobe(addr, NULL) == -EINVAL;
}

/*
 * If the first of the breakpoints that a part ends with is a probe's, it may be of a
 * return. Behind one that is none, nothing is reached. Return: false if it may return,
 * as far as one sees.
 */
static bool add_part(struct whole *whole, unsigned long start,
		     unsigned long size)
{
	struct kpe_part *part = &whole->parts[whole->nr];

	part->code = read_code(start, size);
	if (!part->code)
		return false;
	part->start = start;
	part->len = size;
	while (part->len && part->code[part->len - 1] == BREAK)
		part->len--;
	whole->nr++;
	return !kpe_flow_has_return(part) &&
	       (part->len == size || is_filling(start + part->len));
}

/*
 * "NAME.cold", whether a jump leads there or not: it may be patched out. All of that
 * name, for it does not tell of which NAME it is. Return: as add_part().
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
 * @function: its start
 * @sym: that covers it, from kpe_symbol_at()
 *
 * Context: kpe_mutex; may sleep. Return: false if it surely cannot.
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
 * kpe_code_is_padding() - is an address behind the code of its function
 * @addr: the address
 * @sym: that covers it, from kpe_symbol_at()
 *
 * So is the room in front of a function, which has a name of its own.
 *
 * Context: kpe_mutex; may sleep. Return: true if control surely never comes there.
 */
bool kpe_code_is_padding(unsigned long addr, const struct kpe_symbol *sym)
{
	bool named = strstarts(sym->name, KPE_PADDING_NAME);
	u8 *code;
	bool is;

	lockdep_assert_held(&kpe_mutex);
	if (!sym->offset && !named)
		return false;
	code = read_code(addr - sym->offset, sym->size);
	is = code && sym->offset >= kpe_flow_end(code, sym->size, !named) &&
	     (code[sym->offset] != BREAK || is_filling(addr));
	kvfree(code);
	return is;
}
