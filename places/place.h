/* SPDX-License-Identifier: GPL-2.0 */
/*
 * place - resolve a place to addresses
 *
 * Contract: resolves names with symbols.c and sections.c, and finds out if an address
 * is a function entry. Refuses places that cannot be probed, as far as a module can
 * tell before it registers the probe.
 */
#ifndef KPE_PLACE_H
#define KPE_PLACE_H

#include <linux/kallsyms.h>
#include <linux/module.h>
#include "language/definition.h"
#include "places/places.h"

/**
 * struct kpe_location - an address of a definition's place
 * @addr: the address; 0 until its module is loaded
 * @at_entry: it is the first instruction of a function
 * @frameless: the stack does not say there who called the function
 * @offset: offset of @addr in the function
 * @module: its module, loaded or not; "" for the kernel
 * @function: its function; "" while @addr is 0
 */
struct kpe_location {
	unsigned long addr;
	bool at_entry;
	bool frameless;
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
