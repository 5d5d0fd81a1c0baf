// SPDX-License-Identifier: GPL-2.0
/*
 * All instructions of a function are checked, reachable or not, because the kernel may
 * patch in a jump later. A compiler emits no return in a function that never returns.
 */
#include <linux/kernel.h>
#include "arch/flow.h"
#include "arch/insn.h"

#define HASH	4	/* bytes */

/**
 * kpe_insn_next() - step to the next instruction
 * @walk: start with @code and @len set, the rest 0
 *
 * Return: false at the end, or with @walk->end < @walk->len if the code there is no
 * instruction.
 */
bool kpe_insn_next(struct kpe_walk *walk)
{
	const u8 *insn = walk->code + walk->end;
	unsigned int length = kpe_insn_length(insn, walk->len - walk->end);
	long distance = 0;

	if (!length)
		return false;
	walk->flow = kpe_insn_flow(insn, length, &distance);
	walk->end += length;
	walk->jumps = walk->flow == KPE_FLOW_JUMP ||
		      walk->flow == KPE_FLOW_BRANCH;
	walk->target = walk->end + distance;
	return true;
}

/* Can an instruction be the last before padding? */
static bool may_be_last(enum kpe_flow flow)
{
	return flow == KPE_FLOW_CALL || flow == KPE_FLOW_JUMP ||
	       flow == KPE_FLOW_LEAVE || flow == KPE_FLOW_TRAP;
}

/**
 * kpe_flow_has_return() - can a part be left other than by jump or call
 * @part: part of a function
 *
 * A breakpoint may hide any instruction.
 *
 * Return: false if it certainly cannot.
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
 * kpe_flow_jumps_out() - does a jump leave a function
 * @parts: all parts of the function
 * @nr: number of @parts
 *
 * Return: true if one does.
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

/* Does a jump within the code lead to @from or later? */
static bool jumps_behind(const u8 *code, unsigned int len, unsigned int from)
{
	struct kpe_walk walk = { .code = code, .len = len };

	while (walk.end < from && kpe_insn_next(&walk))
		if (walk.jumps && walk.target >= from && walk.target < len)
			return true;
	return false;
}

/**
 * kpe_flow_end() - find the start of the padding after a function
 * @code: code up to the next function
 * @len: bytes of @code
 * @entered: the first byte is executed; false: only jumps lead in
 *
 * Breakpoints count as padding: the caller has taken probes out of @code.
 *
 * Return: its offset; @len if there is none or in doubt.
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

/* The flow of the last instruction that is not a nop */
static enum kpe_flow last_flow(const u8 *code, unsigned int len)
{
	struct kpe_walk walk = { .code = code, .len = len };
	enum kpe_flow last = KPE_FLOW_ON;

	while (kpe_insn_next(&walk))
		if (walk.flow != KPE_FLOW_NOP)
			last = walk.flow;
	return last;
}

/**
 * kpe_flow_trim_hash() - cut the hash of the next function's type
 * @code: code of a function, and the hash, or none
 * @len: bytes of @code
 *
 * Only a function whose address is taken has one. It is a hash if no function ends with
 * such an instruction, or if nothing leads there.
 *
 * Return: bytes before it; @len if there is none or in doubt.
 */
unsigned int kpe_flow_trim_hash(const u8 *code, unsigned int len)
{
	const unsigned int end = len - HASH;
	enum kpe_flow flow, before;
	long distance;

	if (len <= HASH)
		return len;
	flow = kpe_insn_flow(code + end, HASH, &distance);
	if (flow == KPE_FLOW_NOP || flow == KPE_FLOW_BREAK)
		return len;
	if (!may_be_last(flow))
		return end;
	before = last_flow(code, end);
	if (before == KPE_FLOW_CALL || !may_be_last(before) || jumps_behind(code, len, end))
		return len;
	return end;
}
