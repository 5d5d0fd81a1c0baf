/* SPDX-License-Identifier: GPL-2.0 */
/*
 * symbols - one symbol of the kernel: its name and its address
 *
 * Contract: answers from the running kernel by exported calls only.
 */
#ifndef KPE_SYMBOLS_H
#define KPE_SYMBOLS_H

#include <linux/kallsyms.h>
#include <linux/module.h>

/* The symbol of an address */
struct kpe_symbol {
	char name[KSYM_NAME_LEN];	/* as in kallsyms */
	char module[MODULE_NAME_LEN];	/* "": the kernel */
	unsigned long offset;		/* of the address */
	unsigned long size;
};

/*
 * Set up a static call of a function of vmlinux, which is looked up once. It may not allow an
 * indirect call. Context: may sleep; one task at a time. Return: false if it is not found, and
 * nothing may be called.
 */
#define kpe_find_call(call, name) ({					\
	static bool is_looked_up, is_found;				\
	typeof(&STATIC_CALL_TRAMP(call)) there = NULL;			\
									\
	if (!is_looked_up)						\
		there = (void *)kpe_kernel_function(name);		\
	is_looked_up = true;						\
	if (there) {							\
		static_call_update(call, there);			\
		is_found = true;					\
	}								\
	is_found;							\
})

bool kpe_symbols_are_known(void);
/* Called for each address of a name, until it returns non-0 */
typedef int kpe_address_fn(void *data, unsigned long addr);

bool kpe_symbol_at(unsigned long addr, struct kpe_symbol *sym);
unsigned long kpe_kernel_mark(const char *name);
bool kpe_kernel_text(const char *first, const char *last, unsigned long *start,
		     unsigned long *end);
int kpe_kprobe_error(int ret, unsigned long addr);
int kpe_try_kprobe(unsigned long addr, unsigned long *put);
unsigned long kpe_kernel_address(const char *name);
unsigned long kpe_kernel_function(const char *name);
unsigned long kpe_kernel_variable(const char *name);
bool kpe_each_address(const char *name, kpe_address_fn *fn, void *data);
bool kpe_may_probe(unsigned long function);
bool kpe_is_freed(unsigned long addr);
unsigned long kpe_text_start(void);
bool kpe_image_offset(unsigned long addr, unsigned long *offset);	/* of any value */

/*
 * In original_code.c. Probes may come and go meanwhile. What a copy had of a probe that has
 * gone since stays in it.
 */
bool kpe_original_code(u8 *code, unsigned long addr, unsigned int len);
u8 *kpe_copy_function(unsigned long addr, unsigned long len);

#endif
