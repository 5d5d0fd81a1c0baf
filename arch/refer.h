/* SPDX-License-Identifier: GPL-2.0 */
/*
 * refer - find the instructions that refer to certain addresses
 *
 * Contract: pure. Reads only the given bytes, which may be anything. Finds calls, jumps,
 * and what makes an address of a constant. Each architecture has a file refer.c. Also
 * builds in user space.
 */
#ifndef KPE_REFER_H
#define KPE_REFER_H

#include <linux/types.h>

/* Bytes of code that are looked at before and after what refers */
#define KPE_REFER_HEAD	8
#define KPE_REFER_TAIL	4096

/**
 * struct kpe_refer - iterate over what refers to addresses
 * @code: code
 * @len: bytes of @code
 * @addr: address of @code
 * @lo: the first address that is asked about
 * @span: bytes from there
 * @next: offset where to go on; at first KPE_REFER_HEAD or more
 * @end: offset where to stop; @len, or KPE_REFER_TAIL less
 * @at: filled; offset of what refers
 * @target: filled; the address, within @span, if kpe_refer_is_operand() says so, too
 * @page: arm64: of an instruction whose result others add to
 * @reg: arm64: the register that has @page
 * @pair: arm64: offset where to look for one that adds, or 0
 * @is_branched: arm64: there is a branch before @pair
 */
struct kpe_refer {
	const u8 *code;
	unsigned int len;
	unsigned long addr;
	unsigned long lo;
	unsigned long span;
	unsigned int next;
	unsigned int end;
	unsigned int at;
	unsigned long target;
	unsigned long page;
	unsigned int reg;
	unsigned int pair;
	bool is_branched;
};

bool kpe_refer_next(struct kpe_refer *r);
bool kpe_refer_is_operand(const u8 *code, unsigned int len, unsigned int at);

#endif
