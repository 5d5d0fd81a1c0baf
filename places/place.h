/* SPDX-License-Identifier: GPL-2.0 */
/*
 * place - a place in a definition becomes addresses
 *
 * Contract: resolves names through symbols.c and sections.c, and decides what
 * an address means for the arguments (entry of a function or not). Refuses what
 * no probe may touch, as far as the kernel lets a module find out before it
 * registers one.
 */
#ifndef KPE_PLACE_H
#define KPE_PLACE_H

#include <linux/kallsyms.h>
#include <linux/module.h>
#include "language/definition.h"
#include "places/places.h"

/**
 * struct kpe_location - one of these places
 * @addr: the address; 0: its module is not there, ask again when it is
 * @at_entry: it is the first instruction of a function
 * @offset: of @addr in the function
 * @module: name of the module it lies in, or will; "" for the kernel
 * @function: that it lies in; "" while @addr is 0
 */
struct kpe_location {
	unsigned long addr;
	bool at_entry;
	unsigned long offset;
	char module[MODULE_NAME_LEN];
	char function[KSYM_NAME_LEN];
};

struct seq_file;

void kpe_place_show(struct seq_file *m, const struct kpe_place *place);
int kpe_place_find(struct kpe_line *line, const char *coming,
		   struct kpe_places *places, struct kpe_error *e);
void kpe_places_free(struct kpe_places *places);
int kpe_place_check(const struct kpe_line *line, unsigned long addr,
		    struct kpe_location *loc, struct kpe_error *e);
int kpe_place_wait(const struct kpe_line *line, struct kpe_location *loc,
		   struct kpe_error *e);

#endif
