/* SPDX-License-Identifier: GPL-2.0 */
/*
 * function_info - what is known of a function before its types are
 *
 * Contract: the caller of resolve.h fills it.
 */
#ifndef KPE_FUNCTION_INFO_H
#define KPE_FUNCTION_INFO_H

#include <linux/types.h>

/**
 * struct kpe_function_info - properties of a place, for resolve.c
 * @at_entry: parameters are where the caller put them, or are saved there for the
 *	return
 * @frameless: the stack does not say there who called the function
 * @waits: the module of the place is not loaded
 * @module: module whose BTF has the function; "" is the kernel
 * @function: possible names, the likeliest first; NULL ends them
 */
struct kpe_function_info {
	bool at_entry;
	bool frameless;
	bool waits;
	const char *module;
	const char *function[2];
};

#endif
