// SPDX-License-Identifier: GPL-2.0
/* A function of this program, to be called often: for uprobes */
#define _GNU_SOURCE
#include <link.h>
#include <stdio.h>
#include "client.h"

static __attribute__((noipa)) int walk(const char *text)
{
	return *text;
}

static int offset_in(struct dl_phdr_info *info, size_t size, void *data)
{
	unsigned long at = (unsigned long)walk - info->dlpi_addr;
	int i;

	(void)size;
	(void)data;
	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];

		if (part->p_type == PT_LOAD && at - part->p_vaddr < part->p_memsz)
			printf("0x%lx\n", (unsigned long)(at - part->p_vaddr + part->p_offset));
	}
	return 1;
}

/* walk [TIMES] */
int client_walk(int argc, char **argv)
{
	unsigned long n = argc > 1 ? to_number(argv[1]) : 0;

	if (!n)
		return !dl_iterate_phdr(offset_in, NULL);
	while (n--)
		walk("a text of the user's");
	return 0;
}
