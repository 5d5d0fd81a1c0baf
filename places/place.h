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

/* The addresses of a definition's place */
struct kpe_places {
	unsigned int nr;
	unsigned long *addrs;	/* ascending; owned */
	bool waits;		/* the module is not loaded, so there is no address */
};

/* One of them */
struct kpe_location {
	unsigned long addr;	/* 0 until its module is loaded */
	bool at_entry;		/* the first instruction of a function */
	bool frameless;		/* the stack does not say there who called the function */
	unsigned long offset;	/* in the function */
	char module[MODULE_NAME_LEN];	/* loaded or not; "" for the kernel */
	char function[KSYM_NAME_LEN];	/* "" while @addr is 0 */
};

struct seq_file;

void kpe_place_show(struct seq_file *m, const struct kpe_place *place);
int kpe_place_find(struct kpe_definition *line, const char *coming,
		   struct kpe_places *places, struct kpe_error *e);
void kpe_places_free(struct kpe_places *places);
int kpe_place_check(const struct kpe_definition *line, unsigned long addr,
		    struct kpe_location *loc, struct kpe_error *e);
int kpe_place_wait(const struct kpe_definition *line, struct kpe_location *loc,
		   struct kpe_error *e);

#endif
