// SPDX-License-Identifier: GPL-2.0
/*
 * insn_fuzz - any bytes as code
 *
 * Nothing is read beyond them, and a length depends on the instruction's own bytes
 * only. What fills the space between functions is instructions.
 */
#include <stdlib.h>

#include <linux/string.h>

#include "fuzz.h"
#include "arch/insn.h"
#include "unit.h"

#define MAX_CODE 64

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	return 0;
}

/* With just @room bytes there, for ASan to watch */
static unsigned int length_in(const u8 *code, unsigned int room)
{
	u8 *copy = malloc(room ?: 1);
	unsigned int length;

	memcpy(copy, code, room);
	length = kpe_insn_length(copy, room);
	free(copy);
	return length;
}

static void check_length(const u8 *code, unsigned int room)
{
	unsigned int length = length_in(code, room), less;

	if (length > KPE_MAX_INSN || length > room)
		unit_fail("%u bytes of %u", length, room);
	fuzz_count(length ? "instructions" : "bytes that are none");
	for (less = room < KPE_MAX_INSN ? room : KPE_MAX_INSN; less--;) {
		if (length_in(code, less) != (less < length ? 0 : length))
			unit_fail("%u bytes, but %u in %u", length, length_in(code, less), less);
	}
}

/* Do instructions lead to the byte @at? */
static bool go_to(const u8 *code, unsigned int len, unsigned int at)
{
	unsigned int pos, length;

	for (pos = 0; pos < at; pos += length) {
		length = kpe_insn_length(code + pos, len - pos);
		if (!length)
			return false;
	}
	return pos == at;
}

static void check_filling(const u8 *code, unsigned int len)
{
	if (!kpe_insn_is_filling(code, len))
		return;
	fuzz_count("filling");
	if (!go_to(code, len, len))
		unit_fail("filling, but no code");
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	unsigned int len = size < MAX_CODE ? size : MAX_CODE;
	u8 *code = malloc(len ?: 1);

	memcpy(code, data, len);
	check_length(code, len);
	check_filling(code, len);
	free(code);
	return 0;
}
