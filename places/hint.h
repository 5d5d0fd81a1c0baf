/* SPDX-License-Identifier: GPL-2.0 */
/*
 * hint - suggestions that are appended to an error's text
 *
 * Contract: all hints use one buffer, valid until the next call. A hint never shows an
 * address: places are relative to the kernel's image or to a section.
 */
#ifndef KPE_HINT_H
#define KPE_HINT_H

struct kpe_place;
struct kpe_referred;
struct kpe_scope;

const char *kpe_hint_candidates(const struct kpe_place *place, const unsigned long *addrs,
				unsigned int nr);
const char *kpe_hint_spelling(const struct kpe_scope *scope, const char *name);
const char *kpe_hint_boundaries(unsigned long addr);
unsigned int kpe_hint_similar(unsigned long function, unsigned long *similar);
const char *kpe_hint_called(const unsigned long *similar, unsigned int nr,
			    const struct kpe_referred *reached, unsigned int nr_reached);

#endif
