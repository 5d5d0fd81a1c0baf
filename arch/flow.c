// SPDX-License-Identifier: GPL-2.0
/*
 * flow - does a function return, and where does its code end
 *
 * All instructions of a function are looked at, whether anything leads there or
 * not: what the kernel patches at run time may lead there tomorrow. A compiler
 * puts no return into a function that has none.
 */
#include <linux/kernel.h>
#include "arch/flow.h"
#include "arch/insn.h"

/* Behind these nothing comes if nothing is there. */
static bool may_be_last(enum kpe_flow flow)
{
	return flow == KPE_FLOW_CALL || flow == KPE_FLOW_JUMP ||
	       flow == KPE_FLOW_LEAVE || flow == KPE_FLOW_TRAP;
}

/**
 * kpe_flow_has_return() - may control leave a part otherwise than by a jump or call
 * @part: of a function
 *
 * A breakpoint may hide whatever it is.
 *
 * Context: any. Return: false if it surely cannot.
 */
bool kpe_flow_has_return(const struct kpe_part *part)
{
	struct kpe_walk walk = { .code = part->code, .len = part->len };
	enum kpe_flow last = KPE_FLOW_ON;

	while (kpe_insn_next(&walk)) {
		if (walk.flow == KPE_FLOW_LEAVE || walk.flow == KPE_FLOW_BREAK)
			return true;
		if (walk.flow != KPE_FLOW_NOP)
			last = walk.flow;
	}
	return walk.end < part->len || !may_be_last(last);
}

static bool is_within(const struct kpe_part *parts, unsigned int nr,
		      unsigned long addr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (addr - parts[i].start < parts[i].len)
			return true;
	return false;
}

/**
 * kpe_flow_jumps_out() - does a jump lead out of a function, perhaps to a return
 * @parts: all its code: itself, and what was split off as unlikely
 * @nr: of @parts
 *
 * Context: any. Return: true if one does.
 */
bool kpe_flow_jumps_out(const struct kpe_part *parts, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		struct kpe_walk walk = {
			.code = parts[i].code, .len = parts[i].len,
		};

		while (kpe_insn_next(&walk))
			if (walk.jumps &&
			    !is_within(parts, nr, parts[i].start + walk.target))
				return true;
	}
	return false;
}

/* Does a jump within the code lead to @from or behind? */
static bool jumps_behind(const u8 *code, unsigned int len, unsigned int from)
{
	struct kpe_walk walk = { .code = code, .len = len };

	while (walk.end < from && kpe_insn_next(&walk))
		if (walk.jumps && walk.target >= from && walk.target < len)
			return true;
	return false;
}

/**
 * kpe_flow_end() - where the padding behind the code of a function begins
 * @code: of it, up to the next function
 * @len: bytes
 * @entered: control comes in at the first byte; false: nowhere, unless jumps lead
 *	there
 *
 * A breakpoint counts as padding here: it may also hide an instruction, for the
 * caller to find out.
 *
 * Context: any. Return: its offset; @len if there is none, or if that is not
 * sure.
 */
unsigned int kpe_flow_end(const u8 *code, unsigned int len, bool entered)
{
	enum kpe_flow last = entered ? KPE_FLOW_ON : KPE_FLOW_LEAVE;
	struct kpe_walk walk = { .code = code, .len = len };
	unsigned int end = 0;

	while (kpe_insn_next(&walk)) {
		if (walk.flow == KPE_FLOW_NOP || walk.flow == KPE_FLOW_BREAK)
			continue;
		last = walk.flow;
		end = walk.end;
	}
	if (walk.end < len || !may_be_last(last) || jumps_behind(code, len, end))
		return len;
	return end;
}
