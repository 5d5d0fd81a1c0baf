/* SPDX-License-Identifier: GPL-2.0 */
/*
 * place - a place in a definition becomes an address
 *
 * Contract: resolves names through symbols.c and decides what the place means
 * for the arguments (entry of a function or not). Refuses what no probe may
 * touch, as far as the kernel lets a module find out before it registers one.
 */
#ifndef KPE_PLACE_H
#define KPE_PLACE_H

#include <linux/kallsyms.h>
#include <linux/module.h>
#include "definition.h"

/**
 * struct kpe_spot - where a definition points to
 * @addr: the address, or 0: its module is not loaded, ask again when it is
 * @at_entry: it is the first instruction of a function
 * @module: name of the module it lies in, or will; "" for the kernel
 * @function: that it lies in; "" while @addr is 0
 */
struct kpe_spot {
	unsigned long addr;
	bool at_entry;
	char module[MODULE_NAME_LEN];
	char function[KSYM_NAME_LEN];
};

int kpe_place_resolve(const struct kpe_line *line, const char *coming,
		      struct kpe_spot *spot, struct kpe_error *e);

#endif
