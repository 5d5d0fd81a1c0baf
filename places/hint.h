/* SPDX-License-Identifier: GPL-2.0 */
/*
 * hint - what an error adds to its text: what would have been right
 *
 * Contract: takes what was refused and looks for what is like it. A hint lies
 * in one buffer, so it is good until the next is asked for. No hint tells an
 * address: places are told relative to the kernel's image or to a section.
 */
#ifndef KPE_HINT_H
#define KPE_HINT_H

struct kpe_place;
struct kpe_places;

const char *kpe_hint_candidates(const struct kpe_place *place,
				const struct kpe_places *places);
const char *kpe_hint_spelling(const char *module, const char *name);
const char *kpe_hint_boundaries(unsigned long addr);

#endif
