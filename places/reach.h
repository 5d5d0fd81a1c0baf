/* SPDX-License-Identifier: GPL-2.0 */
/*
 * reach - find out if anything in the kernel refers to functions
 *
 * Contract: calls, jumps, addresses in text and data, lists of exported functions and of
 * kfuncs are references; those of the function to itself are none. In doubt, something
 * refers to it. Nothing is kept.
 */
#ifndef KPE_REACH_H
#define KPE_REACH_H

#include <linux/types.h>

/* A function that is asked about */
struct kpe_reached {
	unsigned long start;	/* the caller's */
	unsigned long lo;	/* where references count from; the padding before it, too */
	bool found;		/* something refers to it */
};

unsigned int kpe_reach(struct kpe_reached *functions, unsigned int nr);
bool kpe_is_reached(const struct kpe_reached *functions, unsigned int nr, unsigned long start);
void kpe_reach_stop(void);

#endif
