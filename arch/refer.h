/* SPDX-License-Identifier: GPL-2.0 */
/*
 * refer - find the instructions that may refer to certain addresses
 *
 * Contract: pure. Reads only the given bytes, which may be anything. Finds calls, jumps,
 * and what makes an address of a constant. Each architecture has a file refer.c. Also
 * builds in user space.
 */
#ifndef KPE_REFER_H
#define KPE_REFER_H

#include <linux/types.h>

#define KPE_REFER_TAIL	4096	/* bytes of code that are looked at behind what refers */

/**
 * struct kpe_refer - code, and the addresses that are asked about
 * @code: code
 * @len: bytes of @code
 * @end: offset where to stop; @len, or KPE_REFER_TAIL less
 * @addr: address of @code
 * @lo: the first address that is asked about
 * @span: bytes from there
 * @found: called with the offset of what refers, if kpe_refer_is_operand() says so, too,
 *	and the address, within @span
 */
struct kpe_refer {
	const u8 *code;
	unsigned int len;
	unsigned int end;
	unsigned long addr;
	unsigned long lo;
	unsigned long span;
	void (*found)(struct kpe_refer *r, unsigned int at, unsigned long target);
};

void kpe_refer_find(struct kpe_refer *r);
bool kpe_refer_is_operand(const u8 *code, unsigned int len, unsigned int at);

#endif
