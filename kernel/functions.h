/* SPDX-License-Identifier: GPL-2.0 */
/*
 * functions - functions of the kernel and of modules, by name
 *
 * Contract: answers from the running kernel by exported calls only. Callers hold kpe_mutex.
 */
#ifndef KPE_FUNCTIONS_H
#define KPE_FUNCTIONS_H

#include <linux/types.h>

struct kpe_scope;
struct kpe_symbol;

/* Prefix of the names of padding before functions */
#define KPE_PADDING_NAME	"__pfx_"

/* A clone is the compiler's variant of a function: NAME.isra.0, NAME.part.0 and so on. */
enum kpe_match { KPE_BY_NAME, KPE_BY_GLOB, KPE_BY_CLONE };

/* Names of symbols */
struct kpe_pattern {
	const char *text;	/* a name, a glob, or the prefix of a clone's name */
	enum kpe_match match;
};

void kpe_functions_init(void);
void kpe_functions_exit(void);
unsigned int kpe_functions(const char *module, const struct kpe_pattern *pattern,
			   unsigned long *addrs, unsigned int max);
void kpe_each_function(const struct kpe_scope *scope, void (*fn)(const char *name));
bool kpe_function_at(unsigned long addr, struct kpe_symbol *sym);
bool kpe_text_at(unsigned long addr, struct kpe_symbol *sym);
bool kpe_text_bounds(unsigned long *start, unsigned long *end);

#endif
