// SPDX-License-Identifier: GPL-2.0
/*
 * insn_real FILE... - the instructions of the code of real kernels, against
 * what objdump makes of it
 *
 * A file is an ELF file. objdump goes through its sections from their first
 * byte.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/string.h>

#include "arch/insn.h"
#include "insn_listing.h"
#include "unit.h"

static const char **files;

/**
 * struct figures - what was done with the code of a file
 * @compared: instructions looked at
 * @differences: of their lengths
 */
static struct figures {
	unsigned long compared, differences;
} figures;

static void differs(struct text *t, u32 at, u32 got, u32 wanted)
{
	char hex[3 * KPE_MAX_INSN + 1] = "";
	u32 i;

	for (i = 0; i < KPE_MAX_INSN && at + i < t->size; i++)
		sprintf(hex + 3 * i, " %02x", t->code[at + i]);
	unit_fail("%#lx:%s: length %u, not %u", t->next - t->size + at, hex, got, wanted);
	figures.differences++;
}

static void check_text(struct text *t)
{
	u32 i, got, wanted;

	for (i = 0; i < t->nr; i++) {
		got = kpe_insn_length(t->code + t->insns[i].at, t->size - t->insns[i].at);
		wanted = listing_length(t, i);
		if (!wanted)
			continue;
		if (got != wanted)
			differs(t, t->insns[i].at, got, wanted);
	}
	figures.compared += t->nr;
}

static void test_text(void)
{
	static unsigned int turn;
	struct text t = { .check = check_text };
	char *args;

	figures = (struct figures){ };
	if (asprintf(&args, "-d '%s'", files[turn++]) < 0)
		abort();
	if (!listing_read(&t, args) || !figures.compared)
		unit_fail("objdump failed");
	free(args);
	printf("# compared %lu instructions, %lu differences\n",
	       figures.compared, figures.differences);
}

int main(int argc, char **argv)
{
	struct unit_case *cases = calloc(argc, sizeof(*cases));
	unsigned int i, nr = argc - 1;
	int status;

	if (!nr)
		errx(1, "usage: insn_real FILE...");
	files = (const char **)argv + 1;
	for (i = 0; i < nr; i++) {
		cases[i] = (struct unit_case){ files[i], test_text };
		if (strrchr(files[i], '/'))
			cases[i].name = strrchr(files[i], '/') + 1;
	}
	status = unit_main(cases, nr);
	free(cases);
	return status;
}
