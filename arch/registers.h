/* SPDX-License-Identifier: GPL-2.0 */
/*
 * registers - names of registers, and those that a function call uses
 *
 * Contract: pure. An offset is one in struct pt_regs. Each architecture has a file
 * registers.c with its table. Also builds in user space.
 */
#ifndef KPE_REGISTERS_H
#define KPE_REGISTERS_H

#include <linux/types.h>

/* Where the registers of a hit were saved: in */
enum kpe_moment {
	KPE_WITHIN,		/* a function */
	KPE_FRAMELESS,		/* a function, where it has no frame, or has none yet */
	KPE_ENTERING,		/* its first instruction */
	KPE_RETURNED,		/* its caller, where it goes on */
};

/* An entry of the table: a member of struct pt_regs, and its name */
#define KPE_REGISTER(reg, member)					\
	{ #reg, "did you mean %" #reg, offsetof(struct pt_regs, member) }

/**
 * struct kpe_register - a register that definitions can name
 * @name: without "%"
 * @hint: text that suggests it
 * @offset: its place
 */
struct kpe_register {
	const char *name;
	const char *hint;
	unsigned int offset;
};

/**
 * struct kpe_registers - the registers of an architecture
 * @all: those with names; the first of an offset is its usual name
 * @nr: number of @all
 * @params: offsets of those that pass parameters, in order
 * @nr_params: number of @params
 * @first_stacked: index of the stack's word with the first parameter that has no register
 * @retval: offset of the one with a function's result
 * @stack: offset of the stack pointer
 */
struct kpe_registers {
	const struct kpe_register *all;
	unsigned int nr;
	const u16 *params;
	unsigned int nr_params;
	unsigned int first_stacked;
	unsigned int retval;
	unsigned int stack;
};

extern const struct kpe_registers kpe_registers;

/**
 * struct kpe_word - where a word is at a function's entry
 * @stacked: on the stack, else in a register
 * @at: index of the word from the stack pointer, or offset of the register
 */
struct kpe_word {
	bool stacked;
	unsigned int at;
};

extern const struct kpe_word kpe_return_word;	/* the return address */

/* Is @text, without "%", what assemblers call a register? Also in capitals. */
bool kpe_register_is_meant(const char *name, const char *text, size_t len);

const struct kpe_register *kpe_register_find(const char *text, size_t len);
const char *kpe_register_name(unsigned int offset);
const char *kpe_register_hint(const char *text, size_t len);
struct kpe_word kpe_param_word(unsigned int word);

#endif
