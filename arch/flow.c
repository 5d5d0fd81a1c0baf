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
	enum kpe_flow flow, last = KPE_FLOW_ON;
	unsigned int pos, length;
	long distance;

	for (pos = 0; pos < part->len; pos += length) {
		length = kpe_insn_length(part->code + pos, part->len - pos);
		if (!length)
			return true;
		flow = kpe_insn_flow(part->code + pos, length, &distance);
		if (flow == KPE_FLOW_LEAVE || flow == KPE_FLOW_BREAK)
			return true;
		if (flow != KPE_FLOW_NOP)
			last = flow;
	}
	return !may_be_last(last);
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

/* All of it are instructions. */
static bool jumps_out(const struct kpe_part *part,
		      const struct kpe_part *parts, unsigned int nr)
{
	unsigned int pos, length;
	enum kpe_flow flow;
	long distance;

	for (pos = 0; pos < part->len; pos += length) {
		length = kpe_insn_length(part->code + pos, part->len - pos);
		flow = kpe_insn_flow(part->code + pos, length, &distance);
		if ((flow == KPE_FLOW_JUMP || flow == KPE_FLOW_BRANCH) &&
		    !is_within(parts, nr, part->start + pos + length + distance))
			return true;
	}
	return false;
}

/**
 * kpe_flow_returns() - can a function return
 * @parts: all its code: itself, and what was split off as unlikely
 * @nr: of @parts
 *
 * A jump out of them may lead to a return.
 *
 * Context: any. Return: false if it surely cannot.
 */
bool kpe_flow_returns(const struct kpe_part *parts, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (kpe_flow_has_return(&parts[i]) ||
		    jumps_out(&parts[i], parts, nr))
			return true;
	return false;
}

/* Does a jump within the code lead to @from or behind? */
static bool jumps_behind(const u8 *code, unsigned int len, unsigned int from)
{
	unsigned int pos, length;
	enum kpe_flow flow;
	long distance;

	for (pos = 0; pos < from; pos += length) {
		length = kpe_insn_length(code + pos, len - pos);
		flow = kpe_insn_flow(code + pos, length, &distance);
		if (flow != KPE_FLOW_JUMP && flow != KPE_FLOW_BRANCH)
			continue;
		distance += pos + length;
		if (distance >= from && distance < len)
			return true;
	}
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
	enum kpe_flow flow, last = entered ? KPE_FLOW_ON : KPE_FLOW_LEAVE;
	unsigned int pos, length, end = 0;
	long distance;

	for (pos = 0; pos < len; pos += length) {
		length = kpe_insn_length(code + pos, len - pos);
		if (!length)
			return len;
		flow = kpe_insn_flow(code + pos, length, &distance);
		if (flow == KPE_FLOW_NOP || flow == KPE_FLOW_BREAK)
			continue;
		last = flow;
		end = pos + length;
	}
	if (!may_be_last(last) || jumps_behind(code, len, end))
		return len;
	return end;
}
