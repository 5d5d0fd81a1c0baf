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

/**
 * struct kpe_reached - a function that is asked about
 * @start: its address
 * @lo: filled; the address from where on references count
 * @found: filled; something refers to it
 */
struct kpe_reached {
	unsigned long start;
	unsigned long lo;
	bool found;
};

unsigned int kpe_reach(struct kpe_reached *functions, unsigned int nr);
bool kpe_is_reached(const struct kpe_reached *functions, unsigned int nr, unsigned long start);
void kpe_reach_stop(void);

#endif
