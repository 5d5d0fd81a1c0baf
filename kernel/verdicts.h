/* SPDX-License-Identifier: GPL-2.0 */
/*
 * verdicts - what hits have found out about addresses of calls
 *
 * Contract: a comparison of a stack has a number, and a verdict of it on an address is kept
 * while the symbol stays there: in the text of vmlinux, and in that of a module without its
 * init functions. Not in code of BPF and the like, which comes and goes unnoticed. A verdict
 * may be lost at any time.
 */
#ifndef KPE_VERDICTS_H
#define KPE_VERDICTS_H

#include <linux/hash.h>
#include <linux/limits.h>
#include <linux/types.h>

#define KPE_VERDICT_BITS	12

/* The number of a comparison and its verdict are the lower half, the place is the upper one. */
#define KPE_IS_WITHIN		1ULL

/* Bytes with the kernel's text in the middle: modules are not farther from it */
#define KPE_VERDICTS_SPAN	((u64)U32_MAX + 1)

extern unsigned long kpe_verdicts_base;		/* where they begin; 0: no number was asked for */

/* Pairs, of which the first is the newer one; each is read and written at once. */
extern u64 kpe_verdicts[1 << KPE_VERDICT_BITS];

/* Return: 0 if none is kept */
static __always_inline u64 kpe_verdict_key(u32 number, unsigned long addr)
{
	const unsigned long place = addr - kpe_verdicts_base;

	return number && place < KPE_VERDICTS_SPAN ? (u64)place << 32 | number : 0;
}

static __always_inline u64 *kpe_verdict_pair(u64 key)
{
	return &kpe_verdicts[hash_64(key, KPE_VERDICT_BITS - 1) * 2];
}

bool kpe_text_lasts(unsigned long addr);
u32 kpe_verdicts_number(void);
void kpe_verdicts_forget(void);

#endif
