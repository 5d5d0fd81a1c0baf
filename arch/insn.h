/* SPDX-License-Identifier: GPL-2.0 */
/*
 * insn - the instructions of code, and what they refer to
 *
 * Contract: pure. Reads only the given bytes, which may be anything. Finds calls, jumps, and
 * what makes an address of a constant. Each architecture has a file insn.c. Also builds in
 * user space.
 */
#ifndef KPE_INSN_H
#define KPE_INSN_H

#include <linux/types.h>

#define KPE_MAX_INSN	15	/* bytes; of any processor */

/* Every instruction's address is a multiple. */
extern const unsigned int kpe_insn_alignment;

/* In bytes; 0 if invalid or longer than @room. What is no instruction may have a length, too. */
unsigned int kpe_insn_length(const u8 *code, unsigned int room);

/* Is it only nops and breakpoints, as between functions? The caller has taken probes out. */
bool kpe_insn_is_filling(const u8 *code, unsigned int len);

/*
 * May the kernel itself patch an instruction while it runs, as those of jump labels and of
 * ftrace? If not, and it refuses a probe, the instruction cannot be stepped.
 */
bool kpe_insn_is_patched(const u8 *code);

/*
 * Has a function a frame behind its first @len bytes? Where the kernel finds the caller
 * without one, it has.
 */
bool kpe_insn_has_frame(const u8 *code, unsigned int len);

/* ------------------------------------------------------- what they refer to */

#define KPE_REFER_TAIL	4096	/* bytes of code that are looked at behind what refers */

/* Code, and the addresses that are asked about */
struct kpe_refer {
	const u8 *code;
	unsigned int len;	/* bytes of @code */
	unsigned int end;	/* offset where to stop; @len, or KPE_REFER_TAIL less */
	unsigned long addr;	/* of @code */
	unsigned long lo;	/* the first address that is asked about */
	unsigned long span;	/* bytes from there */
	/*
	 * Called with an address within @span, and the offset of what refers to it, if
	 * kpe_refer_is_operand() says so, too.
	 */
	void (*found)(struct kpe_refer *r, unsigned int at, unsigned long target);
};

static inline void kpe_refer_check(struct kpe_refer *r, unsigned int at, unsigned long target)
{
	if (target - r->lo < r->span)
		r->found(r, at, target);
}

/* What begins in the last bytes may not be found. */
void kpe_refer_find(struct kpe_refer *r);

/*
 * Does what refers, at offset @at, belong to an instruction? @code starts with one, and has
 * no probes. Return: false if it certainly does not.
 */
bool kpe_refer_is_operand(const u8 *code, unsigned int len, unsigned int at);

#endif
