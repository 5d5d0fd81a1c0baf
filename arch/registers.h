/* SPDX-License-Identifier: GPL-2.0 */
/*
 * registers - names of registers, and those that a function call uses
 *
 * Contract: pure. An offset is one in struct pt_regs. Each architecture has its table in a
 * file registers.c, and its calling convention in passing.c. Also builds in user space.
 */
#ifndef KPE_REGISTERS_H
#define KPE_REGISTERS_H

#include <linux/limits.h>
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

/* A register that definitions can name */
struct kpe_register {
	const char *name;	/* without "%" */
	const char *hint;	/* text that suggests it */
	unsigned int offset;
};

struct kpe_registers {
	const struct kpe_register *all;	/* the first of an offset is its usual name */
	unsigned int nr;
	const u16 *params;		/* offsets of those that pass parameters, in order */
	unsigned int nr_params;
	unsigned int first_stacked;	/* word of the stack with the first other parameter */
	unsigned int retval;		/* offset of the one with a function's result */
	unsigned int stack;		/* offset of the stack pointer */
};

extern const struct kpe_registers kpe_registers;

/* Where a word is at a function's entry */
struct kpe_word {
	bool stacked;
	unsigned int at;	/* words from the stack pointer, or offset of the register */
};

extern const struct kpe_word kpe_return_word;	/* the return address */

/* Is @text, without "%", what assemblers call a register? Also in capitals. */
bool kpe_register_is_meant(const char *name, const char *text, size_t len);

const struct kpe_register *kpe_register_find(const char *text, size_t len);
const char *kpe_register_name(unsigned int offset);
const char *kpe_register_hint(const char *text, size_t len);
struct kpe_word kpe_param_word(unsigned int word);

/* ----------------------------------------------------- places of parameters */

/* What counts of a value */
struct kpe_value {
	u64 size;	/* bytes; 0 for an empty structure, which is not passed */
	u64 widest;	/* bytes of its widest part */
	bool packed;	/* a part of it is not naturally aligned */
	bool record;	/* it is a structure or union */
	bool floats;	/* it is, or has, a floating-point number */
};

/* What parameters have taken so far, one after the other, from the first one */
struct kpe_passing {
	unsigned int regs;
	unsigned int stack;	/* words */
	unsigned int floats;	/* registers for floating-point numbers */
	bool is_lost;		/* the next one's place depends on rules that nothing here knows */
};

/* A parameter's place */
struct kpe_passed {
	unsigned int word;	/* its first one, for kpe_param_word() */
	bool by_reference;	/* the word is the address of the value */
	bool is_unseen;		/* it is in no word that a probe can see, or that is unknown */
};

#define KPE_NR_FLOATS	8	/* registers for floating-point numbers, of each machine */

/*
 * Numbers have registers of their own, which probes do not see. Records with numbers, and
 * numbers for which no register is left, are where it would take more rules to know.
 */
static inline bool kpe_is_unseen(struct kpe_passing *passing, const struct kpe_value *param)
{
	if (!param->floats)
		return passing->is_lost;
	passing->is_lost |= param->record || param->size > sizeof(long) ||
			    passing->floats++ >= KPE_NR_FLOATS;
	return true;
}

/* Begin with a function that returns @result */
void kpe_passing_begin(struct kpe_passing *passing, const struct kpe_value *result);
struct kpe_passed kpe_place_param(struct kpe_passing *passing,
				  const struct kpe_value *param);

/* Number of words that a value takes; a value of unknown size takes one */
static inline unsigned int kpe_words_of(const struct kpe_value *value)
{
	u64 words = (value->size + sizeof(long) - 1) / sizeof(long);

	/* An empty structure of GNU C is not passed. */
	if (!words)
		return value->record ? 0 : 1;
	return words < U16_MAX ? words : U16_MAX;
}

#endif
