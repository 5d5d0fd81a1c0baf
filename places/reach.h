/* SPDX-License-Identifier: GPL-2.0 */
/*
 * reach - find out if anything in the kernel refers to a function
 *
 * Contract: calls, jumps, addresses in text and data, lists of exported functions and of
 * kfuncs are references; those of the function to itself are none. In doubt, something
 * refers to it. Nothing is kept.
 */
#ifndef KPE_REACH_H
#define KPE_REACH_H

#include <linux/types.h>

/**
 * struct kpe_reached - a function that is asked about
 * @start: its address
 * @who: for the caller, who finds the functions in another order
 * @found: filled; something refers to it
 * @lo: filled; the address from where on references count
 * @end: filled; the first address after it
 * @id: filled if nothing else refers to it: the number that BTF has for it, or 0
 */
struct kpe_reached {
	unsigned long start;
	void *who;
	bool found;
	unsigned long lo;
	unsigned long end;
	u32 id;
};

int kpe_reach(struct kpe_reached *functions, unsigned int nr);

#endif
