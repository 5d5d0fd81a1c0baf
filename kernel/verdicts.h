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
#include <linux/rcupdate.h>
#include <linux/types.h>

#define KPE_VERDICT_BITS	12

/* The number of a comparison and its verdict are the lower half, the place is the upper one. */
#define KPE_IS_WITHIN		1ULL

struct kpe_stretch {
	unsigned long start;
	unsigned long end;
};

/* Text for which verdicts are kept */
struct kpe_lasting_text {
	unsigned long base;		/* places count from there, none is at 0 */
	struct kpe_stretch kernel;
	unsigned int nr;
	struct kpe_stretch modules[];	/* sorted */
};

extern struct kpe_lasting_text __rcu *kpe_lasting_text;	/* NULL: no verdict is kept */

/* Pairs, of which the first is the newer one; each is read and written at once. */
extern u64 kpe_verdicts[1 << KPE_VERDICT_BITS];

static __always_inline bool kpe_text_lasts(const struct kpe_lasting_text *text,
					   unsigned long addr)
{
	unsigned int low = 0, high = text->nr, mid;

	if (addr >= text->kernel.start && addr < text->kernel.end)
		return true;
	while (low < high) {
		mid = (low + high) / 2;
		if (addr >= text->modules[mid].end)
			low = mid + 1;
		else
			high = mid;
	}
	return low < text->nr && addr >= text->modules[low].start;
}

static __always_inline u64 kpe_verdict_key(const struct kpe_lasting_text *text, u32 number,
					   unsigned long addr)
{
	return (u64)(addr - text->base) << 32 | number;
}

static __always_inline u64 *kpe_verdict_pair(u64 key)
{
	return &kpe_verdicts[hash_64(key, KPE_VERDICT_BITS - 1) * 2];
}

u32 kpe_verdicts_number(void);
struct kpe_lasting_text *kpe_verdicts_stop(void);
void kpe_verdicts_forget(struct kpe_lasting_text *stopped);
void kpe_verdicts_exit(void);

#endif
