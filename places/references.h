/* SPDX-License-Identifier: GPL-2.0 */
/*
 * reach - find out if anything in the kernel refers to functions
 *
 * Contract: calls, jumps, addresses in text and data, lists of exported functions and of
 * kfuncs are references; those of the function to itself are none. In doubt, something
 * refers to it. Nothing is kept.
 */
#ifndef KPE_REFERENCES_H
#define KPE_REFERENCES_H

#include <linux/types.h>

/* A function that is asked about */
struct kpe_referred {
	unsigned long start;	/* the caller's */
	unsigned long lo;	/* where references count from; the padding before it, too */
	bool found;		/* something refers to it */
};

unsigned int kpe_references(struct kpe_referred *functions, unsigned int nr);
bool kpe_is_referred(const struct kpe_referred *functions, unsigned int nr, unsigned long start);
void kpe_references_stop(void);

#endif
