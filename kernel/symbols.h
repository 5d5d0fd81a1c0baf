/* SPDX-License-Identifier: GPL-2.0 */
/*
 * symbols - the kernel's names and addresses
 *
 * Contract: answers from the running kernel by exported calls only. Functions of vmlinux
 * come from an index that is built once by walking its text with sprint_symbol().
 * Functions of modules come from their symbol tables, under RCU, without a reference on
 * the module. Callers hold kpe_mutex unless noted.
 */
#ifndef KPE_SYMBOLS_H
#define KPE_SYMBOLS_H

#include <linux/kallsyms.h>
#include <linux/module.h>

/**
 * struct kpe_symbol - the symbol of an address
 * @name: as in kallsyms
 * @module: owner, or "" for the kernel
 * @offset: of the address from the start of the symbol
 * @size: bytes
 */
struct kpe_symbol {
	char name[KSYM_NAME_LEN];
	char module[MODULE_NAME_LEN];
	unsigned long offset;
	unsigned long size;
};

/* Size of the instruction at a function's start if indirect jumps are checked */
#define KPE_LANDING_PAD		4

/* Prefix of the names of padding before functions */
#define KPE_PADDING_NAME	"__pfx_"

enum kpe_match { KPE_BY_NAME, KPE_BY_GLOB, KPE_BY_CLONE };

/**
 * struct kpe_pattern - pattern of symbol names
 * @text: a name, a glob, or the prefix of a clone's name
 * @match: kind of @text. A clone is the compiler's variant of a function:
 *	NAME.isra.0, NAME.constprop.0, NAME.part.0 and so on
 */
struct kpe_pattern {
	const char *text;
	enum kpe_match match;
};

void kpe_symbols_init(void);
void kpe_symbols_exit(void);
unsigned long kpe_kernel_address(const char *name);
unsigned long kpe_kernel_function(const char *name);
bool kpe_may_probe(unsigned long function);
unsigned int kpe_functions(const char *module,
			   const struct kpe_pattern *pattern,
			   unsigned long *addrs, unsigned int max);
void kpe_each_function(const char *module, void (*fn)(const char *name));
bool kpe_module_live(const char *module);
bool kpe_in_module_init(const char *module, unsigned long addr);
struct module *kpe_module_get(const char *name);
bool kpe_module_name(unsigned int n, char *name);
bool kpe_module_percpu(const char *module, const char *name, unsigned long *addr);
unsigned long kpe_data_address(const char *module, const char *name);
int kpe_try_kprobe(unsigned long addr, unsigned long *put);
bool kpe_symbol_at(unsigned long addr, struct kpe_symbol *sym);
bool kpe_is_text(unsigned long addr, const struct kpe_symbol *sym);
bool kpe_is_freed(unsigned long addr);
unsigned long kpe_text_start(void);
unsigned long kpe_text_offset(unsigned long addr);
bool kpe_image_offset(unsigned long addr, unsigned long *offset);

#endif
