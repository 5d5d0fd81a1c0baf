/* SPDX-License-Identifier: GPL-2.0 */
/* btf_ask - all questions that btf.h has an answer to */
#ifndef FUZZ_BTF_ASK_H
#define FUZZ_BTF_ASK_H

#include "types/btf.h"

/**
 * struct asked - what was asked of a BTF
 * @btf: it
 * @names: of functions, types, members and variables; any of them may be unknown
 * @nr_names: how many
 * @questions: so far
 */
struct asked {
	const struct kpe_btf *btf;
	const char * const *names;
	unsigned int nr_names;
	unsigned long questions;
};

/* Fails if an answer is none that btf.h allows, whatever the bytes are. */
void btf_ask(struct asked *a);

#endif
