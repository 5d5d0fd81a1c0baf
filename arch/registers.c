// SPDX-License-Identifier: GPL-2.0
#include <linux/string.h>
#include "arch/registers.h"

/**
 * kpe_register_find() - find a register by its name
 * @text: the name, without "%"
 * @len: bytes of @text
 *
 * Return: the register, or NULL.
 */
const struct kpe_register *kpe_register_find(const char *text, size_t len)
{
	const struct kpe_register *reg;

	for (reg = kpe_registers.all; reg < kpe_registers.all + kpe_registers.nr; reg++)
		if (strlen(reg->name) == len && !memcmp(reg->name, text, len))
			return reg;
	return NULL;
}

/**
 * kpe_register_name() - name of a register, without "%"
 * @offset: of the register in struct pt_regs
 *
 * Return: the name, or NULL.
 */
const char *kpe_register_name(unsigned int offset)
{
	const struct kpe_register *reg;

	for (reg = kpe_registers.all; reg < kpe_registers.all + kpe_registers.nr; reg++)
		if (reg->offset == offset)
			return reg->name;
	return NULL;
}

/**
 * kpe_register_hint() - suggest a register for a name that is none
 * @text: as an assembler may call it, without "%"
 * @len: bytes of @text
 *
 * Return: the suggestion, or NULL.
 */
const char *kpe_register_hint(const char *text, size_t len)
{
	const struct kpe_register *reg;

	for (reg = kpe_registers.all; reg < kpe_registers.all + kpe_registers.nr; reg++)
		if (kpe_register_is_meant(reg->name, text, len))
			return reg->hint;
	return NULL;
}

/**
 * kpe_param_word() - where a word of the parameters is at a function's entry
 * @word: index from 0: the registers, then the stack
 *
 * Return: its place.
 */
struct kpe_word kpe_param_word(unsigned int word)
{
	const unsigned int nr = kpe_registers.nr_params;

	if (word < nr)
		return (struct kpe_word){ .at = kpe_registers.params[word] };
	return (struct kpe_word){
		.stacked = true, .at = word - nr + kpe_registers.first_stacked,
	};
}
