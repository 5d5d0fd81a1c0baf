// SPDX-License-Identifier: GPL-2.0
#include <linux/string.h>
#include "arch/registers.h"

/* @text is the name, without "%". Return: NULL if there is none */
const struct kpe_register *kpe_register_find(const char *text, size_t len)
{
	const struct kpe_register *reg;

	for (reg = kpe_registers.all; reg < kpe_registers.all + kpe_registers.nr; reg++)
		if (strlen(reg->name) == len && !memcmp(reg->name, text, len))
			return reg;
	return NULL;
}

/* The usual name for an offset in struct pt_regs, without "%", or NULL */
const char *kpe_register_name(unsigned int offset)
{
	const struct kpe_register *reg;

	for (reg = kpe_registers.all; reg < kpe_registers.all + kpe_registers.nr; reg++)
		if (reg->offset == offset)
			return reg->name;
	return NULL;
}

/* A suggestion for what may be a register in assembler, without "%", or NULL */
const char *kpe_register_hint(const char *text, size_t len)
{
	const struct kpe_register *reg;

	for (reg = kpe_registers.all; reg < kpe_registers.all + kpe_registers.nr; reg++)
		if (kpe_register_is_meant(reg->name, text, len))
			return reg->hint;
	return NULL;
}

/* Words count from 0: the registers, then the stack. */
struct kpe_word kpe_param_word(unsigned int word)
{
	const unsigned int nr = kpe_registers.nr_params;

	if (word < nr)
		return (struct kpe_word){ .at = kpe_registers.params[word] };
	return (struct kpe_word){
		.stacked = true, .at = word - nr + kpe_registers.first_stacked,
	};
}
