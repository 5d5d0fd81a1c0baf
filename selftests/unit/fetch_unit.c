// SPDX-License-Identifier: GPL-2.0
/* fetch_unit - looking into records, and making memory */
#include <linux/string.h>

#include "fetch_unit.h"
#include "unit.h"

static const u8 *element(const struct fetched *f, unsigned int arg, unsigned int i)
{
	const struct kpe_slot *slot = &f->prog->slots[arg];

	return record + slot->offset + i * slot->type.size;
}

static u64 number(const struct fetched *f, unsigned int arg, unsigned int i)
{
	unsigned int size = f->prog->slots[arg].type.size;
	u64 value = 0;

	memcpy(&value, element(f, arg, i), size);
	return value;
}

unsigned int string_length(const struct fetched *f, unsigned int arg, unsigned int i)
{
	return number(f, arg, i) >> 16;
}

static const char *string_text(const struct fetched *f, unsigned int arg, unsigned int i)
{
	return (const char *)record + (number(f, arg, i) & 0xffff);
}

void want_number(const struct fetched *f, unsigned int arg, unsigned int i, u64 want)
{
	u64 value = number(f, arg, i);

	if (value != want)
		unit_fail("%s: argument %u[%u] is 0x%llx, not 0x%llx",
			  f->line->text, arg, i, value, want);
}

void want_string(const struct fetched *f, unsigned int arg, unsigned int i, const char *want)
{
	unsigned int len = string_length(f, arg, i);

	if (len != strlen(want) + 1)
		unit_fail("%s: argument %u[%u] has %u bytes, not %zu",
			  f->line->text, arg, i, len, strlen(want) + 1);
	else if (memcmp(string_text(f, arg, i), want, len))
		unit_fail("%s: argument %u[%u] is not \"%s\"", f->line->text, arg, i, want);
}

void want_faults(const struct fetched *f, unsigned int want)
{
	if (f->hit.faults != want)
		unit_fail("%s: %u faults, not %u", f->line->text, f->hit.faults, want);
}

void number_memory(u8 *area)
{
	unsigned int i;

	for (i = 0; i < LAST_PAGE * PAGE_SIZE; i++)
		area[PAGE_SIZE + i] = (i * 7 + i / 256 * 3) ^ 0x80;
}

void write_string(u8 *at, unsigned int len)
{
	unsigned int i;

	for (i = 0; i < len; i++)
		at[i] = 'a' + i % 26;
	at[len] = 0;
}

void unit_begin(void)
{
	machine_init();
}
